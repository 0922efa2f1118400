import { restorePassword } from '@portal/contract/account-endpoints';
import { restorePasswordRequestSchema } from '@portal/contract/users';
import { request } from '@portal/shared/api';
import { useBotCheck } from '@portal/shared/bot-check';
import { useForm } from '@portal/shared/form';
import { useLanguage, useTranslation } from '@portal/shared/i18n';
import { Form, TextLink } from '@portal/shared/ui/core';
import { useState } from 'react';
import { ResendButton } from '../../confirmation/resend-button.tsx';
import { EmailField } from '../../email-field.tsx';
import { Outcome } from '../../outcome.tsx';
import { paths } from '../../paths.ts';
import { FormFailure, Screen } from '../../screen.tsx';
import { SubmitButton } from '../../submit-button.tsx';
import { useScreenHref } from '../../use-screen-href.ts';

/** Asks for a link to choose a new password. */
export function RestoreForm() {
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
  const links = <TextLink href={hrefOf(paths.login)}>{t('back')}</TextLink>;
  if (sent !== null) {
    return (
      <Screen title={t('title')} links={links}>
        <Outcome
          tone="success"
          title={t('sentTitle')}
          actions={<ResendButton wait={sent.wait} onResend={() => send(sent.email)} />}
        >
          {t('sentText', { email: sent.email })}
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
        error={<FormFailure failure={form.failure} />}
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
