import { type ReactNode, Suspense, useId } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/button.tsx';
import { AriaLocale, useDismissal, useReturnFocus, useSecondClickGuard } from './aria-overlay.tsx';
import classes from './dialog.module.css';

export interface DialogOverlayProps {
  /** `alertdialog` requires a decision: a press outside does not close it. */
  role: 'dialog' | 'alertdialog';
  size: 'small' | 'medium' | 'large';
  /** Without it, only the actions end the dialog. */
  onClose?: (() => void) | undefined;
  title: ReactNode;
  children?: ReactNode;
  /** Buttons at the bottom, the main action first. */
  actions?: ReactNode;
}

/** The open window of a Dialog. */
export function DialogOverlay({ role, size, onClose, title, children, actions }: DialogOverlayProps) {
  const { t } = useTranslation('common');
  const bodyId = useId();
  // A screen reader reads the question when the window opens; a form is too long for a description.
  const described = role === 'alertdialog' && children ? { 'aria-describedby': bodyId } : {};
  useReturnFocus();
  useSecondClickGuard();
  const { onMouseDownCapture, onOpenChange } = useDismissal(() => onClose?.());
  const isDismissable = role === 'dialog' && onClose !== undefined;
  return (
    <AriaLocale>
      <ModalOverlay
        isOpen
        isDismissable={isDismissable}
        isKeyboardDismissDisabled={onClose === undefined}
        className={classes.scrim ?? ''}
        {...(isDismissable && { onMouseDownCapture })}
        onOpenChange={onOpenChange}
      >
        <Modal className={classes.modal ?? ''} data-size={size}>
          <Dialog role={role} {...described} className={classes.dialog ?? ''}>
            <div className={classes.head}>
              <Heading slot="title" level={2} className={classes.title ?? ''}>
                {title}
              </Heading>
              {onClose && <IconButton icon="close" size="medium" label={t('ui.close')} onClick={onClose} />}
            </div>
            {children && (
              <div id={bodyId} className={classes.body}>
                {/* Texts that are loaded now must not hide the page: it would lose its scroll position and the focus. */}
                <Suspense>{children}</Suspense>
              </div>
            )}
            {actions}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </AriaLocale>
  );
}
