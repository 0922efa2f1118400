import { loginRequestSchema } from '@portal/contract/users';
import { ApiError } from '@portal/shared/api';
import { useForm } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { useLocation, useNavigate } from '@portal/shared/router';
import { Button, Checkbox, Form, PasswordField, TextField } from '@portal/shared/ui/core';
import { paths, returnPath } from '../../paths.ts';
import { FormFailure } from '../../screen.tsx';
import { logIn } from './login.api.ts';

interface LoginFormProps {
  /** The password was right, but the address is not confirmed yet. */
  onUnconfirmed: (email: string) => void;
}

/** E-mail and password. */
export function LoginForm({ onUnconfirmed }: LoginFormProps) {
  const { t } = useTranslation('authorizationLogin');
  const navigate = useNavigate();
  const { search } = useLocation();
  const form = useForm({
    schema: loginRequestSchema,
    initial: { email: '', password: '', remember: false },
    onSubmit: async (request) => {
      try {
        const { next } = await logIn(request);
        if (next === 'confirm') onUnconfirmed(request.email);
        else if (next === 'dpu') await navigate(paths.dpu, { state: { search } });
        else await navigate(returnPath(search), { replace: true });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'email_not_confirmed') throw error;
        onUnconfirmed(request.email);
      }
    },
  });
  const { value: remember, onValueChange: setRemember } = form.field('remember');
  return (
    <Form onSubmit={form.submit} ref={form.ref} error={<FormFailure failure={form.failure} />}>
      <TextField
        label={t('email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('email')}
      />
      <PasswordField label={t('password')} autoComplete="current-password" {...form.field('password')} />
      <Checkbox checked={remember} onCheckedChange={setRemember}>
        {t('remember')}
      </Checkbox>
      <Button type="submit" full loading={form.isSubmitting}>
        {t('submit')}
      </Button>
    </Form>
  );
}
