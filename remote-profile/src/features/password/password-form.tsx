import { passwordRulesOf } from '@portal/contract/password';
import { changePasswordRequestOf } from '@portal/contract/users';
import { portalSettings, useSidebar, useUnsavedChanges } from '@portal/shared/area';
import { useForm } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { FailureNotice, Form, PasswordField } from '@portal/shared/ui';
import { CurrentPasswordField } from '../../current-password-field.tsx';
import { SubmitOrCancel } from '../../submit-or-cancel.tsx';
import { changePassword } from './password.api.ts';
import { PasswordChecklist } from './password-checklist.tsx';

/** The present password, the new one with its rules, and the new one again. */
export function PasswordForm({ onChanged }: { onChanged: (endedSessions: number) => void }) {
  const { t } = useTranslation('profilePasswordSidebar');
  const { close } = useSidebar();
  const { password_profile: passwordProfile } = portalSettings();
  const form = useForm({
    schema: changePasswordRequestOf(passwordProfile),
    initial: { current_password: '', password: '', password_repeat: '' },
    onSubmit: async (change) => onChanged((await changePassword(change)).sessions_revoked),
  });
  useUnsavedChanges(form.isDirty);
  const password = form.field('password');
  const breaksRule =
    password.value !== '' && passwordRulesOf(passwordProfile).some((rule) => !rule.test(password.value));
  return (
    <Form onSubmit={form.submit} ref={form.ref} error={<FailureNotice failure={form.failure} />}>
      <p>{t('explanation')}</p>
      <CurrentPasswordField {...form.field('current_password')} />
      <PasswordField
        label={t('newPassword')}
        autoComplete="new-password"
        {...password}
        // The list below says which rule; the field is marked all the same.
        error={breaksRule && password.error !== undefined ? t('rules') : password.error}
      />
      <PasswordChecklist password={password.value} />
      <PasswordField label={t('repeat')} autoComplete="new-password" {...form.field('password_repeat')} />
      <SubmitOrCancel loading={form.isSubmitting} onCancel={close}>
        {t('submit')}
      </SubmitOrCancel>
    </Form>
  );
}
