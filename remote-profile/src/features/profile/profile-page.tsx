import { useSidebar } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { useProfile } from '@portal/shared/session';
import {
  Button,
  Card,
  Loader,
  NotificationBox,
  PageHeader,
  QueryFallback,
  Skeleton,
  Stack,
} from '@portal/shared/ui';
import { sidebars } from '../../paths.ts';
import { setupSteps, useSetup } from '../../setup.ts';
import { AccountCard } from './account-card.tsx';
import { CredentialsCard } from './credentials/credentials-card.tsx';
import { ProfileForm } from './form/profile-form.tsx';
import { WebhooksCard } from './webhooks/webhooks-card.tsx';

/** The account's status, the customer's details, and, when there is an API for it, the credentials of an integration. */
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
          {/* Nothing accepts the credentials before there is an API for them. */}
          {profile.data.features['account_api'] === true && <CredentialsCard profile={profile.data} />}
          {profile.data.features['webhooks'] === true && <WebhooksCard />}
        </Stack>
      )}
    </>
  );
}

/** How far the account is set up; nothing while that is unknown, and once all steps are done. */
function SetupHint() {
  const { t } = useTranslation(['profile', 'profileQuickStart']);
  const { open } = useSidebar();
  const { setup } = useSetup();
  const total = setupSteps.length;
  const next = setup && setupSteps.find((step) => !setup.done.includes(step));
  if (!setup || !next) return null;
  return (
    <NotificationBox
      title={t('setup.title', { done: setup.done.length, total })}
      actions={
        <Button size="small" theme="outline" icon="rocket" onClick={() => open(sidebars.quickStart)}>
          {t('setup.open')}
        </Button>
      }
    >
      {t('setup.next', { step: t(`profileQuickStart:step.${next}`) })}
    </NotificationBox>
  );
}

function ProfileSkeleton() {
  return (
    <Stack gap="6">
      <Loader />
      <Card>
        <Skeleton shape="text" lines={4} />
      </Card>
      <Card>
        <Skeleton shape="block" lines={3} />
      </Card>
    </Stack>
  );
}
