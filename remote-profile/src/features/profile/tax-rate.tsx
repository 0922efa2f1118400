import type { Profile } from '@portal/contract/profile';
import { useFormat, useTranslation } from '@portal/shared/i18n';

const reasons = [
  'country_missing',
  'provider_country',
  'reverse_charge',
  'tax_number_unchecked',
  'outside_eu',
] as const;

/** The VAT on the account's payments, and why it is charged. */
export function TaxRate({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const { dateLocale } = useFormat();
  const reason = reasons.find((known) => known === profile.tax_reason);
  const rate = profile.tax_value;
  if (!isNumeric(rate)) return <>–</>;
  // Straight from the decimal string: a rate is not to be rounded on its way.
  const percent = new Intl.NumberFormat(dateLocale, {
    style: 'unit',
    unit: 'percent',
    maximumFractionDigits: 2,
  });
  return (
    <>
      {percent.format(rate)}
      {reason && ` · ${t(`taxReason.${reason}`)}`}
    </>
  );
}

function isNumeric(text: string | null): text is `${number}` {
  return text !== null && /^-?\d+(?:\.\d+)?$/.test(text);
}
