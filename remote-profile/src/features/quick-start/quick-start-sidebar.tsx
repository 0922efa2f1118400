import { taxNumberForms } from '@portal/contract/tax-number';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { NotificationBox, ProgressSteps, QueryFallback, Stack } from '@portal/shared/ui';
import { type Setup, type SetupStep, setupSteps, useSetup } from '../../setup.ts';
import { StepAction } from './step-action.tsx';

/** The steps that make a new account ready for use. */
export default function QuickStartSidebar() {
  const { t } = useTranslation('profileQuickStart');
  const { setup, query } = useSetup();
  if (setup === null) return <QueryFallback query={query} />;
  const { done } = setup;
  const next = setupSteps.find((step) => !done.includes(step));
  const total = setupSteps.length;
  return (
    <Stack gap="6">
      {next === undefined ? (
        <NotificationBox tone="success" title={t('ready.title')}>
          {t('ready.text')}
        </NotificationBox>
      ) : (
        <p>{t('introduction')}</p>
      )}
      <p role="status">{t('progress', { done: done.length, total })}</p>
      <ProgressSteps
        label={t('steps')}
        steps={setupSteps.map((step) => ({
          id: step,
          title: t(`step.${step}`),
          description: <StepText step={step} setup={setup} />,
          state: done.includes(step) ? 'done' : step === next ? 'current' : 'todo',
          action: <StepAction step={step} setup={setup} />,
        }))}
      />
    </Stack>
  );
}

/** What a step asks for; once it is done, its result. */
function StepText({ step, setup }: { step: SetupStep; setup: Setup }) {
  const { t } = useTranslation('profileQuickStart');
  const { countryName } = useFormat();
  const { profile, services, done } = setup;
  const isDone = done.includes(step);
  const { country, address, currency, tax_number: taxNumber } = profile;
  switch (step) {
    case 'email':
      return isDone ? profile.email : t('text.email', { email: profile.email });
    case 'place':
      return isDone ? [address, countryName(country)].join(', ') : t('text.place');
    case 'currency':
      return currency === null ? t('text.currency') : currency.toUpperCase();
    case 'taxNumber': {
      const [example] = taxNumberForms(country ?? '');
      if (taxNumber !== null) return taxNumber;
      return example === undefined ? t('text.taxNumber') : t('text.taxNumberExample', { example });
    }
    case 'service':
      if (isDone) return t('text.serviceReady');
      if (services.length > 0) return t('text.topUp');
      return currency === null ? t('text.serviceLater') : t('text.service');
  }
}
