import { currencies } from '@portal/contract/money';
import { DateTime } from 'luxon';
import * as v from 'valibot';
import { OperatorError } from '../../errors/operator-error.ts';
import { csvRecords } from '../../staff/csv-records.ts';
import type { ExchangeRate } from './exchange-rates.repository.ts';

const headerSchema = v.pipe(
  v.array(v.string()),
  v.check((columns) => columns[0] === 'Date'),
);
const daySchema = v.pipe(
  v.string(),
  v.isoDate(),
  v.check((day) => DateTime.fromISO(day).isValid),
);
const rateSchema = v.pipe(
  v.string(),
  v.regex(/^\d{1,8}(?:\.\d{1,8})?$/),
  v.check((rate) => /[1-9]/.test(rate)),
);

/**
 * Reads the European Central Bank's file of euro reference rates, `eurofxref-hist.csv`: a row for each day, a column for each
 * currency, `N/A` where there is no rate. Returns the rates of the portal's currencies. Throws an OperatorError that names
 * the line of anything else, also of one that may have been cut: half of a rate is a rate, such as 1.1 of 1.156.
 */
export function readEcbCsv(text: string): ExchangeRate[] {
  const [first, ...rows] = csvRecords(text);
  const header = first?.fields ?? [];
  if (!v.is(headerSchema, header)) throw new OperatorError('Line 1 is not the header of eurofxref-hist.csv.');
  const columns = currencies
    .filter((currency) => currency !== 'eur')
    .map((currency) => ({ currency, index: header.indexOf(currency.toUpperCase()) }));
  const missing = columns.find(({ index }) => index < 0);
  if (missing) throw new OperatorError(`There is no column ${missing.currency.toUpperCase()}.`);
  const last = rows.at(-1);
  if (last !== undefined && !/[\r\n]$/.test(text))
    throw new OperatorError(
      `Line ${last.line} has no line end, so the file may have been cut in it: download it again, or add a line end if it is complete. Nothing was stored.`,
    );
  // The bank is ahead of no zone in which this portal may run by more than a day.
  const latestDay = DateTime.utc().plus({ days: 1 }).toISODate();
  const lineOf = new Map<string, number>();
  return rows.flatMap(({ line, fields: row }) => {
    if (row.length !== header.length)
      throw new OperatorError(
        `Line ${line} has another number of columns than the header, ${row.length} instead of ${header.length}: download the file again. Nothing was stored.`,
      );
    return columns.flatMap(({ currency, index }) => {
      const [day, rate] = [row[0], row[index]];
      if (rate === 'N/A') return [];
      if (!v.is(daySchema, day) || !v.is(rateSchema, rate))
        throw new OperatorError(`Line ${line} has no day and rate of ${currency.toUpperCase()}.`);
      if (day > latestDay)
        throw new OperatorError(
          `Line ${line} has a rate of ${day}, which has not begun. Nothing was stored.`,
        );
      const earlier = lineOf.get(`${day} ${currency}`);
      if (earlier !== undefined)
        throw new OperatorError(`Line ${line} has the day of line ${earlier} again. Nothing was stored.`);
      lineOf.set(`${day} ${currency}`, line);
      return [{ currency, day, rate, source: 'ECB' }];
    });
  });
}
