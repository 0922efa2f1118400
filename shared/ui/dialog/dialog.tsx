import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import { Loader } from '../feedback/loader.tsx';
import { FormActions } from '../form/form.tsx';
import { lazyWidget } from '../lazy-widget.tsx';
import classes from './dialog.module.css';
import type { DialogOverlayProps } from './dialog-overlay.tsx';

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  /** Buttons at the bottom: the chief action first. */
  actions?: ReactNode;
  /** `alertdialog` demands an answer: a press outside does not close it. */
  role?: 'dialog' | 'alertdialog';
  size?: 'small' | 'medium' | 'large';
}

const overlay = lazyWidget<DialogOverlayProps>(() =>
  import('./dialog-overlay.tsx').then((module) => module.DialogOverlay),
);
export const preloadDialog = overlay.preload;

/** A modal window in the middle of the page; keeps the focus inside and gives it back. */
export function Dialog({ isOpen, role = 'dialog', size = 'small', ...rest }: DialogProps) {
  if (!isOpen) return null;
  return <overlay.Widget props={{ role, size, ...rest }} fallback={<OverlayFallback />} />;
}

export interface ConfirmDialogProps extends Pick<DialogProps, 'isOpen' | 'title' | 'children'> {
  confirmText: string;
  cancelText?: string;
  onConfirm: () => void;
  onCancel: () => void;
  tone?: 'normal' | 'danger';
  loading?: boolean;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirmText, cancelText, onConfirm, onCancel, tone = 'normal', loading = false, ...rest } = props;
  const { t } = useTranslation('common');
  const actions = (
    <FormActions align="end">
      <Button theme={tone === 'danger' ? 'red' : 'green'} loading={loading} onClick={onConfirm}>
        {confirmText}
      </Button>
      <Button theme="outline" onClick={onCancel}>
        {cancelText ?? t('ui.cancel')}
      </Button>
    </FormActions>
  );
  return <Dialog {...rest} role="alertdialog" onClose={onCancel} actions={actions} />;
}

/** The dimmed page while the overlay's code is still on its way. */
export function OverlayFallback() {
  return (
    <div className={classes.scrim}>
      <Loader />
    </div>
  );
}
