import { expect, test } from '@jest/globals';
import { languages, localeOf } from '@portal/contract/language';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { csvDecimal, csvDialect, csvLine, csvText } from '../../spreadsheet/csv.ts';
import { documentTexts } from '../documents/document-texts.ts';
import { type ExportFile, exportedFields, type HistoryValues, type Value } from './history-columns.ts';
import { csvOf } from './write-export.ts';

const hour = 3_600_000;
/** Zones whose clocks change by an hour and by half of one, and are offset by 45 minutes and by more than 13 hours. */
const clockChanges = {
  'Europe/Tallinn': '2026-10-25T01:00:00Z',
  'Australia/Lord_Howe': '2026-04-04T15:00:00Z',
  'Asia/Kathmandu': '2026-01-01T00:00:00Z',
  'Pacific/Chatham': '2026-09-26T14:00:00Z',
  'America/St_Johns': '2026-03-08T05:30:00Z',
  UTC: '2026-01-01T00:00:00Z',
} as const;

const part = fc.constantFrom(
  '=',
  '+',
  '-',
  '@',
  '0',
  '37',
  '1e5',
  "'",
  '"',
  ';',
  ',',
  '\r',
  '\n',
  '\t',
  'é',
  '＝',
  'Ж',
  'a b',
  '.',
);
const text = fc.oneof(
  fc.array(part, { maxLength: 6 }).map((parts) => parts.join('')),
  fc.bigInt({ min: 0n, max: 10n ** 15n }).map((number) => `+${number}`),
  fc.string(),
);
const optional = (value: fc.Arbitrary<Value>) => fc.option(value, { freq: 5 });
const count = fc.nat({ max: 1_000_000 });
const amount = fc.nat({ max: 10 ** 9 }).map((units) => (units / 10 ** 6).toFixed(6));
const words = fc.constantFrom(
  'outbound',
  'answered',
  'no_answer',
  'delivered',
  'other',
  'de',
  'GB',
  'qq',
  'xyz',
);
const numbers = {
  price: amount,
  duration_seconds: count,
  billed_seconds: count,
  pdd_ms: count,
  parts: count,
};
const wordFields = ['direction', 'country', 'result', 'status'];

/** Moments as PostgreSQL writes them, in the hours around a clock change, in the order of time and not. */
const momentNear = (change: string) =>
  fc.integer({ min: -3 * hour, max: 3 * hour }).chain((ms) =>
    fc.constantFrom('', '.9', '.123456').map((fraction) => {
      const at = new Date(Date.parse(change) + ms).toISOString().slice(0, 19);
      return `${at}${fraction}+00:00`;
    }),
  );

const file = fc
  .record({
    history: fc.constantFrom('calls' as const, 'messages' as const),
    language: fc.constantFrom(...languages),
    timezone: fc.constantFrom(...(Object.keys(clockChanges) as (keyof typeof clockChanges)[])),
    currency: fc.constantFrom('eur', 'usd'),
  })
  .map((chosen) => ({ ...chosen, format: 'csv' as const }));

const rowsOf = ({
  history,
  timezone,
}: {
  history: ExportFile['history'];
  timezone: keyof typeof clockChanges;
}) => {
  const [, ...fields] = exportedFields[history];
  const values = fields.map((name) => {
    if (name in numbers) return optional(numbers[name as keyof typeof numbers]);
    return optional(wordFields.includes(name) ? words : text);
  });
  return fc.array(fc.tuple(momentNear(clockChanges[timezone]), ...values), { maxLength: 12 });
};

/** Each value of each row on its own, without anything that is saved between them. */
function plainLines({ history, language, timezone, currency }: ExportFile, rows: readonly Value[][]): string {
  const dialect = csvDialect(language);
  const { directions, results, statuses } = documentTexts(language).histories;
  const named: Record<string, Readonly<Record<string, string>>> = {
    direction: directions,
    result: results,
    status: statuses,
  };
  const countries = new Intl.DisplayNames(localeOf(language), { type: 'region' });
  const fieldOf = (name: string, value: Value): string => {
    if (value === null) return '';
    if (name in numbers) return csvDecimal(String(value), dialect);
    if (name === 'country' && /^[a-z]{2}$/i.test(String(value)))
      return csvText(countries.of(String(value).toUpperCase()) ?? String(value));
    return csvText(named[name]?.[value] ?? String(value));
  };
  return rows
    .map(([moment, ...values]) => {
      const time = DateTime.fromISO(String(moment), { zone: timezone });
      const fields = values.map((value, index) => fieldOf(exportedFields[history][index + 1] ?? '', value));
      const price = exportedFields[history].indexOf('price');
      fields.splice(price, 0, currency.toUpperCase());
      return csvLine([time.toFormat('yyyy-MM-dd HH:mm:ss'), time.toFormat("'UTC'ZZ"), ...fields], dialect);
    })
    .join('');
}

test('lines are those of their values one by one, in every language and zone', () => {
  const cases = file.chain((chosen) => fc.tuple(fc.constant(chosen), rowsOf(chosen)));
  fc.assert(
    fc.property(cases, ([chosen, rows]) => {
      // More than a batch.
      const many = Array.from({ length: rows.length === 12 ? 50 : 1 }, () => rows).flat();
      const values: HistoryValues = exportedFields[chosen.history].map((_, field) =>
        many.length === 0 ? null : many.map((row) => row[field] ?? null),
      );
      expect(csvOf(chosen).lines(values).toString()).toBe(plainLines(chosen, many));
    }),
    { numRuns: 300 },
  );
});
