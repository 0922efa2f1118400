import type { Movement } from '@portal/contract/statement';
import { DateTime } from 'luxon';
import { Big } from '../../listing/decimal.ts';
import {
  byteOrderMark,
  type CsvDialect,
  csvDecimal,
  csvDialect,
  csvLine,
  csvText,
} from '../../spreadsheet/csv.ts';
import { type StatementFile, statementWords } from './statement-file.ts';

/**
 * Writes the head of the file and returns a function that writes lines: a file of many lines is written in portions, between
 * which other requests are served.
 */
export function statementCsv({ language, service, period, summary }: StatementFile) {
  const dialect = csvDialect(language);
  const { texts, kind, details, documentOf } = statementWords(language, period.timezone);
  const line = (fields: readonly string[]) => csvLine(fields, dialect);
  const moment = (value: string) =>
    DateTime.fromISO(value, { zone: period.timezone }).toFormat('yyyy-MM-dd HH:mm:ss');
  const zoned = (heading: string) => `${heading} (${period.timezone})`;
  const balance = (heading: string, day: string, amount: string) => [
    '',
    day,
    '',
    csvText(heading),
    '',
    '',
    '',
    decimal(amount, dialect),
    service.currency.toUpperCase(),
  ];
  const headings = [
    texts.line,
    zoned(texts.booked),
    zoned(texts.occurred),
    texts.movement,
    texts.details,
    texts.document,
    texts.amount,
    texts.balance,
    texts.currency,
  ];
  return {
    head:
      byteOrderMark +
      line(headings) +
      line(balance(texts.opening, period.start_date, summary.opening_balance)),
    lines: (movements: readonly Movement[]) =>
      movements
        .map((movement) =>
          line([
            String(movement.line),
            moment(movement.booked),
            moment(movement.occurred),
            csvText(kind(movement.kind)),
            csvText(details(movement)),
            csvText(documentOf(movement)),
            decimal(movement.amount, dialect),
            decimal(movement.balance_after, dialect),
            movement.currency.toUpperCase(),
          ]),
        )
        .join(''),
    foot: line(balance(texts.closing, period.end_date, summary.closing_balance)),
  };
}

/** Two decimals at least. */
function decimal(amount: string, dialect: CsvDialect): string {
  return csvDecimal(new Big(amount).toFixed(6).replace(/0{1,4}$/, ''), dialect);
}
