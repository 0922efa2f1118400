import type { Movement } from '@portal/contract/statement';
import { stringify } from 'csv-stringify/sync';
import { DateTime } from 'luxon';
import { Big } from '../../listing/decimal.ts';
import { decimalSign, type StatementFile, statementWords } from './statement-file.ts';

/** A field: amounts are whole millionths, which the library writes as numbers. */
type Field = string | number | bigint;

/**
 * Writes the head of the file and returns a function that writes lines: a file of many lines is written in portions, between
 * which other requests are served. Fields that a spreadsheet would read as a formula are escaped; amounts are no text.
 */
export function statementCsv({ language, service, period, summary }: StatementFile) {
  const sign = decimalSign(language);
  const { texts, kind, details, documentOf } = statementWords(language, period.timezone);
  const write = (rows: readonly (readonly Field[])[], bom = false) =>
    stringify(
      rows.map((row) => [...row]),
      {
        bom,
        delimiter: sign === ',' ? ';' : ',',
        record_delimiter: 'windows',
        escape_formulas: true,
        cast: { bigint: (value) => decimalText(value, sign) },
      },
    );
  const moment = (value: string) =>
    DateTime.fromISO(value, { zone: period.timezone }).toFormat('yyyy-MM-dd HH:mm:ss');
  const zoned = (heading: string) => `${heading} (${period.timezone})`;
  const balance = (heading: string, day: string, amount: string): Field[] => [
    '',
    day,
    '',
    heading,
    '',
    '',
    '',
    millionths(amount),
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
    head: write([headings, balance(texts.opening, period.start_date, summary.opening_balance)], true),
    lines: (movements: readonly Movement[]) =>
      write(
        movements.map((movement) => [
          movement.line,
          moment(movement.booked),
          moment(movement.occurred),
          kind(movement.kind),
          details(movement),
          documentOf(movement),
          millionths(movement.amount),
          millionths(movement.balance_after),
          movement.currency.toUpperCase(),
        ]),
      ),
    foot: write([balance(texts.closing, period.end_date, summary.closing_balance)]),
  };
}

function millionths(amount: string): bigint {
  return BigInt(new Big(amount).times(1_000_000).toFixed(0));
}

/** Two decimals at least; an ASCII hyphen, because programs read it. */
function decimalText(value: bigint, sign: string): string {
  const text = new Big(value.toString()).div(1_000_000).toFixed(6);
  return text.replace(/0{1,4}$/, '').replace('.', sign);
}
