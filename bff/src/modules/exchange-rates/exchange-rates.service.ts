import type { MonthlyVatInvoiceDetail } from '@portal/contract/monthly-vat-invoice-detail';
import type { Database, Queryable } from '../../database/database.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import { Big } from '../../listing/decimal.ts';
import { readEcbCsv } from './ecb-csv.ts';
import { findContradiction, findExchangeRate, insertExchangeRates } from './exchange-rates.repository.ts';

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
        `The stored rate of ${other.currency.toUpperCase()} on ${other.day} is ${other.stored}, the file says ${other.given}. Nothing was stored.`,
      );
    }
    return { read: rates.length, added: await insertExchangeRates(tx, rates) };
  });
}

/** Days without a new rate that are normal: the European Central Bank publishes none at weekends and on holidays. */
const daysWithoutRate = 7;

interface VatToConvert {
  currency: string;
  taxAmount: string;
  day: string;
  rate?: ExchangeRate | undefined;
}

type VatInEuro = Pick<
  MonthlyVatInvoiceDetail,
  'tax_currency' | 'tax_amount_in_tax_currency' | 'exchange_rate' | 'exchange_rate_source'
>;

/** The rate of a document that was issued before, as it states it. */
export type ExchangeRate = Partial<Pick<MonthlyVatInvoiceDetail, 'exchange_rate' | 'exchange_rate_source'>>;

/**
 * Returns the VAT of a document in euro (BT-6 and BT-111), with the latest reference rate of the day on which the VAT became
 * chargeable (Directive 2006/112/EC, articles 91 and 230), or the given rate of the document that it corrects; nothing for documents in
 * euro. Throws an OperatorError without
 * a rate: a document with a guessed amount could not be corrected silently.
 */
export async function vatInEuro(
  db: Queryable,
  { currency, taxAmount, day, rate: given = {} }: VatToConvert,
): Promise<Partial<VatInEuro>> {
  if (currency === 'eur') return {};
  const { exchange_rate, exchange_rate_source } = given;
  if (exchange_rate && exchange_rate_source) return convert(taxAmount, exchange_rate, exchange_rate_source);
  const found = await findExchangeRate(db, currency, day, daysWithoutRate);
  if (found === undefined) {
    throw new OperatorError(
      `There is no exchange rate of ${currency.toUpperCase()} for ${day}, nor for the ${daysWithoutRate} days before. Load the rates of the European Central Bank: npm run exchange-rates:load -- <eurofxref-hist.csv>`,
    );
  }
  return convert(taxAmount, found.rate, `${found.source} ${found.day}`);
}

function convert(taxAmount: string, rate: string, source: string): VatInEuro {
  return {
    tax_currency: 'eur',
    tax_amount_in_tax_currency: new Big(taxAmount).div(rate).round(2).toFixed(2),
    exchange_rate: rate,
    exchange_rate_source: source,
  };
}
