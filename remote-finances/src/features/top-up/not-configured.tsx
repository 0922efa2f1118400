import { useAction } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { Button, NotificationBox } from '@portal/shared/ui';

/** Why no invoice can be issued yet, and the way to change that. */
export function NotConfigured() {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const openSetup = useAction('account-setup');
  return (
    <NotificationBox
      tone="warning"
      title={t('notConfigured.title')}
      actions={
        openSetup && (
          <Button size="medium" icon="rocket" onClick={() => openSetup()}>
            {t('notConfigured.action')}
          </Button>
        )
      }
    >
      {t('notConfigured.text')}
    </NotificationBox>
  );
}
