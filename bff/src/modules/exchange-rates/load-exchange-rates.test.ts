import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { commandEnv } from '../../testing/command-env.ts';
import { testPortal } from '../../testing/test-portal.ts';

jest.setTimeout(120_000);
const portal = testPortal();
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-rates-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the command loads a file beside a running portal, whose role creates no tables', async () => {
  const file = path.join(folder, 'eurofxref-hist.csv');
  await writeFile(file, 'Date,USD,\n2026-10-30,1.1436,\n2026-10-29,1.1402,\n');
  const program = path.join(__dirname, 'load-exchange-rates.ts');
  const env = await commandEnv(portal, folder);
  const { stdout } = await promisify(execFile)(process.execPath, [program, file], { env });
  expect(stdout).toBe('2 rates read, 2 added.\n');
  expect(
    await portal.database.system.query(
      sql`select day::text, round(rate, 4)::text as rate from exchange_rates order by day`,
    ),
  ).toEqual([
    { day: '2026-10-29', rate: '1.1402' },
    { day: '2026-10-30', rate: '1.1436' },
  ]);
});
