import { useTranslation } from '@portal/shared/i18n';
import { useProfile, useServices } from '@portal/shared/session';
import { EmptyState, QueryFallback } from '@portal/shared/ui';
import { NotConfigured } from './not-configured.tsx';
import { TopUp } from './top-up.tsx';

export default function TopUpSidebar() {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const profile = useProfile();
  const services = useServices();
  if (profile.data === undefined) return <QueryFallback query={profile} />;
  if (services.data === undefined) return <QueryFallback query={services} />;
  if (!profile.data.configured) return <NotConfigured />;
  if (services.data.services.length === 0) {
    return <EmptyState title={t('service.none')}>{t('service.noneText')}</EmptyState>;
  }
  return <TopUp services={services.data.services} hasCrypto={profile.data.crypto_enabled} />;
}
