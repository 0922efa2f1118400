import { useTranslation } from '@portal/shared/i18n';
import { useProfile } from '@portal/shared/session';
import { NotificationBox, QueryFallback, Stack } from '@portal/shared/ui';
import { hasSecurity } from '../../paths.ts';
import { SessionsSection } from './sessions-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';

/** Two-step verification and the open sessions. */
export default function SecuritySidebar() {
  const { t } = useTranslation('profileSecuritySidebar');
  const profile = useProfile();
  if (profile.data === undefined) return <QueryFallback query={profile} />;
  const { features } = profile.data;
  if (!hasSecurity(features)) return <NotificationBox>{t('unavailable')}</NotificationBox>;
  return (
    <Stack gap="6">
      {features['two_factor'] && <TwoFactorSection />}
      {features['sessions'] && <SessionsSection />}
    </Stack>
  );
}
