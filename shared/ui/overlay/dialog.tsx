import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import { Loader } from '../feedback/loader.tsx';
import { FormActions } from '../form/form.tsx';
import { lazyWidget } from '../lazy-widget.tsx';
import classes from './dialog.module.css';
import type { DialogOverlayProps } from './dialog-overlay.tsx';

type Defaulted = 'role' | 'size';

interface DialogProps
  extends Omit<DialogOverlayProps, Defaulted>,
    Partial<Pick<DialogOverlayProps, Defaulted>> {
  isOpen: boolean;
}

const overlay = lazyWidget<DialogOverlayProps>(() =>
  import(/* webpackChunkName: "widgets" */ './dialog-overlay.tsx').then((module) => module.DialogOverlay),
);

/** A modal window in the middle of the page; the focus stays inside and returns to its former element. */
export function Dialog({ isOpen, role = 'dialog', size = 'small', ...rest }: DialogProps) {
  if (!isOpen) return null;
  const { onClose } = rest;
  return (
    <overlay.Widget
      props={{ role, size, ...rest }}
      fallback={<OverlayFallback onClose={onClose} />}
      {...(onClose && { onGiveUp: onClose })}
    />
  );
}

interface ConfirmDialogProps extends Pick<DialogProps, 'isOpen' | 'title' | 'children'> {
  confirmText: string;
  cancelText?: string;
  onConfirm: () => void;
  onCancel: () => void;
  tone?: 'normal' | 'danger';
  loading?: boolean;
}

/** Asks for confirmation of an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirmText, cancelText, onConfirm, onCancel, tone = 'normal', loading = false, ...rest } = props;
  const { t } = useTranslation('common');
  const actions = (
    <FormActions align="end">
      <Button
        theme={tone === 'danger' ? 'red' : 'green'}
        loading={loading}
        // The second click of a double click comes before the first one has made the dialog wait.
        onClick={({ detail }) => {
          if (detail < 2) onConfirm();
        }}
      >
        {confirmText}
      </Button>
      <Button theme="outline" onClick={onCancel}>
        {cancelText ?? t('ui.cancel')}
      </Button>
    </FormActions>
  );
  return <Dialog {...rest} role="alertdialog" onClose={onCancel} actions={actions} />;
}

/** Dims the page and shows a loader while the overlay's code is loading; Esc and a press close it. */
export function OverlayFallback({ onClose }: Pick<DialogOverlayProps, 'onClose'>) {
  const scrim = useRef<HTMLDivElement>(null);
  const close = useEffectEvent((event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.key === 'Escape') onClose?.();
  });
  useEffect(() => {
    const pressed = scrim.current;
    pressed?.addEventListener('click', close);
    document.addEventListener('keydown', close);
    return () => {
      pressed?.removeEventListener('click', close);
      document.removeEventListener('keydown', close);
    };
  }, []);
  return (
    <div ref={scrim} className={classes.scrim}>
      <Loader />
    </div>
  );
}
