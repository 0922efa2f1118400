import { restorePasswordRequestSchema } from '@portal/contract/users';
import { useForm } from '@portal/shared/form';
import { useLanguage, useTranslation } from '@portal/shared/i18n';
import { Button, Form, NotificationBox, Stack, TextField, TextLink } from '@portal/shared/ui/core';
import { useState } from 'react';
import { ResendButton } from '../../confirmation/resend-button.tsx';
import { paths } from '../../paths.ts';
import { FormFailure, Screen } from '../../screen.tsx';
import { restorePassword } from './restore.api.ts';

/** Asks for a link to choose a new password. */
export default function RestorePage() {
  const { t } = useTranslation('authorizationRestorePassword');
  const language = useLanguage();
  const [sent, setSent] = useState<{ email: string; wait: number } | null>(null);

  async function send(email: string): Promise<number> {
    const { resend_after_seconds: wait } = await restorePassword({ email, language });
    setSent({ email, wait });
    return wait;
  }

  const form = useForm({
    schema: restorePasswordRequestSchema,
    initial: { email: '' },
    onSubmit: ({ email }) => send(email),
  });
  const links = <TextLink href={paths.login}>{t('back')}</TextLink>;
  if (sent !== null) {
    return (
      <Screen title={t('title')} links={links}>
        <Stack gap="4">
          <NotificationBox tone="success" title={t('sentTitle')} live>
            {t('sentText', { email: sent.email })}
          </NotificationBox>
          <ResendButton wait={sent.wait} onResend={() => send(sent.email)} />
        </Stack>
      </Screen>
    );
  }
  return (
    <Screen title={t('title')} description={t('description')} links={links}>
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
        <Button type="submit" full loading={form.isSubmitting}>
          {t('submit')}
        </Button>
      </Form>
    </Screen>
  );
}
