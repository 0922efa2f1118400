import { withMinusSign } from '@portal/contract/money';

export interface MoneyOptions {
  /** Number of decimals; 2 by default. */
  scale?: number | undefined;
  /** By default down (toward −∞), so that a balance is never overstated. Costs and average prices are rounded to the nearest, as on documents. */
  rounding?: 'floor' | 'halfExpand' | undefined;
}

export interface MoneyFormats {
  /** An amount as a decimal string, with its currency (`eur`, `usd`); exact at any length. */
  money: (amount: string | null | undefined, currency: string, options?: MoneyOptions) => string;
  /** A price per unit, with 2 to 6 decimals. */
  rate: (amount: string | null | undefined, currency: string) => string;
}

/** Shown for a missing value. */
export const noValue = '–';

/** Decimals of prices: a line of an invoice states as many as give its amount. */
const rateScale = 12;

/** Formats of money in one locale. Amounts are decimal strings, because a binary number would not be exact. */
export function moneyFormats(locale: string): MoneyFormats {
  const formats = numberFormats(locale);

  function formatOf(
    currency: string,
    min: number,
    max: number,
    rounding?: MoneyOptions['rounding'],
  ): NumberFormat {
    return formats({
      style: 'currency',
      currency: currency.toUpperCase(),
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: min,
      maximumFractionDigits: max,
      roundingMode: rounding ?? 'floor',
    });
  }

  return {
    money: (amount, currency, { scale = 2, rounding } = {}) => {
      if (!isDecimal(amount)) return noValue;
      const format = formatOf(currency, scale, scale, rounding);
      // 0.004 must not be shown as zero.
      return isBelow(amount, scale) ? `< ${format.format(smallest(scale))}` : format.format(amount);
    },
    rate: (amount, currency) =>
      isDecimal(amount) ? formatOf(currency, 2, rateScale).format(amount) : noValue,
  };
}

/** Formats numbers and decimal strings, with the minus sign U+2212 in every locale. */
export interface NumberFormat {
  format: (value: number | `${number}`) => string;
}

/** A cache of number formats in one locale: creating a format takes longer than formatting a table of numbers. */
export function numberFormats(locale: string): (options?: Intl.NumberFormatOptions) => NumberFormat {
  const formats = new Map<string, NumberFormat>();
  return (options = {}) => {
    const key = JSON.stringify(options);
    const format = formats.get(key) ?? withMinus(new Intl.NumberFormat(locale, options));
    formats.set(key, format);
    return format;
  };
}

function withMinus(format: Intl.NumberFormat): NumberFormat {
  return { format: (value) => withMinusSign(format.format(value)) };
}

function isDecimal(amount: string | null | undefined): amount is `${number}` {
  return typeof amount === 'string' && /^-?\d+(?:\.\d+)?$/.test(amount);
}

/** Whether a positive amount would be shown as zero. */
function isBelow(amount: string, scale: number): boolean {
  const [whole = '', fraction = ''] = amount.split('.');
  return /^0+$/.test(whole) && /^0*$/.test(fraction.slice(0, scale)) && /[1-9]/.test(fraction.slice(scale));
}

function smallest(scale: number): number {
  return 10 ** -scale;
}
