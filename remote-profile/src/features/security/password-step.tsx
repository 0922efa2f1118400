import { type StepUp, stepUpSchema } from '@portal/contract/security';
import { useUnsavedChanges } from '@portal/shared/area';
import { useForm } from '@portal/shared/form';
import { FailureNotice, Form } from '@portal/shared/ui';
import { CurrentPasswordField, SubmitOrCancel } from '../../sidebar-form.tsx';

interface PasswordStepProps {
  /** What follows. */
  text: string;
  submit: string;
  isDangerous?: boolean;
  onPassword: (stepUp: StepUp) => Promise<void>;
  onCancel: () => void;
}

/** Asks for the password before something that only its owner may do. */
export function PasswordStep({ text, submit, isDangerous = false, onPassword, onCancel }: PasswordStepProps) {
  const form = useForm({ schema: stepUpSchema, initial: { current_password: '' }, onSubmit: onPassword });
  useUnsavedChanges(form.isDirty);
  return (
    <Form onSubmit={form.submit} ref={form.ref} error={<FailureNotice failure={form.failure} />}>
      <p>{text}</p>
      <CurrentPasswordField {...form.field('current_password')} />
      <SubmitOrCancel theme={isDangerous ? 'red' : 'green'} loading={form.isSubmitting} onCancel={onCancel}>
        {submit}
      </SubmitOrCancel>
    </Form>
  );
}
