import { useSidebar } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { Button, NotificationBox } from '@portal/shared/ui';
import { sidebars } from '../../paths.ts';
import { setupSteps } from '../../setup/setup-steps.ts';
import { useSetup } from '../../setup/use-setup.ts';

/** How far the account is set up, until all of it is; it waits in silence for what it needs to know. */
export function SetupHint() {
  const { t } = useTranslation(['profile', 'profileQuickStart']);
  const { open } = useSidebar();
  const { setup } = useSetup();
  const total = setupSteps.length;
  const next = setup && setupSteps.find((step) => !setup.done.includes(step));
  if (!setup || !next) return null;
  return (
    <NotificationBox
      title={t('setup.title', { done: setup.done.length, total })}
      actions={
        <Button size="small" theme="outline" icon="rocket" onClick={() => open(sidebars.quickStart)}>
          {t('setup.open')}
        </Button>
      }
    >
      {t('setup.next', { step: t(`profileQuickStart:step.${next}`) })}
    </NotificationBox>
  );
}
