import type { ServiceType } from '@portal/contract/services';
import { ApiError } from '@portal/shared/api';
import { useSidebar } from '@portal/shared/area';
import { useErrorText, useTranslation } from '@portal/shared/i18n';
import { useAddService } from '@portal/shared/session';
import { Button, Card, NotificationBox, Stack, toast } from '@portal/shared/ui';
import { sidebars } from '../../paths.ts';

/** Stands where the balance of a service would be that the account does not have yet. */
export function AddService({ type }: { type: ServiceType }) {
  const { t } = useTranslation('financesLowBalanceAlertsSidebar');
  const title = t(`service.${type}`);
  const { add, adding, error } = useAddService(() =>
    toast({ tone: 'success', text: t('plate.added', { service: title }) }),
  );
  return (
    <Card title={title} icon={type === 'voicing' ? 'phone' : 'message'} headingLevel={3}>
      <Stack gap="3">
        <p>{t('plate.addText')}</p>
        {error !== null && <AdditionError error={error} />}
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

function AdditionError({ error }: { error: unknown }) {
  const { t } = useTranslation('financesLowBalanceAlertsSidebar');
  const { errorText } = useErrorText();
  const { open } = useSidebar();
  const isNotConfigured = error instanceof ApiError && error.code === 'not_configured';
  const quickStart = isNotConfigured && (
    <Button theme="outline" size="small" onClick={() => open(sidebars.quickStart)}>
      {t('plate.quickStart')}
    </Button>
  );
  return (
    <NotificationBox tone="error" live actions={quickStart}>
      {errorText(error)}
    </NotificationBox>
  );
}
