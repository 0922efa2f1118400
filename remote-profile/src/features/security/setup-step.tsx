import { enableTwoFactor, enableTwoFactorSchema, type TwoFactorSetup } from '@portal/contract/two-factor';
import { idempotencyKey, request } from '@portal/shared/api';
import { useUnsavedChanges } from '@portal/shared/area';
import { useForm } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { Copyable, FailureNotice, Form, LinkButton, Stack, TextField } from '@portal/shared/ui';
import { useState } from 'react';
import { encode } from 'uqr';
import { SubmitOrCancel } from '../../sidebar-form.tsx';
import classes from './security.module.css';

interface SetupStepProps {
  setup: TwoFactorSetup;
  onEnabled: (codes: readonly string[]) => void;
  onFailed: (error: unknown) => void;
  onCancel: () => void;
}

/** Shows the secret for the authenticator app, and asks for a code that proves it was added. */
export function SetupStep({ setup, onEnabled, onFailed, onCancel }: SetupStepProps) {
  const { t } = useTranslation('profileSecuritySidebar');
  // After a lost response the setup may be complete: a later attempt, even with another code, has the same key.
  const [key] = useState(idempotencyKey);
  const form = useForm({
    schema: enableTwoFactorSchema,
    initial: { code: '' },
    onSubmit: async (body) => {
      try {
        onEnabled((await request(enableTwoFactor, { body, idempotencyKey: key })).recovery_codes);
      } catch (error) {
        onFailed(error);
        throw error;
      }
    },
  });
  // The app may hold the secret already; leaving would make it useless there.
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
        <Copyable code text={setup.secret} label={t('setup.copy')}>
          {inFours(setup.secret)}
        </Copyable>
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

/** A QR code; `label` describes its content to screen readers. */
function QrCode({ text, label }: { text: string; label: string }) {
  // QR readers need the quiet zone of four modules on dark pages.
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      className={classes['qr']}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}

function inFours(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ');
}
