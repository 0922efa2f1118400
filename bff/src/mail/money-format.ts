import type { Language } from '@portal/contract/language';
import type { Currency } from '@portal/contract/money';
import * as v from 'valibot';

/** Returns a formatter that is exact at any length, because the amount stays a decimal string. */
export function moneyFormat(language: Language, currency: Currency): (amount: string) => string {
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: currency.toUpperCase(),
    roundingMode: 'floor',
  });
  return (amount) => format.format(v.parse(decimalText, amount));
}

const decimalText = v.custom<`${number}`>(
  (value) => typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value),
);
