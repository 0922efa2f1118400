import { useSidebar } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { useProfile } from '@portal/shared/session';
import { Button, Card, PageHeader, QueryFallback, Stack } from '@portal/shared/ui';
import { sidebars } from '../../paths.ts';
import { AccountCard } from './account-card.tsx';
import { CredentialsCard } from './credentials/credentials-card.tsx';
import { ProfileForm } from './profile-form.tsx';
import { ProfileSkeleton } from './profile-skeleton.tsx';
import { SetupHint } from './setup-hint.tsx';

/** Who the customer is, how the account stands, and what an integration needs. */
export default function ProfilePage() {
  const { t } = useTranslation('profile');
  const { open } = useSidebar();
  const profile = useProfile();
  const actions = (
    <>
      <Button theme="outline" size="medium" icon="lock" onClick={() => open(sidebars.password)}>
        {t('changePassword')}
      </Button>
      <Button theme="outline" size="medium" icon="headset" onClick={() => open(sidebars.support)}>
        {t('contactSupport')}
      </Button>
    </>
  );
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} actions={actions} />
      {profile.data === undefined ? (
        <QueryFallback query={profile} loading={<ProfileSkeleton />} />
      ) : (
        <Stack gap="6">
          <SetupHint />
          <AccountCard profile={profile.data} />
          <Card>
            <ProfileForm profile={profile.data} />
          </Card>
          <CredentialsCard profile={profile.data} />
        </Stack>
      )}
    </>
  );
}
