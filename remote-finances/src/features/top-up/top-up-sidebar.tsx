import { useTranslation } from '@portal/shared/i18n';
import { useProfile, useServices } from '@portal/shared/session';
import { EmptyState, Loader, QueryError } from '@portal/shared/ui';
import { NotConfigured } from './not-configured.tsx';
import { TopUp } from './top-up.tsx';

export default function TopUpSidebar() {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const profile = useProfile();
  const services = useServices();
  const failed = [profile, services].find(({ data, isError }) => data === undefined && isError);
  if (failed) {
    return <QueryError error={failed.error} onRetry={failed.refetch} isRetrying={failed.isFetching} />;
  }
  if (!profile.data || !services.data) return <Loader />;
  if (!profile.data.configured) return <NotConfigured />;
  if (services.data.services.length === 0) {
    return <EmptyState title={t('service.none')}>{t('service.noneText')}</EmptyState>;
  }
  return <TopUp services={services.data.services} hasCrypto={profile.data.crypto_enabled} />;
}
