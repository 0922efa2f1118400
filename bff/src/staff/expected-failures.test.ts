import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'failures-'));
  writeFileSync(path.join(folder, 'file'), 'text\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

const verify = 'audit/audit-verify.ts';
const billing = 'modules/billing/billing.ts';
const rates = 'modules/exchange-rates/load-exchange-rates.ts';
const prices = 'modules/rates/prices-load.ts';
const imports = 'import/messages-import.ts';
const pricesFrom = ['--list', 'usual', '--currency', 'eur', 'file', '--from'];
const noDay = '--from is no day such as 2026-12-01, nor a time with its offset.';
const correct = ['--reason', 'Ticket 7', '--actor', 'anna', '--key', 'T-7', '--correct'];

test.each([
  ['a missing file', verify, ['--offline', 'missing'], 'missing does not exist.'],
  ['a file in a file', verify, ['--offline', 'file/log'], 'does not exist: a part of its path is a file.'],
  ['a folder', rates, ['.'], 'is a folder, not a file.'],
  ['a database that is away', verify, ['file'], 'The database is unavailable or overloaded (connect '],
  ['a database that is away', billing, ['unmatched'], 'Repeat the command when it runs'],
])('a command says in a sentence what is wrong with %s', async (_what, command, args, sentence) => {
  expect(await run(command, args)).toEqual({ lines: [expect.stringContaining(sentence)], code: 1 });
});

test.each([
  [billing, ['audit', '--dry-run'], '--dry-run is no option of this command.'],
  [billing, ['unmatched', '--payment', 'PF-2026-000318'], '--payment is no option of this command.'],
  [
    billing,
    ['payment', '--payment', 'PF-2026-000318', '--key', 'T-1'],
    '--key is no option of this command.',
  ],
  [billing, ['close', '--service', 'svc_vo_1'], '--service is no option of this command.'],
  [billing, ['credit', '--month', '2026-10'], '--month is no option of this command.'],
  [billing, ['close', '--month', '2999-01'], '--month 2999-01: it has not ended.'],
  [billing, ['credit', '--amount', '10.00', '--amount=20.00'], '--amount is given more than once.'],
  [imports, ['--column', 'a=b', '--column', 'c=d', 'file'], '--service is missing.'],
  [rates, [...correct, '27.11.2026', 'file'], '--correct: expected a day such as 2026-11-25.'],
  [rates, [...correct, '2026-11-31', 'file'], '--correct: expected a day such as 2026-11-25.'],
  [verify, ['--since', '2026-11-31', 'file'], '--since is no day such as 2026-11-01.'],
  [prices, [...pricesFrom, '2026-11-31'], noDay],
  [prices, [...pricesFrom, '2026-11-31T00:00:00Z'], noDay],
  [prices, [...pricesFrom, '2026-11-30T24:00:00Z'], noDay],
  [
    rates,
    [...correct, '2026-11-27', '--currency', 'USD', 'file'],
    '--currency: expected a currency such as usd.',
  ],
])('%s refuses %j', async (command, args, sentence) => {
  expect(await run(command, args)).toEqual({ lines: [sentence], code: 2 });
});

async function run(command: string, args: readonly string[]): Promise<{ lines: string[]; code: unknown }> {
  const program = path.join(import.meta.dirname, '..', command);
  const env = {
    PATH: process.env.PATH,
    PORTAL_ENV: 'test',
    INIT_CWD: folder,
    DATA_DIR: folder,
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    // No server listens there.
    DATABASE_URL: 'postgres://portal:portal@127.0.0.1:1/portal',
  };
  return new Promise((resolve) =>
    execFile(process.execPath, [program, ...args], { env }, (error, _stdout, stderr) =>
      resolve({ code: error?.code, lines: stderr.trim().split('\n') }),
    ),
  );
}
