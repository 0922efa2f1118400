import { isOneOf } from '@portal/contract/response-member';
import { documentVatReasons, vatReasons } from '@portal/contract/vat';
import { useFormat, useTranslation } from '../../i18n/index.ts';
import { useDecimalFormat } from './use-decimal-format.ts';

const reasons = [...vatReasons, ...documentVatReasons] as const;
type Reason = (typeof reasons)[number];

interface VatReasonProps {
  /** One of the contract's reasons; a later one shows nothing. */
  reason: string | null;
  /** Where the VAT is charged or owed. */
  country: string | null;
  /** Percent. */
  rate: string | null;
  /** Also says what the customer can do about it. */
  advice?: boolean;
}

/** Why the customer is charged this VAT, in words. */
export function VatReason({ reason, country, rate, advice = false }: VatReasonProps) {
  const { t } = useTranslation('vat');
  const { countryName } = useFormat();
  const { percent } = useDecimalFormat();
  if (!isOneOf(reasons, reason)) return null;
  const values = {
    country: country === null ? '' : countryName(country),
    rate: rate === null ? '' : percent(rate),
  };
  const sentences = [
    t(`reason.${reason}`, values),
    isChargedAbroad(reason) && t('oss'),
    advice && hasAdvice(reason) && t(`next.${reason}`),
  ];
  return <>{sentences.filter(Boolean).join(' ')}</>;
}

/** "Why this VAT?" */
export function useVatReasonTitle(): string {
  return useTranslation('vat').t('title');
}

/** The country's own rate, although the provider is in another one. */
function isChargedAbroad(reason: Reason): boolean {
  return reason.startsWith('tax_number_');
}

const advised = [
  'country_missing',
  'tax_number_missing',
  'tax_number_unchecked',
  'tax_number_invalid',
] as const;

function hasAdvice(reason: Reason): reason is (typeof advised)[number] {
  return isOneOf(advised, reason);
}
