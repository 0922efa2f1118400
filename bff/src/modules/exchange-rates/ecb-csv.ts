import { currencies } from '@portal/contract/money';
import { parse } from 'csv-parse/sync';
import * as v from 'valibot';
import { OperatorError } from '../../errors/operator-error.ts';
import type { ExchangeRate } from './exchange-rates.repository.ts';

const headerSchema = v.pipe(
  v.array(v.string()),
  v.check((columns) => columns[0] === 'Date'),
);
const daySchema = v.pipe(v.string(), v.isoDate());
const rateSchema = v.pipe(
  v.string(),
  v.regex(/^\d{1,8}(?:\.\d{1,8})?$/),
  v.check((rate) => /[1-9]/.test(rate)),
);

/**
 * Reads the European Central Bank's file of euro reference rates, `eurofxref-hist.csv`: a row for each day, a column for each
 * currency, `N/A` where there is no rate. Returns the rates of the portal's currencies. Throws an OperatorError that names
 * the line of anything else.
 */
export function readEcbCsv(text: string): ExchangeRate[] {
  const [header = [], ...rows] = parse(text, { bom: true, relax_column_count: true, trim: true });
  if (!v.is(headerSchema, header)) throw new OperatorError('Line 1 is not the header of eurofxref-hist.csv.');
  const columns = currencies
    .filter((currency) => currency !== 'eur')
    .map((currency) => ({ currency, index: header.indexOf(currency.toUpperCase()) }));
  const missing = columns.find(({ index }) => index < 0);
  if (missing) throw new OperatorError(`There is no column ${missing.currency.toUpperCase()}.`);
  return rows.flatMap((row, line) =>
    columns.flatMap(({ currency, index }) => {
      const [day, rate] = [row[0], row[index]];
      if (rate === 'N/A') return [];
      if (!v.is(daySchema, day) || !v.is(rateSchema, rate))
        throw new OperatorError(`Line ${line + 2} has no day and rate of ${currency.toUpperCase()}.`);
      return [{ currency, day, rate, source: 'ECB' }];
    }),
  );
}
