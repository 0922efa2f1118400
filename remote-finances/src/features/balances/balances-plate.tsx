import { type Services, type ServiceType, serviceTypes } from '@portal/contract/services';
import { ApiError } from '@portal/shared/api';
import { useAction } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { useAddService, useServices } from '@portal/shared/session';
import {
  Button,
  Card,
  FailureNotice,
  Grid,
  QueryFallback,
  Skeleton,
  Stack,
  toast,
  unlessSecond,
  useRegionFocus,
} from '@portal/shared/ui';
import { ServiceBalanceCard } from './service-balance-card.tsx';

export default function BalancesPlate() {
  const { t } = useTranslation('financesLowBalanceAlertsSidebar');
  const services = useServices();
  return (
    <Card tabIndex={-1} title={t('plate.title')} icon="wallet">
      {services.data === undefined ? (
        <QueryFallback query={services} loading={<Skeleton shape="block" />} />
      ) : (
        <Balances services={services.data.services} />
      )}
    </Card>
  );
}

function Balances({ services }: Pick<Services, 'services'>) {
  const missing = serviceTypes.filter((type) => !services.some((service) => service.type === type));
  return (
    <Grid columns="l">
      {services.map((service) => (
        <ServiceBalanceCard key={service.service_id} service={service} />
      ))}
      {missing.map((type) => (
        <AddService key={type} type={type} />
      ))}
    </Grid>
  );
}

/** Offers a service that the account does not have yet. */
function AddService({ type }: { type: ServiceType }) {
  const { t } = useTranslation('financesLowBalanceAlertsSidebar');
  const openSetup = useAction('account-setup');
  const title = t(`service.${type}`);
  const { add, adding, error } = useAddService(() =>
    toast({ tone: 'success', text: t('plate.added', { service: title }) }),
  );
  const button = useRegionFocus();
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
            ref={button}
            theme="outline"
            size="medium"
            icon="plus"
            loading={adding === type}
            onClick={unlessSecond(() => add(type))}
          >
            {type === 'voicing' ? t('plate.addVoicing') : t('plate.addMessaging')}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
