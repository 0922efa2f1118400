import { changePassword, changePasswordRequestOf } from '@portal/contract/password-change';
import { ApiError, configureApi, request, useIdempotencyKey } from '@portal/shared/api';
import { portalSettings } from '@portal/shared/area';
import { useForm } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { FailureNotice, Form } from '@portal/shared/ui/core';
import { NewPassword } from '../../new-password.tsx';
import { SubmitButton } from '../../screen.tsx';

interface ChangeFormProps {
  /** The account of the link; unknown to an older server. */
  account: string | null;
  onChanged: () => void;
  /** The session of the exchanged link is over. */
  onExpired: () => void;
}

/** A new password and its repetition. */
export function ChangeForm({ account, onChanged, onExpired }: ChangeFormProps) {
  const { t } = useTranslation('authorizationChangePassword');
  const keyOf = useIdempotencyKey();
  const form = useForm({
    schema: changePasswordRequestOf(portalSettings().password_profile),
    initial: { password: '', password_repeat: '' },
    onSubmit: async (body) => {
      try {
        // Another tab may have opened the link of a second account since.
        configureApi({ account });
        await request(changePassword, { body, idempotencyKey: keyOf(body.password) });
        onChanged();
      } catch (error) {
        if (!isWithoutSession(error)) throw error;
        onExpired();
      }
    },
  });
  return (
    <Form onSubmit={form.submit} ref={form.ref} error={<FailureNotice failure={form.failure} />}>
      <NewPassword password={form.field('password')} repeat={form.field('password_repeat')} />
      <SubmitButton failure={form.failure} loading={form.isSubmitting}>
        {t('submit')}
      </SubmitButton>
    </Form>
  );
}

// Without the session the server reports the fields that would prove who the customer is.
function isWithoutSession(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const lacksProof = error.fieldErrors.some(({ field }) => ['token', 'current_password'].includes(field));
  return error.status === 401 || error.status === 410 || lacksProof;
}
