import { type Profile, profileStatuses } from '@portal/contract/profile';
import { isOneOf } from '@portal/contract/response-member';
import { vatReasons } from '@portal/contract/vat';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import {
  type BadgeTone,
  Card,
  DateTime,
  DetailList,
  detail,
  Inline,
  StatusBadge,
  TextLink,
  useDecimalFormat,
} from '@portal/shared/ui';
import { hasSecurity, sidebars, useSidebarHref } from '../../paths.ts';

/** The account's status, its VAT and its age. */
export function AccountCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const { percent } = useDecimalFormat();
  const vatReason = useVatReason(profile);
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
          detail(t('account.reason'), profile.status_reason),
          detail(t('account.vat'), profile.tax_value, percent),
          detail(t('vatReason.title'), vatReason),
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
  return isOneOf(profileStatuses, status) ? (
    <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>
  ) : (
    <StatusBadge tone="neutral">{status}</StatusBadge>
  );
}

/** Why the account has its VAT, in words; null for a reason of a later server. */
function useVatReason({ tax_reason: reason, country }: Profile): string | null {
  const { t } = useTranslation('profile');
  const { countryName } = useFormat();
  if (!isOneOf(vatReasons, reason)) return null;
  return t(`vatReason.${reason}`, { country: country === null ? '' : countryName(country) });
}
