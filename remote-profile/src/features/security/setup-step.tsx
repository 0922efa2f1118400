import { enableTwoFactorSchema, type TwoFactorSetup } from '@portal/contract/security';
import { useUnsavedChanges } from '@portal/shared/area';
import { useForm } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { CopyButton, FailureNotice, Form, Inline, LinkButton, Stack, TextField } from '@portal/shared/ui';
import { SubmitOrCancel } from '../../submit-or-cancel.tsx';
import { QrCode } from './qr-code.tsx';
import { enableTwoFactor } from './security.api.ts';
import classes from './security.module.css';

interface SetupStepProps {
  setup: TwoFactorSetup;
  onEnabled: (codes: readonly string[]) => void;
  onCancel: () => void;
}

/** Brings the secret into an authenticator, and asks for a code that proves it is there. */
export function SetupStep({ setup, onEnabled, onCancel }: SetupStepProps) {
  const { t } = useTranslation('profileSecuritySidebar');
  const form = useForm({
    schema: enableTwoFactorSchema,
    initial: { code: '' },
    onSubmit: async ({ code }) => onEnabled(await enableTwoFactor(code)),
  });
  // The secret may be in the app already: leaving would make it worthless there.
  useUnsavedChanges(true);
  return (
    <Form onSubmit={form.submit} ref={form.ref} error={<FailureNotice failure={form.failure} />}>
      <Stack>
        <h4>{t('setup.title')}</h4>
        <p>{t('setup.scan')}</p>
        <QrCode text={setup.otpauth_url} label={t('setup.qr')} />
        <LinkButton external theme="outline" size="medium" href={setup.otpauth_url}>
          {t('setup.open')}
        </LinkButton>
        <p>{t('setup.type')}</p>
        <Inline gap="2">
          <code className={classes['secret']}>{inFours(setup.secret)}</code>
          <CopyButton text={setup.secret} label={t('setup.copy')} />
        </Inline>
      </Stack>
      <TextField
        label={t('setup.code')}
        description={t('setup.codeHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        {...form.field('code')}
      />
      <SubmitOrCancel loading={form.isSubmitting} onCancel={onCancel}>
        {t('setup.submit')}
      </SubmitOrCancel>
    </Form>
  );
}

function inFours(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ');
}
