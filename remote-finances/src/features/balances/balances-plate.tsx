import { type Services, type ServiceType, serviceTypes } from '@portal/contract/services';
import { useTranslation } from '@portal/shared/i18n';
import { useServices } from '@portal/shared/session';
import { Card, Grid, QueryFallback, Skeleton } from '@portal/shared/ui';
import { AddService } from './add-service.tsx';
import { ServiceBalanceCard } from './service-balance-card.tsx';

export default function BalancesPlate() {
  const { t } = useTranslation('financesLowBalanceAlertsSidebar');
  const services = useServices();
  return (
    <Card title={t('plate.title')} icon="wallet">
      {services.data === undefined ? (
        <QueryFallback query={services} loading={<Skeleton shape="block" />} />
      ) : (
        <Balances services={services.data.services} />
      )}
    </Card>
  );
}

function Balances({ services }: Pick<Services, 'services'>) {
  return (
    <Grid columns="l">
      {services.map((service) => (
        <ServiceBalanceCard key={service.service_id} service={service} />
      ))}
      {missingTypes(services.map(({ type }) => type)).map((type) => (
        <AddService key={type} type={type} />
      ))}
    </Grid>
  );
}

function missingTypes(owned: readonly string[]): readonly ServiceType[] {
  return serviceTypes.filter((type) => !owned.includes(type));
}
