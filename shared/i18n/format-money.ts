import { numberFormats } from './number-formats.ts';

export interface MoneyOptions {
  /** Decimals shown; 2 unless told otherwise. What is beyond them is cut toward −∞, so a balance is never flattered. */
  scale?: number | undefined;
}

export interface MoneyFormats {
  /** A decimal string with its currency (`eur`, `usd`); exact at any length. No amount gives a dash. */
  money: (amount: string | null | undefined, currency: string, options?: MoneyOptions) => string;
  /** A price per unit: 2 to 6 decimals. */
  rate: (amount: string | null | undefined, currency: string) => string;
}

/** Stands where there is no value. */
export const noValue = '–';

/** Money in one locale, always from decimal strings: a binary number would not be exact. */
export function moneyFormats(locale: string): MoneyFormats {
  const formats = numberFormats(locale);

  function formatOf(currency: string, min: number, max: number): Intl.NumberFormat {
    return formats({
      style: 'currency',
      currency: currency.toUpperCase(),
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: min,
      maximumFractionDigits: max,
      roundingMode: 'floor',
    });
  }

  return {
    money: (amount, currency, { scale = 2 } = {}) => {
      if (!isDecimal(amount)) return noValue;
      const format = formatOf(currency, scale, scale);
      // 0.004 is not nothing.
      return isBelow(amount, scale) ? `< ${format.format(smallest(scale))}` : format.format(amount);
    },
    rate: (amount, currency) => {
      if (!isDecimal(amount)) return noValue;
      const format = formatOf(currency, 2, 6);
      return isBelow(amount, 6) ? `< ${format.format(smallest(6))}` : format.format(amount);
    },
  };
}

function isDecimal(amount: string | null | undefined): amount is `${number}` {
  return typeof amount === 'string' && /^-?\d+(?:\.\d+)?$/.test(amount);
}

// A positive amount that would be shown as zero.
function isBelow(amount: string, scale: number): boolean {
  const [whole = '', fraction = ''] = amount.split('.');
  return /^0+$/.test(whole) && /^0*$/.test(fraction.slice(0, scale)) && /[1-9]/.test(fraction.slice(scale));
}

function smallest(scale: number): number {
  return 10 ** -scale;
}
