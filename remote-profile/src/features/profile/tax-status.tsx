import { type Profile, taxStatuses } from '@portal/contract/profile';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { type BadgeTone, StatusBadge } from '@portal/shared/ui';
import { TaxAnswerWatch } from './tax-answer-watch.ts';

const tones: Record<(typeof taxStatuses)[number], BadgeTone> = {
  unchecked: 'neutral',
  valid: 'success',
  invalid: 'error',
  unavailable: 'warning',
};

/** In a word what the register said of the tax number. */
export function TaxStatusBadge({ status }: { status: string | null }) {
  const { t } = useTranslation('profile');
  const known = knownStatus(status);
  if (known === undefined) return status && <StatusBadge tone="neutral">{status}</StatusBadge>;
  return <StatusBadge tone={tones[known]}>{t(`taxStatus.${known}`)}</StatusBadge>;
}

/** What it means, what it costs, and what can be done. A changed answer is read out. */
export function TaxAnswer({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const { date } = useFormat();
  const status = knownStatus(profile.tax_status);
  const isCharged = profile.tax_reason === 'tax_number_unchecked';
  const { tax_checked_at: checkedAt } = profile;
  return (
    <span role="status">
      {status === 'unchecked' && <TaxAnswerWatch />}
      {status === 'valid'
        ? checkedAt !== null && t('taxAnswer.valid', { date: date(checkedAt) })
        : status && t(`taxAnswer.${status}`)}{' '}
      {status && isCharged && t('tax.vatMeanwhile')}
    </span>
  );
}

function knownStatus(status: string | null) {
  return taxStatuses.find((candidate) => candidate === status);
}
