import { emailChangeSchema } from '@portal/contract/profile';
import { useSidebar, useUnsavedChanges } from '@portal/shared/area';
import { useForm } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { updateProfile } from '@portal/shared/session';
import { FailureNotice, Form, PasswordField, TextField } from '@portal/shared/ui';
import { SubmitOrCancel } from '../../submit-or-cancel.tsx';

/** A new address, and the password that proves whose account it is. */
export function EmailForm({ email, onSent }: { email: string; onSent: () => void }) {
  const { t } = useTranslation(['profileEmailSidebar', 'profileSidebar']);
  const { close } = useSidebar();
  const form = useForm({
    schema: emailChangeSchema,
    initial: { email: '', current_password: '' },
    onSubmit: async (change) => {
      await updateProfile(change);
      onSent();
    },
  });
  useUnsavedChanges(form.isDirty);
  return (
    <Form onSubmit={form.submit} ref={form.ref} error={<FailureNotice failure={form.failure} />}>
      <p>
        {t('explanation', { email })} {t('wayBack')}
      </p>
      <TextField
        label={t('newEmail')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('email')}
      />
      <PasswordField
        label={t('profileSidebar:currentPassword')}
        description={t('passwordHint')}
        {...form.field('current_password')}
      />
      <SubmitOrCancel loading={form.isSubmitting} onCancel={close}>
        {t('submit')}
      </SubmitOrCancel>
    </Form>
  );
}
