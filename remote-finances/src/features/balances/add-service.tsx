import type { ServiceType } from '@portal/contract/services';
import { ApiError } from '@portal/shared/api';
import { useAction } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { useAddService } from '@portal/shared/session';
import { Button, Card, FailureNotice, Stack, toast } from '@portal/shared/ui';

/** Stands where the balance of a service would be that the account does not have yet. */
export function AddService({ type }: { type: ServiceType }) {
  const { t } = useTranslation('financesLowBalanceAlertsSidebar');
  const openSetup = useAction('account-setup');
  const title = t(`service.${type}`);
  const { add, adding, error } = useAddService(() =>
    toast({ tone: 'success', text: t('plate.added', { service: title }) }),
  );
  const isNotConfigured = error instanceof ApiError && error.code === 'not_configured';
  const quickStart = openSetup && (
    <Button theme="outline" size="small" onClick={() => openSetup()}>
      {t('plate.quickStart')}
    </Button>
  );
  return (
    <Card title={title} icon={type === 'voicing' ? 'phone' : 'message'} headingLevel={3}>
      <Stack gap="3">
        <p>{t('plate.addText')}</p>
        <FailureNotice failure={error} actions={isNotConfigured && quickStart} />
        <div>
          <Button
            theme="outline"
            size="medium"
            icon="plus"
            loading={adding === type}
            onClick={() => add(type)}
          >
            {type === 'voicing' ? t('plate.addVoicing') : t('plate.addMessaging')}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
