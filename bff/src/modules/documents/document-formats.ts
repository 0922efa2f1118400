import { type Language, localeOf } from '@portal/contract/language';
import { withMinusSign } from '@portal/contract/money';
import * as v from 'valibot';
import { writtenDate } from '../../listing/written-date.ts';

const decimalText = v.custom<`${number}`>(
  (value) => typeof value === 'string' && /^-?\d+(?:\.\d+)?(?:e-2)?$/.test(value),
);
const day: Intl.DateTimeFormatOptions = { dateStyle: 'long', timeZone: 'UTC' };

/** How a document writes values: in the locale of its language, with a minus sign, exact at any length. */
export interface DocumentFormats {
  /** Two decimals. */
  money(amount: string, currency: string): string;
  /** The price of one unit: two decimals, up to six where it has them. */
  price(amount: string, currency: string): string;
  /** With the decimals that it has. */
  quantity(amount: string): string;
  /** `24` is twenty-four per cent. */
  percent(rate: string): string;
  /** A calendar day, `YYYY-MM-DD`, in words. */
  date(day: string): string;
  /** Two calendar days, with what they share written once. */
  period(start: string, end: string): string;
  /** `YYYY-MM` as month and year. */
  month(month: string): string;
  country(code: string): string;
  /** The plural category of a number. */
  plural(amount: string): Intl.LDMLPluralRule;
}

const withDecimals = (digits: number) => ({ minimumFractionDigits: digits, maximumFractionDigits: digits });
const cached = new Map<Language, DocumentFormats>();

export function documentFormats(language: Language): DocumentFormats {
  const known = cached.get(language) ?? createFormats(localeOf(language));
  cached.set(language, known);
  return known;
}

function createFormats(locale: string): DocumentFormats {
  const numberFormats = new Map<string, Intl.NumberFormat>();
  const number = (amount: string, options: Intl.NumberFormatOptions) => {
    const key = JSON.stringify(options);
    const format = numberFormats.get(key) ?? new Intl.NumberFormat(locale, options);
    numberFormats.set(key, format);
    return withMinusSign(format.format(v.parse(decimalText, amount)));
  };
  const currencyOf = (currency: string) =>
    ({ style: 'currency', currency: currency.toUpperCase(), currencyDisplay: 'narrowSymbol' }) as const;
  const dates = new Intl.DateTimeFormat(locale, day);
  const months = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' });
  const countries = new Intl.DisplayNames(locale, { type: 'region' });
  const plurals = new Intl.PluralRules(locale);
  return {
    money: (amount, currency) => number(amount, currencyOf(currency)),
    price: (amount, currency) => number(amount, { ...currencyOf(currency), maximumFractionDigits: 12 }),
    quantity: (amount) => number(amount, withDecimals(amount.split('.')[1]?.length ?? 0)),
    percent: (rate) => number(`${rate}e-2`, { style: 'percent', maximumFractionDigits: 2 }),
    date: (date) => writtenDate(locale, dates.formatToParts(new Date(date))),
    period: (start, end) => writtenDate(locale, dates.formatRangeToParts(new Date(start), new Date(end))),
    month: (month) => months.format(new Date(`${month}-01`)),
    country: (code) => countries.of(code.toUpperCase()) ?? code.toUpperCase(),
    plural: (amount) => plurals.select(Number(amount)),
  };
}
