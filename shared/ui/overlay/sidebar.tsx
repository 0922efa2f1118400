import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Loader } from '../feedback/loader.tsx';
import { EmptyState } from '../feedback/placeholders.tsx';
import { lazyWidget } from '../lazy-widget.tsx';
import { OverlayFallback } from './dialog.tsx';
import type { SidebarOverlayProps } from './sidebar-overlay.tsx';

interface SidebarProps extends Omit<SidebarOverlayProps, 'size'> {
  isOpen: boolean;
  size?: SidebarOverlayProps['size'];
}

const overlay = lazyWidget<SidebarOverlayProps>(() =>
  import(/* webpackChunkName: "widgets" */ './sidebar-overlay.tsx').then((module) => module.SidebarOverlay),
);

/** A modal panel at the right, or at the bottom on phones; Esc, a press outside, a right click or its button closes it. */
export function Sidebar({ isOpen, size = 'medium', ...rest }: SidebarProps) {
  if (!isOpen) return null;
  const close = () => rest.onCloseRequest('button');
  return (
    <overlay.Widget
      props={{ size, ...rest }}
      fallback={<OverlayFallback onClose={close} />}
      onGiveUp={close}
    />
  );
}

interface RowDrawerProps<Row> {
  isOpen: boolean;
  title: ReactNode;
  /** The opened row; undefined while the list loads, or when the list has no row with the id in the URL. */
  row: Row | undefined;
  /** The list is still loading. */
  isLoading: boolean;
  /** Shown when there is no such row; by default that the list does not contain it. */
  missing?: ReactNode;
  onClose: () => void;
  children: (row: Row) => ReactNode;
  /** Buttons that stay at the bottom while the content scrolls. */
  footer?: ((row: Row) => ReactNode) | undefined;
}

/** A sidebar with all details of one row of a list; shows a message when the list does not contain the row. */
export function RowDrawer<Row>(props: RowDrawerProps<Row>) {
  const { isOpen, title, row, isLoading, missing, onClose, children, footer } = props;
  const { t } = useTranslation('common');
  return (
    <Sidebar
      isOpen={isOpen}
      title={title}
      onCloseRequest={onClose}
      footer={row === undefined ? undefined : footer?.(row)}
    >
      {row !== undefined ? (
        children(row)
      ) : isLoading ? (
        <Loader />
      ) : (
        (missing ?? <EmptyState title={t('ui.rowMissing')}>{t('ui.rowMissingText')}</EmptyState>)
      )}
    </Sidebar>
  );
}
