import type { StepUp } from '@portal/contract/password';
import {
  beginTwoFactor,
  disableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  type TwoFactorSetup,
} from '@portal/contract/two-factor';
import { ApiError, endpointKey, endpointQuery, request, useQuery, useQueryClient } from '@portal/shared/api';
import { useErrorText, useTranslation } from '@portal/shared/i18n';
import { Card, QueryFallback, StatusBadge, toast } from '@portal/shared/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CodesStep } from './codes-step.tsx';
import { SetupStep } from './setup-step.tsx';
import { PasswordStep, TwoFactorState } from './two-factor-steps.tsx';

/** The step on the screen. Secrets exist only here and are gone with the step: no cache holds them. */
type Step =
  | { kind: 'begin' | 'renew' | 'disable' }
  | { kind: 'setup'; setup: TwoFactorSetup }
  | { kind: 'codes'; codes: readonly string[] };

/** Two-step verification: off, being set up, or on. */
export function TwoFactorSection() {
  const { t } = useTranslation('profileSecuritySidebar');
  const { errorText } = useErrorText();
  const cache = useQueryClient();
  const query = useQuery(endpointQuery(getTwoFactor));
  const [step, setStep] = useState<Step | 'returned' | null>(null);

  const refresh = () => cache.invalidateQueries({ queryKey: endpointKey(getTwoFactor) });

  async function finish(text: string) {
    await refresh();
    toast({ tone: 'success', text });
    setStep('returned');
  }
  const cancel = () => setStep('returned');

  /** The change may be complete although its response was lost, or in another tab. */
  function fail(error: unknown) {
    void refresh();
    if (!(error instanceof ApiError) || error.code !== 'two_factor_enabled') return;
    toast({ tone: 'error', text: errorText(error) });
    cancel();
  }

  /** What each step does once the password is typed. */
  const confirmed = {
    begin: async (body: StepUp) => setStep({ kind: 'setup', setup: await request(beginTwoFactor, { body }) }),
    renew: async (body: StepUp) => {
      const { recovery_codes: codes } = await request(renewRecoveryCodes, { body });
      setStep({ kind: 'codes', codes });
    },
    disable: async (body: StepUp) => {
      await request(disableTwoFactor, { body });
      await finish(t('two.offDone'));
    },
  };

  function content() {
    if (query.data === undefined) return <QueryFallback query={query} />;
    if (step === null || step === 'returned') {
      return <TwoFactorState twoFactor={query.data} onStep={(kind) => setStep({ kind })} />;
    }
    if (step.kind === 'codes')
      return <CodesStep codes={step.codes} onSaved={() => finish(t('two.onDone'))} />;
    if (step.kind === 'setup') {
      return (
        <SetupStep
          setup={step.setup}
          onEnabled={(codes) => {
            setStep({ kind: 'codes', codes });
            void refresh();
          }}
          onFailed={fail}
          onCancel={cancel}
        />
      );
    }
    const { kind } = step;
    const submit = { begin: 'password.continue', renew: 'two.renew', disable: 'two.disable' } as const;
    return (
      <PasswordStep
        text={t(`password.${kind}`)}
        submit={t(submit[kind])}
        isDangerous={kind === 'disable'}
        failureText={(failure) => (kind === 'renew' && isLost(failure) ? t('two.renewLost') : undefined)}
        onPassword={(body) =>
          confirmed[kind](body).catch((error: unknown) => {
            fail(error);
            throw error;
          })
        }
        onCancel={cancel}
      />
    );
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
        // Each step is a new panel, which takes the focus of the previous one.
        key={kind}
        label={kind === 'setup' ? t('setup.title') : kind === 'codes' ? t('codes.title') : t('two.title')}
        focus={step === null ? 'none' : isForm(kind) ? 'field' : 'panel'}
      >
        {content()}
      </StepPanel>
    </Card>
  );
}

/** Whether the server may have done what it was asked for, although no response of its own arrived. */
function isLost(failure: unknown): boolean {
  return failure instanceof ApiError && !failure.isExplained;
}

function isForm(kind: string): boolean {
  return kind === 'begin' || kind === 'renew' || kind === 'disable';
}

interface StepPanelProps {
  label: string;
  /** What takes the focus: the first field, or the panel when there is something to read first. */
  focus: 'none' | 'field' | 'panel';
  children: ReactNode;
}

/** Replaces another panel and takes the focus that the other had. */
function StepPanel({ label, focus, children }: StepPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const target = useRef(focus);

  // The button that had the focus is gone with the previous panel.
  useEffect(() => {
    if (target.current === 'none') return;
    const field = panel.current?.querySelector<HTMLInputElement>('input:not([hidden])');
    (target.current === 'field' ? field : panel.current)?.focus();
  }, []);

  return (
    <div ref={panel} tabIndex={-1} role="group" aria-label={label}>
      {children}
    </div>
  );
}
