import { useSidebar } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { useProfile, useServices } from '@portal/shared/session';
import { EmptyState, QueryFallback, Stack } from '@portal/shared/ui';
import { AlertForm } from './alert-form.tsx';

export default function LowBalanceAlertsSidebar() {
  const { t } = useTranslation('financesLowBalanceAlertsSidebar');
  const { params } = useSidebar();
  const profile = useProfile();
  const services = useServices();
  if (services.data === undefined) return <QueryFallback query={services} />;
  if (services.data.services.length === 0) {
    return <EmptyState title={t('none')}>{t('noneText')}</EmptyState>;
  }
  // The service named in the URL comes first.
  const isNamed = (id: string) => Number(id === params['service_id']);
  const sorted = services.data.services.toSorted((a, b) => isNamed(b.service_id) - isNamed(a.service_id));
  return (
    <Stack gap="6">
      {profile.data && (
        <p>
          {t('intro', { email: profile.data.email })} {t('compared')}
        </p>
      )}
      {sorted.map((service) => (
        <AlertForm key={service.service_id} service={service} />
      ))}
    </Stack>
  );
}
