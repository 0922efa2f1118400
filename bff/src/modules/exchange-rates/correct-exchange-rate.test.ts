import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { commandEnv } from '../../testing/command-env.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { loadExchangeRates } from './exchange-rates.service.ts';

jest.setTimeout(120_000);
const portal = testPortal();
let folder = '';
let file = '';
// Read from a file that was cut, by a portal that did not notice.
const wrong = '2026-11-25,1.1,';
const right = '2026-11-25,1.156,';
const others = 'Date,USD,\n2026-11-26,1.16,\n2026-11-24,1.15,\n';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-correct-rate-'));
  file = path.join(folder, 'eurofxref-hist.csv');
  await loadExchangeRates(portal.database, `${others}${wrong}\n`);
  await writeFile(file, `${others}${right}\n`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const program = path.join(__dirname, 'load-exchange-rates.ts');
  const env = await commandEnv(portal, folder);
  return new Promise((resolve) =>
    execFile(process.execPath, [program, ...args, file], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    ),
  );
}
const why = (key: string) => ['--reason', 'The file was cut', '--actor', 'anna', '--key', key];
const stored = async () => {
  const rows = await portal.database.system.query<{ rate: string }>(
    sql`select trim_scale(rate)::text as rate from exchange_rates order by day`,
  );
  return rows.map(({ rate }) => rate);
};

/** A document in dollars that states a rate. */
async function givenDocument(number: string, detail: object) {
  const { account_id } = await portal.account({ currency: 'usd' });
  await portal.superuser.system.run(sql`
    insert into monthly_vat_invoices (account_id, monthly_vat_invoice_id, number, document_type, basis, issue_date, period_start,
      period_end, year, month, timezone, currency, language, net_amount, tax_amount, gross_amount, paid_amount, amount_due, tax_treatment, status,
      summary, detail)
    values (${account_id}, ${`mvi_${number}`}, ${number}, 'invoice', 'usage', '2026-12-01', '2026-11-01', '2026-11-30', 2026, 11, 'UTC',
      'usd', 'en', 100, 24, 124, 124, 0, 'standard', 'paid', '{}', ${JSON.stringify(detail)})`);
}

test('a file that contradicts a stored rate is refused, with the command that corrects it', async () => {
  const { code, stderr } = await run();
  expect(code).toBe(1);
  expect(stderr).toContain(
    'The stored rate of USD on 2026-11-25 is 1.1, the file says 1.156. Nothing was stored.',
  );
  expect(stderr).toContain('exchange-rates:load -- --correct 2026-11-25 --currency usd');
});

test('the staff replace a rate by that of the right file, once, with an audit record', async () => {
  const correct = (...more: string[]) => run('--correct', '2026-11-25', ...why('R-2'), ...more);
  expect((await correct('--dry-run')).stdout).toContain('dry run, nothing was changed');
  expect(await stored()).toEqual(['1.15', '1.1', '1.16']);
  const done = await correct();
  expect(done).toMatchObject({ code: 0, stderr: '' });
  expect(done.stdout).toBe(
    'exchange-rates:load R-2: done\n  currency: usd\n  day: 2026-11-25\n  before: 1.1\n  after: 1.156\n',
  );
  expect(await stored()).toEqual(['1.15', '1.156', '1.16']);
  expect((await correct()).stdout).toContain('was done before, nothing was changed');
  expect(JSON.parse((await readFile(path.join(folder, 'staff.log'), 'utf8')).trim())).toMatchObject({
    ...{ event: 'staff_action', actor: 'staff:anna', reason: 'The file was cut' },
    ...{ currency: 'usd', day: '2026-11-25', rate: '1.156' },
  });
  expect((await run()).stdout).toBe('3 rates read, 0 added.\n');
});

test.each([
  [1, ['--correct', '2026-11-24', ...why('R-3')], 'The stored rate of USD on 2026-11-24 is 1.15 already.'],
  [1, ['--correct', '2026-11-23', ...why('R-3')], 'The file has no rate of USD on 2026-11-23.'],
  [2, ['--correct', '2026-11-25', '--key', 'R-3'], '--actor is missing'],
  [2, ['--reason', 'The file was cut'], '--reason is for --correct only.'],
])('exit code %d for %j: %s', async (code, args, message) => {
  const refused = await run(...args);
  expect(refused.stderr).toContain(message);
  expect(refused.code).toBe(code);
});

test('a rate that a document states is not replaced, and the refusal says what to do', async () => {
  await givenDocument('2026-11-00007', { exchange_rate: '1.16', exchange_rate_source: 'ECB 2026-11-26' });
  await givenDocument('2026-11-00008', {
    exchange_rate: null,
    tax_conversions: [{ exchange_rate_source: 'ECB 2026-11-24' }, { exchange_rate_source: 'ECB 2026-11-26' }],
  });
  await givenDocument('2026-11-00009', { exchange_rate: '1.156', exchange_rate_source: 'ECB 2026-11-25' });
  await writeFile(file, (await readFile(file, 'utf8')).replace('1.16,', '1.17,'));
  const { code, stderr } = await run('--correct', '2026-11-26', ...why('R-1'));
  expect(code).toBe(1);
  expect(stderr).toContain('The rate 1.16 of USD on 2026-11-26 is not replaced');
  expect(stderr).toContain('they do not change: 2026-11-00007, 2026-11-00008. Give their numbers');
  expect(stderr).toContain('billing -- credit-note --invoice <number>');
  expect(await stored()).toEqual(['1.15', '1.156', '1.16']);
});
