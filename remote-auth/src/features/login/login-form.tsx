import { login } from '@portal/contract/account-endpoints';
import { type LoginRequest, loginRequestSchema } from '@portal/contract/users';
import { ApiError, request } from '@portal/shared/api';
import { useForm } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { useNavigate } from '@portal/shared/router';
import { Checkbox, Form, PasswordField } from '@portal/shared/ui/core';
import { useState } from 'react';
import { EmailField } from '../../email-field.tsx';
import { paths } from '../../paths.ts';
import { FormFailure } from '../../screen.tsx';
import { SubmitButton } from '../../submit-button.tsx';
import { useScreenHref } from '../../use-screen-href.ts';
import { loadConfirmPanel, loadSecondStep } from './lazy-steps.ts';
import { secondStep } from './login-steps.ts';
import { useAfterLogin } from './use-after-login.ts';

interface LoginFormProps {
  /** What was typed before a later step took the form's place. */
  email: string;
  onEmail: (email: string) => void;
  /** The password was right, but the address is not confirmed yet. */
  onUnconfirmed: () => void;
}

const logIn = (body: LoginRequest) => request(login, { body });

/** E-mail and password. */
export function LoginForm({ email, onEmail, onUnconfirmed }: LoginFormProps) {
  const { t } = useTranslation('authorizationLogin');
  const navigate = useNavigate();
  const hrefOf = useScreenHref();
  const goOn = useAfterLogin();
  const [guard, setGuard] = useState<typeof import('./guarded-log-in.tsx')>();

  async function confirm(): Promise<void> {
    await loadConfirmPanel();
    onUnconfirmed();
  }

  async function enter(credentials: LoginRequest, send: typeof logIn): Promise<void> {
    try {
      const { next } = await send(credentials);
      if (next === 'confirm') await confirm();
      else if (next === 'otp') {
        await loadSecondStep();
        await navigate(hrefOf(paths.login), { state: secondStep });
      } else await goOn(next);
    } catch (error) {
      const code = error instanceof ApiError ? error.code : '';
      if (code === 'email_not_confirmed') await confirm();
      else if (code === 'captcha_required' && send === logIn) {
        const { GuardBadge, guardedLogIn } = await import(
          /* webpackChunkName: "guarded" */ './guarded-log-in.tsx'
        );
        setGuard({ GuardBadge, guardedLogIn });
        await enter(credentials, guardedLogIn);
      } else throw error;
    }
  }

  const form = useForm({
    schema: loginRequestSchema,
    initial: { email, password: '', remember: false },
    onSubmit: (credentials) => {
      onEmail(credentials.email);
      return enter(credentials, guard?.guardedLogIn ?? logIn);
    },
  });
  const { value: remember, onValueChange: setRemember } = form.field('remember');
  return (
    <Form onSubmit={form.submit} ref={form.ref} error={<FormFailure failure={form.failure} />}>
      <EmailField label={t('email')} {...form.field('email')} />
      <PasswordField label={t('password')} autoComplete="current-password" {...form.field('password')} />
      <Checkbox checked={remember} onCheckedChange={setRemember}>
        {t('remember')}
      </Checkbox>
      <SubmitButton failure={form.failure} loading={form.isSubmitting}>
        {t('submit')}
      </SubmitButton>
      {guard && <guard.GuardBadge />}
    </Form>
  );
}
