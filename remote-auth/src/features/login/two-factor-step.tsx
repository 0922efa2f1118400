import { loginOtp, loginOtpRequestSchema } from '@portal/contract/two-factor';
import { ApiError, request, useIdempotencyKey } from '@portal/shared/api';
import { useForm } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { useNavigate } from '@portal/shared/router';
import { checkSession } from '@portal/shared/session';
import { Button, FailureNotice, Form, Stack, TextField, TextLink } from '@portal/shared/ui/core';
import { useState } from 'react';
import { usePanelFocus } from '../../outcome.tsx';
import { paths, useScreenHref } from '../../paths.ts';
import { Screen, SubmitButton } from '../../screen.tsx';
import { loginSteps, useAfterLogin } from './login-form.tsx';

/** Two-step verification: a code of the authenticator, or one of the recovery codes. */
export function TwoFactorStep() {
  const { t } = useTranslation('authorizationLogin');
  const navigate = useNavigate();
  const hrefOf = useScreenHref();
  const [isRecovery, setRecovery] = useState(false);
  return (
    <Screen title={t('otp.title')} description={t(isRecovery ? 'otp.recoveryIntro' : 'otp.intro')}>
      <Stack gap="4">
        <CodeForm
          key={String(isRecovery)}
          isRecovery={isRecovery}
          onExpired={() => void navigate(hrefOf(paths.login), { replace: true, state: loginSteps.expired })}
        />
        <Stack gap="1">
          <Button theme="ghost" onClick={() => setRecovery(!isRecovery)}>
            {t(isRecovery ? 'otp.useCode' : 'otp.useRecovery')}
          </Button>
          <Button theme="ghost" onClick={() => void navigate(-1)}>
            {t('otp.back')}
          </Button>
        </Stack>
      </Stack>
    </Screen>
  );
}

interface CodeFormProps {
  /** Asks for a recovery code instead of the authenticator's. */
  isRecovery: boolean;
  /** The session that waits for the code has expired. */
  onExpired: () => void;
}

/** One code. Either form accepts both kinds, because a customer may paste the other one. */
function CodeForm({ isRecovery, onExpired }: CodeFormProps) {
  const { t } = useTranslation('authorizationLogin');
  const openNextPage = useAfterLogin();
  const hrefOf = useScreenHref();
  const panel = usePanelFocus();
  // A code works once: the same one sent again after a lost response has the same key.
  const keyOf = useIdempotencyKey();
  const form = useForm({
    schema: loginOtpRequestSchema,
    initial: { code: '' },
    onSubmit: async (body) => {
      try {
        const { next } = await request(loginOtp, { body, idempotencyKey: keyOf(body.code) });
        await openNextPage(next);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 401) throw error;
        // Without a login that waits for the code there may be a complete one, whose response was lost before a reload.
        const session = error.code === 'unauthenticated' ? await checkSession() : 'anonymous';
        if (session === 'anonymous') onExpired();
        else await openNextPage(session === 'limited' ? 'dpu' : 'welcome');
      }
    },
  });
  const isLimited = form.failure instanceof ApiError && form.failure.code === 'rate_limited';
  return (
    <div ref={panel}>
      <Form onSubmit={form.submit} ref={form.ref} error={<FailureNotice failure={form.failure} />}>
        <TextField
          autoCapitalize="none"
          spellCheck={false}
          {...(isRecovery
            ? { label: t('otp.recoveryCode'), description: t('otp.recoveryHint'), autoComplete: 'off' }
            : {
                label: t('code'),
                description: t('codeHint'),
                autoComplete: 'one-time-code',
                inputMode: 'numeric',
              })}
          {...form.field('code')}
        />
        <SubmitButton failure={form.failure} loading={form.isSubmitting}>
          {t('submit')}
        </SubmitButton>
        {isLimited && (
          <p>
            {t('otp.limited')} <TextLink href={hrefOf(paths.restore)}>{t('newPassword')}</TextLink>
          </p>
        )}
      </Form>
    </div>
  );
}
