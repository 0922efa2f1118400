import { type Language, localeOf } from '@portal/contract/language';
import { withMinusSign } from '@portal/contract/money';
import { DateTime } from 'luxon';
import * as v from 'valibot';
import { writtenDate } from '../listing/written-date.ts';

const decimalText = v.custom<`${number}`>(
  (value) => typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value),
);

/**
 * Formats an amount of money for a mail, as the screens do: in the locale of the customer's language, with two decimals,
 * rounded down, and a minus sign. Exact at any length, because the amount stays a decimal string.
 */
export function mailMoney(language: Language, amount: string, currency: string): string {
  const format = new Intl.NumberFormat(localeOf(language), {
    style: 'currency',
    currency: currency.toUpperCase(),
    currencyDisplay: 'narrowSymbol',
    roundingMode: 'floor',
  });
  return withMinusSign(format.format(v.parse(decimalText, amount)));
}

/** Formats a moment, now unless one is given, for a mail: the long date and the time in the customer's time zone. */
export function mailTime(language: Language, timeZone: string, moment: Date = new Date()): string {
  const locale = localeOf(language);
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  });
  return writtenDate(locale, format.formatToParts(moment));
}

/** Formats a day for a mail, such as 24 November 2026. */
export function mailDay(language: Language, day: DateTime): string {
  const locale = localeOf(language);
  return writtenDate(locale, day.setLocale(locale).toLocaleParts(DateTime.DATE_FULL));
}

/** Formats a month for a mail, such as November 2026. */
export function mailMonth(language: Language, day: DateTime): string {
  return day.setLocale(localeOf(language)).toLocaleString({ month: 'long', year: 'numeric' });
}
