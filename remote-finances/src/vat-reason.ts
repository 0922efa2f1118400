import { isOneOf } from '@portal/contract/response-member';
import { vatReasons } from '@portal/contract/vat';
import { useFormat, useTranslation } from '@portal/shared/i18n';

/** Returns why a VAT is charged or not, in words; null for a reason of a later server. The texts are those of the top-up. */
export function useVatReason() {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const { countryName } = useFormat();
  return ({ reason, country }: { reason: string; country: string | null }): string | null =>
    isOneOf(vatReasons, reason)
      ? t(`vatReason.${reason}`, { country: country === null ? '' : countryName(country) })
      : null;
}
