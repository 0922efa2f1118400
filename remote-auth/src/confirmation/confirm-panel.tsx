import { confirm, resendConfirmation } from '@portal/contract/registration';
import { totpCodeSchema } from '@portal/contract/two-factor';
import { ResendButton } from '@portal/shared/account-forms';
import { request, useIdempotencyKey } from '@portal/shared/api';
import { useForm } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { FailureNotice, Form, FormActions, Stack, TextField } from '@portal/shared/ui/core';
import { useState } from 'react';
import * as v from 'valibot';
import { usePanelFocus } from '../outcome.tsx';
import { SubmitButton } from '../screen.tsx';
import { isPasswordAsked, RegistrationPassword } from './registration-password.tsx';

interface ConfirmPanelProps {
  email: string;
  /** Shown instead of the typed address: the server's masked form. */
  shownEmail?: string;
  onConfirmed: () => void;
  /** Seconds until the mail can be sent again. */
  wait?: number;
}

// The mailed code has six digits too, which people paste with a space.
const codeSchema = v.object({ code: totpCodeSchema, password: v.string() });

/** Asks for the six-digit code of the confirmation mail, instead of its link, and sends the mail again. */
export function ConfirmPanel({ email, shownEmail = email, onConfirmed, wait = 0 }: ConfirmPanelProps) {
  const { t } = useTranslation('authorizationLogin');
  const panel = usePanelFocus();
  const keyOf = useIdempotencyKey();
  const [needsPassword, setNeedsPassword] = useState(false);
  const form = useForm({
    schema: codeSchema,
    initial: { code: '', password: '' },
    onSubmit: async ({ code, password }) => {
      try {
        const body = { email, code, ...(needsPassword && { password }) };
        await request(confirm, { body, idempotencyKey: keyOf(code) });
      } catch (error) {
        if (isPasswordAsked(error)) setNeedsPassword(true);
        throw error;
      }
      onConfirmed();
    },
  });
  return (
    <div ref={panel}>
      <Stack gap="4">
        <p role="status">{t('checkInbox', { email: shownEmail })}</p>
        <Form onSubmit={form.submit} ref={form.ref} error={<FailureNotice failure={form.failure} />}>
          <TextField
            label={t('code')}
            description={t('codeHint')}
            inputMode="numeric"
            autoComplete="one-time-code"
            {...form.field('code')}
          />
          {needsPassword && <RegistrationPassword field={form.field('password')} />}
          <FormActions>
            <SubmitButton full={false} failure={form.failure} loading={form.isSubmitting}>
              {t('confirm')}
            </SubmitButton>
            <ResendButton
              wait={wait}
              onResend={async () => {
                const response = await request(resendConfirmation, { body: { email, resend: true } });
                return response.resend_after_seconds;
              }}
              texts={{
                resend: t('resend'),
                resendIn: (seconds) => t('resendIn', { seconds }),
                resent: t('resent'),
              }}
            />
          </FormActions>
        </Form>
      </Stack>
    </div>
  );
}
