import { type Profile, profileStatuses } from '@portal/contract/profile';
import { useTranslation } from '@portal/shared/i18n';
import { type BadgeTone, Card, DateTime, DetailList, Inline, StatusBadge, TextLink } from '@portal/shared/ui';
import { sidebars } from '../../paths.ts';
import { hasSecurity } from '../../security-features.ts';
import { useSidebarHref } from '../../use-sidebar-href.ts';
import { TaxRate } from './tax-rate.tsx';

/** How the account stands: its states, its VAT and its age. */
export function AccountCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const hrefOf = useSidebarHref();
  return (
    <Card
      title={t('account.title')}
      icon="shield"
      footer={
        hasSecurity(profile.features) && <TextLink href={hrefOf(sidebars.security)}>{t('security')}</TextLink>
      }
      actions={
        <Inline gap="2">
          <AccountStatus status={profile.status} />
          <StatusBadge tone={profile.configured ? 'success' : 'warning'}>
            {profile.configured ? t('account.configured') : t('account.notConfigured')}
          </StatusBadge>
        </Inline>
      }
    >
      <DetailList
        layout="grid"
        items={[
          profile.status_reason !== null && { term: t('account.reason'), description: profile.status_reason },
          { term: t('account.vat'), description: <TaxRate profile={profile} /> },
          { term: t('account.created'), description: <DateTime value={profile.created} show="date" /> },
        ]}
      />
    </Card>
  );
}

const tones: Record<(typeof profileStatuses)[number], BadgeTone> = {
  not_verified: 'neutral',
  pending: 'info',
  verified: 'success',
  rejected: 'error',
  suspended: 'error',
  closed: 'neutral',
};

function AccountStatus({ status }: Pick<Profile, 'status'>) {
  const { t } = useTranslation('profile');
  const known = profileStatuses.find((candidate) => candidate === status);
  if (known === undefined) return <StatusBadge tone="neutral">{status}</StatusBadge>;
  return <StatusBadge tone={tones[known]}>{t(`status.${known}`)}</StatusBadge>;
}
