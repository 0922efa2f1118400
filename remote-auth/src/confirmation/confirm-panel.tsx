import { useForm } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { Button, Form, FormActions, Stack, TextField } from '@portal/shared/ui/core';
import * as v from 'valibot';
import { FormFailure } from '../screen.tsx';
import { confirmEmail, resendConfirmation } from './confirmation.api.ts';
import { ResendButton } from './resend-button.tsx';

interface ConfirmPanelProps {
  email: string;
  /** Shown instead of the address that was typed: the server's masked form. */
  shownEmail?: string;
  onConfirmed: () => void;
  /** Seconds until the mail may be asked for again. */
  wait?: number;
}

const codeSchema = v.object({ code: v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/, 'code_invalid')) });

/** "Check your inbox": the six-digit code of the mail, as an alternative to its link, and the mail once more. */
export function ConfirmPanel({ email, shownEmail = email, onConfirmed, wait = 0 }: ConfirmPanelProps) {
  const { t } = useTranslation('authorizationLogin');
  const form = useForm({
    schema: codeSchema,
    initial: { code: '' },
    onSubmit: async ({ code }) => {
      await confirmEmail({ email, code });
      onConfirmed();
    },
  });
  return (
    <Stack gap="4">
      <p>{t('checkInbox', { email: shownEmail })}</p>
      <Form onSubmit={form.submit} ref={form.ref} error={<FormFailure failure={form.failure} />}>
        <TextField
          label={t('code')}
          description={t('codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          {...form.field('code')}
        />
        <FormActions>
          <Button type="submit" loading={form.isSubmitting}>
            {t('confirm')}
          </Button>
          <ResendButton
            wait={wait}
            onResend={async () => (await resendConfirmation(email)).resend_after_seconds}
          />
        </FormActions>
      </Form>
    </Stack>
  );
}
