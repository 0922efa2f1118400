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

test.each([
  ['a missing file', verify, ['--offline', 'missing'], 'missing does not exist.'],
  ['a file in a file', verify, ['--offline', 'file/log'], 'does not exist: a part of its path is a file.'],
  ['a folder', 'modules/exchange-rates/load-exchange-rates.ts', ['.'], 'is a folder, not a file.'],
  ['a database that is away', verify, ['file'], 'The database is unavailable or overloaded (connect '],
  ['a database that is away', 'modules/billing/billing.ts', ['unmatched'], 'Repeat the command when it runs'],
])('a command says in a sentence what is wrong with %s', async (_what, command, args, sentence) => {
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
  const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) =>
    execFile(process.execPath, [program, ...args], { env }, (error, _stdout, stderr) =>
      resolve({ code: error?.code, output: stderr }),
    ),
  );
  expect(output.trim().split('\n')).toEqual([expect.stringContaining(sentence)]);
  expect(code).toBe(1);
});
