import type { TwoFactorSetup } from '@portal/contract/security';
import { useQuery, useQueryClient } from '@portal/shared/api';
import { useTranslation } from '@portal/shared/i18n';
import { Card, QueryFallback, StatusBadge, toast } from '@portal/shared/ui';
import { useState } from 'react';
import { CodesStep } from './codes-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { beginTwoFactor, disableTwoFactor, getTwoFactor, renewRecoveryCodes } from './security.api.ts';
import { SetupStep } from './setup-step.tsx';
import { StepPanel } from './step-panel.tsx';
import { TwoFactorState } from './two-factor-state.tsx';

/** What is being done. Secrets are kept here alone and go with it: no cache knows them. */
type Step =
  | { kind: 'begin' | 'renew' | 'disable' }
  | { kind: 'setup'; setup: TwoFactorSetup }
  | { kind: 'codes'; codes: readonly string[] };

/** The second step of the log-in: off, being set up, on. */
export function TwoFactorSection() {
  const { t } = useTranslation('profileSecuritySidebar');
  const cache = useQueryClient();
  const query = useQuery({ queryKey: ['two-factor'], queryFn: ({ signal }) => getTwoFactor(signal) });
  const [step, setStep] = useState<Step | 'returned' | null>(null);

  const refresh = () => cache.invalidateQueries({ queryKey: ['two-factor'] });

  async function finish(text: string) {
    await refresh();
    toast({ tone: 'success', text });
    setStep('returned');
  }
  const cancel = () => setStep('returned');

  function content() {
    if (query.data === undefined) return <QueryFallback query={query} />;
    if (step === null || step === 'returned') {
      return <TwoFactorState twoFactor={query.data} onStep={(kind) => setStep({ kind })} />;
    }
    switch (step.kind) {
      case 'begin':
        return (
          <PasswordStep
            text={t('password.begin')}
            submit={t('password.continue')}
            onPassword={async (stepUp) => setStep({ kind: 'setup', setup: await beginTwoFactor(stepUp) })}
            onCancel={cancel}
          />
        );
      case 'setup':
        return (
          <SetupStep
            setup={step.setup}
            onEnabled={(codes) => {
              setStep({ kind: 'codes', codes });
              void refresh();
            }}
            onCancel={cancel}
          />
        );
      case 'codes':
        return <CodesStep codes={step.codes} onSaved={() => finish(t('two.onDone'))} />;
      case 'renew':
        return (
          <PasswordStep
            text={t('password.renew')}
            submit={t('two.renew')}
            onPassword={async (stepUp) => setStep({ kind: 'codes', codes: await renewRecoveryCodes(stepUp) })}
            onCancel={cancel}
          />
        );
      case 'disable':
        return (
          <PasswordStep
            text={t('password.disable')}
            submit={t('two.disable')}
            isDangerous
            onPassword={async (stepUp) => {
              await disableTwoFactor(stepUp);
              await finish(t('two.offDone'));
            }}
            onCancel={cancel}
          />
        );
    }
  }
  const kind = step === null || step === 'returned' ? 'state' : step.kind;
  const isOn = query.data?.enabled === true;
  return (
    <Card
      title={t('two.title')}
      icon="shield-check"
      headingLevel={3}
      actions={
        query.data !== undefined && (
          <StatusBadge tone={isOn ? 'success' : 'neutral'}>{isOn ? t('two.on') : t('two.off')}</StatusBadge>
        )
      }
    >
      <StepPanel
        // Each step is another panel, which takes the focus that the former had.
        key={kind}
        label={kind === 'setup' ? t('setup.title') : kind === 'codes' ? t('codes.title') : t('two.title')}
        focus={step === null ? 'none' : isForm(kind) ? 'field' : 'panel'}
      >
        {content()}
      </StepPanel>
    </Card>
  );
}

function isForm(kind: string): boolean {
  return kind === 'begin' || kind === 'renew' || kind === 'disable';
}
