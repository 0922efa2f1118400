import { type ServiceType, serviceTypes } from '@portal/contract/services';
import { useTranslation } from '@portal/shared/i18n';
import { useServices } from '@portal/shared/session';
import { Grid, Plate } from '@portal/shared/ui';
import { AddService } from './add-service.tsx';
import { ServiceBalanceCard } from './service-balance-card.tsx';

export default function BalancesPlate() {
  const { t } = useTranslation('financesLowBalanceAlertsSidebar');
  const services = useServices();
  return (
    <Plate title={t('plate.title')} icon="wallet" query={services}>
      {({ services: owned }) => (
        <Grid columns="l">
          {owned.map((service) => (
            <ServiceBalanceCard key={service.service_id} service={service} />
          ))}
          {missingTypes(owned.map(({ type }) => type)).map((type) => (
            <AddService key={type} type={type} />
          ))}
        </Grid>
      )}
    </Plate>
  );
}

function missingTypes(owned: readonly string[]): readonly ServiceType[] {
  return serviceTypes.filter((type) => !owned.includes(type));
}
