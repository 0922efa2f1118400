import { type StepUp, stepUpSchema } from '@portal/contract/security';
import { useUnsavedChanges } from '@portal/shared/area';
import { useForm } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { useProfile } from '@portal/shared/session';
import { Button, FailureNotice, Form, FormActions, PasswordField } from '@portal/shared/ui';

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
  const { t } = useTranslation('profileSidebar');
  const { data: profile } = useProfile();
  const form = useForm({ schema: stepUpSchema, initial: { current_password: '' }, onSubmit: onPassword });
  useUnsavedChanges(form.isDirty);
  return (
    <Form onSubmit={form.submit} ref={form.ref} error={<FailureNotice failure={form.failure} />}>
      <p>{text}</p>
      {/* Tells a password manager whose password it is. */}
      <input hidden readOnly autoComplete="username" value={profile?.email ?? ''} />
      <PasswordField label={t('currentPassword')} {...form.field('current_password')} />
      <FormActions>
        <Button type="submit" theme={isDangerous ? 'red' : 'green'} loading={form.isSubmitting}>
          {submit}
        </Button>
        <Button theme="outline" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </FormActions>
    </Form>
  );
}
