import { changePasswordRequestOf } from '@portal/contract/users';
import { portalSettings } from '@portal/shared/area';
import { useForm } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { Button, Form } from '@portal/shared/ui/core';
import { NewPasswordFields } from '../../new-password/new-password-fields.tsx';
import { FormFailure } from '../../screen.tsx';
import { changePassword } from './change.api.ts';

/** A new password and its repetition. */
export function ChangeForm({ token, onChanged }: { token: string; onChanged: () => void }) {
  const { t } = useTranslation('authorizationChangePassword');
  const form = useForm({
    schema: changePasswordRequestOf(portalSettings().password_profile),
    initial: { token, password: '', password_repeat: '' },
    onSubmit: async (request) => {
      await changePassword(request);
      onChanged();
    },
  });
  return (
    <Form onSubmit={form.submit} ref={form.ref} error={<FormFailure failure={form.failure} />}>
      <NewPasswordFields password={form.field('password')} repeat={form.field('password_repeat')} />
      <Button type="submit" full loading={form.isSubmitting}>
        {t('submit')}
      </Button>
    </Form>
  );
}
