import { taxStatuses } from '@portal/contract/profile';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { type BadgeTone, StatusBadge, TextField } from '@portal/shared/ui';
import { LockReason } from './lock-reason.tsx';
import type { ProfileSectionProps } from './profile-section.ts';
import { fieldId } from './use-linked-field.ts';
import { taxNumberExample } from './use-profile-form.ts';

/** The tax number: how it is written in the country, and what the register said of it. */
export function TaxNumberField({ profile, form }: ProfileSectionProps) {
  const { t } = useTranslation('profile');
  const { countryName } = useFormat();
  const { country } = form.values;
  const hint =
    country === ''
      ? t('tax.countryFirst')
      : t('tax.example', { country: countryName(country), example: taxNumberExample(country) });
  const isLocked = !profile.tax_number_can_edit;
  return (
    <TextField
      id={fieldId('tax_number')}
      label={t('field.taxNumber')}
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      readOnly={isLocked}
      aside={profile.tax_number !== null && <TaxStatus status={profile.tax_status} />}
      description={isLocked ? <LockReason field="taxNumber" /> : hint}
      {...form.field('tax_number')}
    />
  );
}

const tones: Record<(typeof taxStatuses)[number], BadgeTone> = {
  unchecked: 'neutral',
  valid: 'success',
  invalid: 'error',
  unavailable: 'warning',
};

function TaxStatus({ status }: { status: string | null }) {
  const { t } = useTranslation('profile');
  const known = taxStatuses.find((candidate) => candidate === status);
  if (known === undefined) return status && <StatusBadge tone="neutral">{status}</StatusBadge>;
  return <StatusBadge tone={tones[known]}>{t(`taxStatus.${known}`)}</StatusBadge>;
}
