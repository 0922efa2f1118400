import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../feedback/empty-state.tsx';
import { Loader } from '../feedback/loader.tsx';
import { Sidebar } from './sidebar.tsx';

export interface RowDrawerProps<Row> {
  isOpen: boolean;
  title: ReactNode;
  /** The opened row; undefined while the list loads, or where it does not have the row that the address names. */
  row: Row | undefined;
  /** The list is not there yet. */
  isLoading: boolean;
  onClose: () => void;
  children: (row: Row) => ReactNode;
  /** Buttons that stay in view below. */
  footer?: ((row: Row) => ReactNode) | undefined;
}

/** A sidebar with one row of a list in full; it says so when the list does not have that row. */
export function RowDrawer<Row>(props: RowDrawerProps<Row>) {
  const { isOpen, title, row, isLoading, onClose, children, footer } = props;
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
        <EmptyState title={t('ui.rowMissing')}>{t('ui.rowMissingText')}</EmptyState>
      )}
    </Sidebar>
  );
}
