import { secondStepSchema } from '@portal/contract/security';
import { loginOtp } from '@portal/contract/security-endpoints';
import { ApiError, request } from '@portal/shared/api';
import { useForm } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { Form, TextField } from '@portal/shared/ui/core';
import { FormFailure } from '../../screen.tsx';
import { SubmitButton } from '../../submit-button.tsx';
import { usePanelFocus } from '../../use-panel-focus.ts';
import { useAfterLogin } from './use-after-login.ts';

interface CodeFormProps {
  /** Asks for a recovery code instead of the authenticator's. */
  isRecovery: boolean;
  /** The session that waits for the code is over. */
  onLate: () => void;
}

/** One code. Both kinds are taken in either form: whoever pastes the other one means it. */
export function CodeForm({ isRecovery, onLate }: CodeFormProps) {
  const { t } = useTranslation('authorizationLogin');
  const goOn = useAfterLogin();
  const panel = usePanelFocus();
  const form = useForm({
    schema: secondStepSchema,
    initial: { code: '' },
    onSubmit: async (body) => {
      try {
        const { next } = await request(loginOtp, { body });
        await goOn(next);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 401) throw error;
        onLate();
      }
    },
  });
  return (
    <div ref={panel}>
      <Form onSubmit={form.submit} ref={form.ref} error={<FormFailure failure={form.failure} />}>
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
      </Form>
    </div>
  );
}
