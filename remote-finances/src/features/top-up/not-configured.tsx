import { useSidebar } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { Button, NotificationBox } from '@portal/shared/ui';
import { sidebars } from '../../paths.ts';

/** Why no invoice can be issued yet, and the way to change that. */
export function NotConfigured() {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const { open } = useSidebar();
  return (
    <NotificationBox
      tone="warning"
      title={t('notConfigured.title')}
      actions={
        <Button size="medium" icon="rocket" onClick={() => open(sidebars.quickStart)}>
          {t('notConfigured.action')}
        </Button>
      }
    >
      {t('notConfigured.text')}
    </NotificationBox>
  );
}
