import { useTranslation } from '@portal/shared/i18n';
import { NotificationBox, ProgressSteps, QueryFallback, Stack } from '@portal/shared/ui';
import { setupSteps, useSetup } from '../../setup.ts';
import { StepAction } from './step-action.tsx';
import { StepText } from './step-text.tsx';

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
