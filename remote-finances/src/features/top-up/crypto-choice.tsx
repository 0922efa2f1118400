import type { CryptoOption } from '@portal/contract/top-up-quote';
import { useTranslation } from '@portal/shared/i18n';
import { RadioCards } from '@portal/shared/ui';

interface CryptoChoiceProps {
  options: readonly CryptoOption[];
  value: string | undefined;
  onChange: (asset: string) => void;
}

/** The crypto currencies and networks that the provider accepts; nothing where there is no choice. */
export function CryptoChoice({ options, value, onChange }: CryptoChoiceProps) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const [first] = options;
  if (first === undefined || options.length === 1) return null;
  return (
    <RadioCards
      label={t('asset')}
      options={options.map((option) => ({
        value: assetOf(option),
        title: option.pay_currency.toUpperCase(),
        description: option.network_title,
      }))}
      value={value ?? assetOf(first)}
      onChange={onChange}
    />
  );
}

/**
 * `usdt/tron` → `USDT – Tron (TRC-20)`, in the words of the choice. While none is chosen, the first option is paid; none is named while the
 * options are not known.
 */
export function assetTitles(chosen: string | undefined, options: readonly CryptoOption[] = []): string[] {
  const option = chosen === undefined ? options[0] : options.find((one) => assetOf(one) === chosen);
  const [currency, network] = option
    ? [option.pay_currency, option.network_title]
    : (chosen?.split('/') ?? []);
  return currency === undefined ? [] : [`${currency.toUpperCase()} – ${network ?? ''}`];
}

/** The option's name in a draft: `usdt/tron`. */
function assetOf({ pay_currency, network }: CryptoOption): string {
  return `${pay_currency}/${network}`;
}
