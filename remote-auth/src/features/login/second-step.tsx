import { useTranslation } from '@portal/shared/i18n';
import { useNavigate } from '@portal/shared/router';
import { Button, Stack } from '@portal/shared/ui/core';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { Screen } from '../../screen.tsx';
import { useScreenHref } from '../../use-screen-href.ts';
import { CodeForm } from './code-form.tsx';
import { lateStep } from './login-steps.ts';

/** The log-in's second step: a code of the authenticator, or one of the recovery codes. */
export function SecondStep() {
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
          onLate={() => void navigate(hrefOf(paths.login), { replace: true, state: lateStep })}
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
