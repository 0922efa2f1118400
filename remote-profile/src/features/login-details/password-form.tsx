import { changePassword, changePasswordRequestOf } from '@portal/contract/password-change';
import { NewPasswordFields } from '@portal/shared/account-forms';
import { request, useIdempotencyKey } from '@portal/shared/api';
import { portalSettings, useSidebar, useUnsavedChanges } from '@portal/shared/area';
import { useForm } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { FailureNotice, Form } from '@portal/shared/ui';
import { CurrentPasswordField, SubmitOrCancel } from '../../sidebar-form.tsx';

/** The current password, the new one with its rules, and its repetition. */
export function PasswordForm({ onChanged }: { onChanged: (endedSessions: number) => void }) {
  const { t } = useTranslation('profilePasswordSidebar');
  const { close } = useSidebar();
  const keyOf = useIdempotencyKey();
  const form = useForm({
    schema: changePasswordRequestOf(portalSettings().password_profile),
    initial: { current_password: '', password: '', password_repeat: '' },
    onSubmit: async (body) => {
      // The change renews the session: after a lost response only the same attempt returns its cookie.
      const { sessions_revoked } = await request(changePassword, {
        body,
        idempotencyKey: keyOf(body.password),
      });
      onChanged(sessions_revoked);
    },
  });
  useUnsavedChanges(form.isDirty);
  return (
    <Form onSubmit={form.submit} ref={form.ref} error={<FailureNotice failure={form.failure} />}>
      <p>{t('explanation')}</p>
      <CurrentPasswordField {...form.field('current_password')} />
      <NewPasswordFields
        password={form.field('password')}
        repeat={form.field('password_repeat')}
        texts={{
          password: t('newPassword'),
          repeat: t('repeat'),
          rules: t('rules'),
          rule: (id) => t(`rule.${id}`),
          state: (isMet) => t(isMet ? 'ruleMet' : 'ruleOpen'),
          progress: (met, total) => t('rulesMet', { met, total }),
        }}
      />
      <SubmitOrCancel loading={form.isSubmitting} onCancel={close}>
        {t('submit')}
      </SubmitOrCancel>
    </Form>
  );
}
