import { type StepUp, stepUpSchema } from '@portal/contract/password';
import { useForm } from '@portal/shared/form';
import { Dialog, FailureNotice, Form, NotificationBox } from '@portal/shared/ui';
import { type ReactNode, useEffect, useId } from 'react';
import { CurrentPasswordField, SubmitOrCancel } from './sidebar-form.tsx';

interface StepUpDialogProps {
  isOpen: boolean;
  title: string;
  /** What is about to happen. */
  children: ReactNode;
  confirmText: string;
  isDangerous?: boolean;
  /** Sends the request; its field errors are shown at the password. */
  onConfirm: (stepUp: StepUp) => Promise<unknown>;
  /** Explains a failure that means something else here; undefined for the others. */
  failureText?: (failure: unknown) => string | undefined;
  onClose: () => void;
}

/** Explains an action and asks for the password first. */
export function StepUpDialog({ isOpen, title, onClose, ...form }: StepUpDialogProps) {
  if (!isOpen) return null;
  return (
    <Dialog isOpen title={title} onClose={onClose}>
      <StepUpForm onClose={onClose} {...form} />
    </Dialog>
  );
}

function StepUpForm({
  children,
  confirmText,
  isDangerous = false,
  onConfirm,
  failureText,
  onClose,
}: Omit<StepUpDialogProps, 'isOpen' | 'title'>) {
  const fieldId = useId();
  const form = useForm({
    schema: stepUpSchema,
    initial: { current_password: '' },
    onSubmit: onConfirm,
  });

  const explained = failureText?.(form.failure);

  // The dialog has just opened, and this is its only field.
  useEffect(() => document.getElementById(fieldId)?.focus(), [fieldId]);

  return (
    <Form
      onSubmit={form.submit}
      ref={form.ref}
      error={
        explained === undefined ? (
          <FailureNotice failure={form.failure} />
        ) : (
          <NotificationBox tone="warning" live>
            {explained}
          </NotificationBox>
        )
      }
    >
      <p>{children}</p>
      <CurrentPasswordField id={fieldId} {...form.field('current_password')} />
      <SubmitOrCancel theme={isDangerous ? 'red' : 'green'} loading={form.isSubmitting} onCancel={onClose}>
        {confirmText}
      </SubmitOrCancel>
    </Form>
  );
}
