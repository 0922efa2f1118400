import type { MonthlyVatInvoiceDetail, TaxConversion } from '@portal/contract/monthly-vat-invoice-detail';
import type { Database, Queryable } from '../../database/database.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import { Big } from '../../listing/decimal.ts';
import { readEcbCsv } from './ecb-csv.ts';
import { findContradiction, findExchangeRate, insertExchangeRates } from './exchange-rates.repository.ts';
import { lastPublicationDay } from './publication-days.ts';

/**
 * Stores the rates of the European Central Bank's file, all or none. Returns how many were read and added. Throws an
 * OperatorError if the file is malformed or contradicts a stored rate.
 */
export async function loadExchangeRates(database: Database, text: string) {
  const rates = readEcbCsv(text);
  return database.asBackground(async (tx) => {
    const other = await findContradiction(tx, rates);
    if (other !== undefined) {
      throw new OperatorError(
        `The stored rate of ${other.currency.toUpperCase()} on ${other.day} is ${other.stored}, the file says ${other.given}. Nothing was stored. If the stored one is wrong, replace it by that of the file, with your reason, name and ticket: npm run -s exchange-rates:load -- --correct ${other.day} --currency ${other.currency} --reason "…" --actor … --key … <file>`,
      );
    }
    return { read: rates.length, added: await insertExchangeRates(tx, rates) };
  });
}

/** Days without a new rate that are normal: the European Central Bank publishes none at weekends and on holidays. */
const daysWithoutRate = 7;

const howToLoad =
  'Load the rates of the European Central Bank: npm run exchange-rates:load -- <eurofxref-hist.csv>';

interface RateOptions {
  /** Accepts an older rate while that of the day is not loaded yet. */
  isPreview?: boolean;
}

/** VAT that became chargeable on a day. */
export interface ChargeableVat {
  /** `YYYY-MM-DD` */
  day: string;
  amount: string;
  /** That of the document which is corrected; the day's unless given. */
  rate?: ExchangeRate | undefined;
}

type VatInEuro = Pick<
  MonthlyVatInvoiceDetail,
  'tax_currency' | 'tax_amount_in_tax_currency' | 'exchange_rate' | 'exchange_rate_source'
> & { tax_conversions?: TaxConversion[] };

/** The rate of a document that was issued before, as it states it. */
export type ExchangeRate = Partial<Pick<MonthlyVatInvoiceDetail, 'exchange_rate' | 'exchange_rate_source'>>;

/**
 * Returns the VAT of a document in euro (BT-6 and BT-111), each part with the latest reference rate of the day on which it became
 * chargeable (Directive 2006/112/EC, articles 91 and 230), or the given rate of the document that it corrects; nothing for
 * documents in euro and without VAT. Throws an OperatorError without a rate, or while that of the last day on which the bank has published
 * one is not loaded: a document with a guessed amount could not be corrected silently.
 */
export async function vatInEuro(
  db: Queryable,
  currency: string,
  parts: readonly ChargeableVat[],
  { isPreview = false }: RateOptions = {},
): Promise<Partial<VatInEuro>> {
  const taxed = parts.filter(({ amount }) => !new Big(amount).eq(0));
  if (currency === 'eur' || taxed.length === 0) return {};
  const conversions: TaxConversion[] = [];
  for (const part of taxed) conversions.push(convert(part, await rateOf(db, currency, part, isPreview)));
  const [first, ...others] = conversions;
  if (first !== undefined && others.every((other) => isSameRate(first, other))) {
    const { exchange_rate, exchange_rate_source } = first;
    const total = sumOf(conversions, 'tax_amount');
    if (total.eq(0)) return {};
    return {
      tax_currency: 'eur',
      tax_amount_in_tax_currency: inEuro(total, exchange_rate),
      exchange_rate,
      exchange_rate_source,
    };
  }
  return {
    tax_currency: 'eur',
    tax_amount_in_tax_currency: sumOf(conversions, 'tax_amount_in_tax_currency').toFixed(2),
    exchange_rate: null,
    exchange_rate_source: null,
    tax_conversions: conversions,
  };
}

type KnownRate = Pick<TaxConversion, 'exchange_rate' | 'exchange_rate_source'>;

async function rateOf(
  db: Queryable,
  currency: string,
  { day, rate = {} }: ChargeableVat,
  isPreview: boolean,
): Promise<KnownRate> {
  const { exchange_rate, exchange_rate_source } = rate;
  if (exchange_rate && exchange_rate_source) return { exchange_rate, exchange_rate_source };
  const found = await findExchangeRate(db, currency, day, daysWithoutRate);
  if (found === undefined) {
    throw new OperatorError(
      `There is no exchange rate of ${currency.toUpperCase()} for ${day}, nor for the ${daysWithoutRate} days before. ${howToLoad}`,
    );
  }
  const published = lastPublicationDay(day);
  if (!isPreview && found.day < published && !found.has_later) {
    throw new OperatorError(
      `The exchange rate of ${currency.toUpperCase()} of ${published}, which counts for ${day}, is not loaded yet; the newest one is that of ${found.day}. ${howToLoad}`,
    );
  }
  return { exchange_rate: found.rate, exchange_rate_source: `${found.source} ${found.day}` };
}

function convert({ day, amount }: ChargeableVat, rate: KnownRate): TaxConversion {
  return {
    date: day,
    tax_amount: amount,
    ...rate,
    tax_amount_in_tax_currency: inEuro(amount, rate.exchange_rate),
  };
}

function isSameRate(one: KnownRate, other: KnownRate): boolean {
  return one.exchange_rate === other.exchange_rate && one.exchange_rate_source === other.exchange_rate_source;
}

function sumOf(
  conversions: readonly TaxConversion[],
  amount: 'tax_amount' | 'tax_amount_in_tax_currency',
): Big {
  return conversions.reduce((sum, conversion) => sum.plus(conversion[amount]), new Big(0));
}

function inEuro(amount: string | Big, rate: string): string {
  return new Big(amount).div(rate).round(2).toFixed(2);
}
