import { restorePassword, restorePasswordRequestSchema } from '@portal/contract/password-change';
import { ResendButton } from '@portal/shared/account-forms';
import { request } from '@portal/shared/api';
import { useBotCheck } from '@portal/shared/bot-check';
import { useForm } from '@portal/shared/form';
import { useLanguage, useTranslation } from '@portal/shared/i18n';
import { FailureNotice, Form, TextLink } from '@portal/shared/ui/core';
import { lazy, Suspense, useState } from 'react';
import { useMailedToken } from '../../mailed-token.ts';
import { Outcome } from '../../outcome.tsx';
import { paths, useScreenHref } from '../../paths.ts';
import { EmailField, Screen, SubmitButton } from '../../screen.tsx';
import { useLinkValidity } from './link-validity.ts';

// Few customers need it: somebody else changed their account.
const TakeBack = lazy(() =>
  import(/* webpackChunkName: "take-back" */ './take-back.tsx').then((module) => ({
    default: module.TakeBack,
  })),
);

/** Restores a password; with the token of a revert link, the account. */
export default function RestorePage() {
  const address = useMailedToken('revert').token;
  const factor = useMailedToken('revert_factor').token;
  const token = address ?? factor;
  return token === null ? (
    <RestoreForm />
  ) : (
    <Suspense>
      <TakeBack token={token} reverts={address === null ? 'factor' : 'address'} />
    </Suspense>
  );
}

/** Requests a mail with a link to choose a new password. */
function RestoreForm() {
  const { t } = useTranslation('authorizationRestorePassword');
  const language = useLanguage();
  const hrefOf = useScreenHref();
  const botCheck = useBotCheck('restore');
  const [sent, setSent] = useState<{ email: string; wait: number } | null>(null);

  async function send(email: string): Promise<number> {
    const { resend_after_seconds: wait } = await botCheck.send((captcha_token) =>
      request(restorePassword, { body: { email, language, captcha_token } }),
    );
    setSent({ email, wait });
    return wait;
  }

  const form = useForm({
    schema: restorePasswordRequestSchema,
    initial: { email: '' },
    onSubmit: ({ email }) => send(email),
  });
  const validity = useLinkValidity();
  const links = <TextLink href={hrefOf(paths.login)}>{t('back')}</TextLink>;
  if (sent !== null) {
    return (
      <Screen title={t('title')} links={links}>
        <Outcome
          tone="success"
          title={t('sentTitle')}
          actions={<ResendMail wait={sent.wait} onResend={() => send(sent.email)} />}
        >
          {t('sentText', { email: sent.email, validity })}
        </Outcome>
        {botCheck.badge}
      </Screen>
    );
  }
  return (
    <Screen title={t('title')} description={t('description')} links={links}>
      <Form
        onSubmit={form.submit}
        onFocus={botCheck.prepare}
        ref={form.ref}
        error={<FailureNotice failure={form.failure} />}
      >
        <EmailField label={t('email')} {...form.field('email')} />
        <SubmitButton failure={form.failure} loading={form.isSubmitting}>
          {t('submit')}
        </SubmitButton>
        {botCheck.badge}
      </Form>
    </Screen>
  );
}

interface ResendMailProps {
  wait: number;
  onResend: () => Promise<number>;
}

function ResendMail(props: ResendMailProps) {
  const { t } = useTranslation('authorizationLogin');
  return (
    <ResendButton
      {...props}
      texts={{
        resend: t('resend'),
        resendIn: (seconds) => t('resendIn', { seconds }),
        resent: t('resent'),
      }}
    />
  );
}
