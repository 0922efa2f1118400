// Exports calls with texts that spreadsheets run as formulas or change, as CSV and XLSX through HTTP, and reads the files back.
import { parseArgs } from 'node:util';
import { readXlsx } from '@portal/testbed/fixtures/read-xlsx';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { type CheckBff, withBff } from '../harness/bff.ts';
import { addCustomer, addService, must } from '../harness/bff-customer.ts';
import { type CheckCase, reportCases } from '../harness/report.ts';

const count = 10_000;
/** What a spreadsheet runs, or what ends a field, a line or an element. NUL is no text for PostgreSQL. */
const beginnings = [
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '＝',
  '＋',
  '－',
  '＠',
  "'",
  '"',
  ';',
  ',',
  '00',
  ' =',
  '_x000D_',
];
/** The columns with free text, by their place in the file. */
const columns = { number_from: 3, number_to: 4, destination: 6, call_id: 14 } as const;
const names = Object.keys(columns) as (keyof typeof columns)[];

const { values } = parseArgs({ args: process.argv.slice(3), options: { seed: { type: 'string' } } });
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const text = fc
  .tuple(
    fc.constantFrom(...beginnings),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom('', '\r\n', '"', '1+1', "cmd|' /C calc'!A0"),
  )
  .map((parts) => parts.join('').replaceAll('\0', ''));
const texts = fc.sample(text, { numRuns: count, seed });
/** Each row has other texts in each of its columns, so that all texts stand in all columns. */
const expected = texts.map((_, row) =>
  names.map((_name, column) => texts[(row + column * 2_500) % count] ?? ''),
);

await withBff(
  async (bff) => {
    const customer = await addCustomer(bff.url);
    const service = await addService(customer.client, 'voicing');
    await insertCalls(bff, service);
    const cookie = Object.entries(customer.client.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    const cases: CheckCase[] = [];
    for (const [language, delimiter] of [
      ['en', ','],
      ['de', ';'],
    ] as const) {
      await must(customer.client, 'PUT', '/v1/accounts/profile', { language });
      const exported = async (format: string) => {
        const path = `/v1/services/${service}/cdr/export?order=started&format=${format}`;
        const response = await fetch(`${bff.url}${path}`, { headers: { cookie } });
        return Buffer.from(await response.arrayBuffer());
      };
      const csv: string[][] = parse(await exported('csv'), {
        bom: true,
        delimiter,
        record_delimiter: '\r\n',
      });
      const fields = csv.slice(1).map((row) => names.map((name) => row[columns[name]] ?? ''));
      cases.push(
        {
          name: `${language}: no field of ${fields.length} lines of CSV is a formula`,
          problems: first(fields.flat().filter((field) => /^[=+\-@\t\r\n\0＝＋－＠]/.test(field))),
        },
        {
          name: `${language}: no part of a field is a formula where other spreadsheets separate fields and lines`,
          problems: first(fields.flat().filter((field) => /[,;|\t\r\n][=+\-@\t\r＝＋－＠]/.test(field))),
        },
        {
          name: `${language}: without the apostrophes, ${fields.flat().length} fields are the stored texts`,
          problems: differences(
            fields.map((row) => row.map((field) => withoutAdded(field.replace(/^'/, '')))),
            withoutAdded,
          ),
        },
      );
      const cells = readXlsx(await exported('xlsx')).slice(1);
      cases.push({
        name: `${language}: ${cells.length} rows of the workbook are texts, equal to the stored ones`,
        problems: differences(cells.map((row) => names.map((name) => row[columns[name]]))),
      });
    }
    reportCases('spreadsheet-injection', cases, [`${texts.length} texts, seed ${seed}`]);
  },
  { RATE_LIMIT_FACTOR: '100000', DATABASE_TIMEOUT_SECONDS: '60' },
);

async function insertCalls({ database }: CheckBff, service: string): Promise<void> {
  const rows = expected.map((row, index) => ({
    index,
    ...Object.fromEntries(names.map((name, at) => [name, row[at]])),
  }));
  await database.query(
    `insert into cdrs (account_id, service_id, cdr_id, call_id, direction, started, ended, number_from, number_to, destination,
       result, duration_seconds, billed_seconds, price)
     select s.account_id, s.service_id, 'cdr_' || r.index, r.call_id, 'outbound', now() - interval '20 hours' + r.index * interval '1 second',
       now(), r.number_from, r.number_to, r.destination, 'answered', 60, 60, 0.012
     from services s, jsonb_to_recordset($2) r (index int, call_id text, number_from text, number_to text, destination text)
     where s.service_id = $1`,
    [service, JSON.stringify(rows)],
  );
}

/** Without the apostrophes before what would be a formula behind a separator or a line break. */
function withoutAdded(text: string): string {
  return text.replace(/([,;|\t\r\n])'(?=[=+\-@\t\r＝＋－＠])/g, '$1');
}

function differences(rows: readonly (readonly unknown[])[], simplify = (text: string) => text): string[] {
  if (rows.length !== count) return [`${rows.length} rows`];
  return first(
    rows.flatMap((row, index) =>
      row.flatMap((value, column) =>
        value === simplify(expected[index]?.[column] ?? '')
          ? []
          : [`${JSON.stringify(expected[index]?.[column])} is ${JSON.stringify(value)}`],
      ),
    ),
  );
}

function first(problems: readonly string[]): string[] {
  return problems.length > 5
    ? [...problems.slice(0, 5).map(String), `${problems.length} in all`]
    : [...problems];
}
