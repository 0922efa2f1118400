import { type Profile, profileStatuses } from '@portal/contract/profile';
import { isOneOf } from '@portal/contract/response-member';
import { useTranslation } from '@portal/shared/i18n';
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
  useVatReasonTitle,
  VatReason,
} from '@portal/shared/ui';
import { hasSecurity, sidebars, useSidebarHref } from '../../paths.ts';

/** The account's status, its VAT and its age. */
export function AccountCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const { percent } = useDecimalFormat();
  const vatTitle = useVatReasonTitle();
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
          detail(vatTitle, profile.tax_reason, (reason) => (
            <VatReason reason={reason} country={profile.tax_country} rate={profile.tax_value} advice />
          )),
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
