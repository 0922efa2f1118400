import { type Profile, taxStatuses } from '@portal/contract/profile';
import { isOneOf } from '@portal/contract/response-member';
import { useQuery } from '@portal/shared/api';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { profileQuery } from '@portal/shared/session';
import { type BadgeTone, StatusBadge } from '@portal/shared/ui';
import { useState } from 'react';

const tones: Record<(typeof taxStatuses)[number], BadgeTone> = {
  unchecked: 'neutral',
  valid: 'success',
  invalid: 'error',
  unavailable: 'warning',
};

/** The reasons of a VAT that a confirmed tax number would end. */
const chargedReasons = ['tax_number_unchecked', 'tax_number_invalid'] as const;

/** The result of the check in one word; a status of a later server is shown as it is. */
export function TaxStatusBadge({ status }: { status: string | null }) {
  const { t } = useTranslation('profile');
  if (!isOneOf(taxStatuses, status)) return status && <StatusBadge tone="neutral">{status}</StatusBadge>;
  return <StatusBadge tone={tones[status]}>{t(`taxStatus.${status}`)}</StatusBadge>;
}

/** What the result means, what it costs, and what can be done. A new result is read out. */
export function TaxStatusText({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const { date } = useFormat();
  const status = isOneOf(taxStatuses, profile.tax_status) ? profile.tax_status : undefined;
  const isCharged = isOneOf(chargedReasons, profile.tax_reason);
  const { tax_checked_at: checkedAt } = profile;
  return (
    <span role="status">
      {status === 'unchecked' && <TaxStatusPolling />}
      {status === 'valid'
        ? checkedAt !== null && t('taxAnswer.valid', { date: date(checkedAt) })
        : status && t(`taxAnswer.${status}`)}{' '}
      {status && isCharged && t('tax.vatMeanwhile')}
    </span>
  );
}

const second = 1_000;
const minute = 60 * second;

/** Reads the profile repeatedly while the register has not responded. */
function TaxStatusPolling(): null {
  const [startMs] = useState(() => Date.now());
  useQuery({ ...profileQuery, refetchInterval: () => pause(Date.now() - startMs) });
  return null;
}

/** The register usually responds within seconds; endless polling would keep an idle session alive. */
function pause(waitedMs: number): number | false {
  if (waitedMs < minute) return 3 * second;
  return waitedMs < 10 * minute ? 30 * second : false;
}
