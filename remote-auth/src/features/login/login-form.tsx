import { type LoginRequest, login, loginRequestSchema } from '@portal/contract/login';
import { ApiError, request } from '@portal/shared/api';
import { useForm } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { useLocation, useNavigate } from '@portal/shared/router';
import { checkSession } from '@portal/shared/session';
import { Button, Checkbox, FailureNotice, Form, PasswordField, TextLink } from '@portal/shared/ui/core';
import { useState } from 'react';
import { paths, returnPath, useScreenHref } from '../../paths.ts';
import { EmailField, SubmitButton } from '../../screen.tsx';

interface LoginFormProps {
  /** What was typed before another step replaced the form. */
  email: string;
  onEmail: (email: string) => void;
  /** The password was right, but the address is not confirmed yet. A rejection is a failure of the form. */
  onUnconfirmed: () => Promise<void>;
  /** The password was right, and a code is required. A rejection is a failure of the form. */
  onTwoFactor: () => Promise<void>;
  /** The customer wants to enter the code of the confirmation mail. */
  onEnterCode: () => void;
}

const logIn = (body: LoginRequest) => request(login, { body });

/** E-mail address and password. */
export function LoginForm({ email, onEmail, onUnconfirmed, onTwoFactor, onEnterCode }: LoginFormProps) {
  const { t } = useTranslation('authorizationLogin');
  const hrefOf = useScreenHref();
  const openNextPage = useAfterLogin();
  const [botChecked, setBotChecked] = useState<typeof import('./bot-checked-login.tsx')>();

  async function enter(credentials: LoginRequest, send: typeof logIn): Promise<void> {
    try {
      const { next } = await send(credentials);
      if (next === 'confirm') await onUnconfirmed();
      else if (next === 'otp') await onTwoFactor();
      else await openNextPage(next);
    } catch (error) {
      const code = error instanceof ApiError ? error.code : '';
      if (code === 'email_not_confirmed') await onUnconfirmed();
      else if (code === 'captcha_required' && send === logIn) {
        const { BotCheck, logInWithBotCheck } = await import(
          /* webpackChunkName: "bot-checked-login" */ './bot-checked-login.tsx'
        );
        setBotChecked({ BotCheck, logInWithBotCheck });
        await enter(credentials, logInWithBotCheck);
      } else throw error;
    }
  }

  const form = useForm({
    schema: loginRequestSchema,
    initial: { email, password: '', remember: false },
    onSubmit: (credentials) => {
      onEmail(credentials.email);
      return enter(credentials, botChecked?.logInWithBotCheck ?? logIn);
    },
  });
  // The server does not reveal which of the refused addresses wait for their confirmation.
  const isRefused = form.failure instanceof ApiError && form.failure.code === 'invalid_credentials';
  const isLimited = form.failure instanceof ApiError && form.failure.code === 'rate_limited';
  const { value: remember, onValueChange: setRemember } = form.field('remember');
  return (
    <Form onSubmit={form.submit} ref={form.ref} error={<FailureNotice failure={form.failure} />}>
      <EmailField label={t('email')} {...form.field('email')} />
      <PasswordField label={t('password')} autoComplete="current-password" {...form.field('password')} />
      <Checkbox checked={remember} onCheckedChange={setRemember}>
        {t('remember')}
      </Checkbox>
      <SubmitButton failure={form.failure} loading={form.isSubmitting}>
        {t('submit')}
      </SubmitButton>
      {isRefused && (
        <p>
          {t('unconfirmed')}{' '}
          <Button theme="ghost" size="small" onClick={onEnterCode}>
            {t('enterCode')}
          </Button>
        </p>
      )}
      {isLimited && (
        <p>
          {t('limited')} <TextLink href={hrefOf(paths.restore)}>{t('newPassword')}</TextLink>
        </p>
      )}
      {botChecked && <botChecked.BotCheck />}
    </Form>
  );
}

/**
 * States of the login page's history entry, so that the browser's Back button returns to the form, and a reload stays
 * on the step.
 */
export const loginSteps = {
  /** The password was right, and a code is required. */
  twoFactor: 'second-step',
  /** The session that waited for the code expired: the form is shown again, with the reason. */
  expired: 'late-step',
} as const;

/**
 * Opens the next page of a complete login: the agreement if it is required, otherwise the wanted page. Rejects with an ApiError if the
 * browser has refused the cookie of the session: the next page would lead back here without a word.
 */
export function useAfterLogin(): (next: string) => Promise<void> {
  const navigate = useNavigate();
  const { search } = useLocation();
  const hrefOf = useScreenHref();
  return async (next) => {
    // Without a response, the next page checks the session.
    const session = await checkSession().catch(() => null);
    if (session === 'anonymous') throw new ApiError({ status: 0, code: 'cookies_blocked' });
    await navigate(next === 'dpu' ? hrefOf(paths.dpu) : returnPath(search), { replace: true });
  };
}
