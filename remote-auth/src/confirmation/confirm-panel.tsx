import { confirm, resendConfirmation } from '@portal/contract/account-endpoints';
import { totpCodeSchema } from '@portal/contract/security';
import { request } from '@portal/shared/api';
import { useForm } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { Form, FormActions, Stack, TextField } from '@portal/shared/ui/core';
import * as v from 'valibot';
import { FormFailure } from '../screen.tsx';
import { SubmitButton } from '../submit-button.tsx';
import { usePanelFocus } from '../use-panel-focus.ts';
import { ResendButton } from './resend-button.tsx';

interface ConfirmPanelProps {
  email: string;
  /** Shown instead of the address that was typed: the server's masked form. */
  shownEmail?: string;
  onConfirmed: () => void;
  /** Seconds until the mail may be asked for again. */
  wait?: number;
}

// Six digits as well; people paste them with a space in their midst.
const codeSchema = v.object({ code: totpCodeSchema });

/** "Check your inbox": the six-digit code of the mail, as an alternative to its link, and the mail once more. */
export function ConfirmPanel({ email, shownEmail = email, onConfirmed, wait = 0 }: ConfirmPanelProps) {
  const { t } = useTranslation('authorizationLogin');
  const panel = usePanelFocus();
  const form = useForm({
    schema: codeSchema,
    initial: { code: '' },
    onSubmit: async ({ code }) => {
      await request(confirm, { body: { email, code } });
      onConfirmed();
    },
  });
  return (
    <div ref={panel}>
      <Stack gap="4">
        <p role="status">{t('checkInbox', { email: shownEmail })}</p>
        <Form onSubmit={form.submit} ref={form.ref} error={<FormFailure failure={form.failure} />}>
          <TextField
            label={t('code')}
            description={t('codeHint')}
            inputMode="numeric"
            autoComplete="one-time-code"
            {...form.field('code')}
          />
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
            />
          </FormActions>
        </Form>
      </Stack>
    </div>
  );
}
