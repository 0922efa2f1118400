import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { loadConfig } from './config.ts';
import { problemsOf, productionEnv } from './production.fixtures.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portal-secret-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(text: string): string {
  const file = path.join(mkdtempSync(path.join(folder, 'secret-')), 'value');
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

const values: Record<string, string> = {
  DATABASE_URL: 'postgres://u:hunter2@127.0.0.1/portal',
  SMTP_URL: 'smtps://u:hunter2@mail.internal',
  SECRETS_KEY: Buffer.alloc(32, 5).toString('base64'),
  SECRETS_KEY_PREVIOUS: Buffer.alloc(32, 6).toString('base64'),
  OPS_TOKEN: 'hunter2'.repeat(5),
  RECAPTCHA_SECRET: 'hunter2hunter2',
  BTCPAY_API_KEY: 'hunter2hunter2',
  BTCPAY_WEBHOOK_SECRET: 'hunter2hunter2',
};
const secrets = Object.entries(values);

test.each(secrets)(
  'reads %s from the file of its setting, without the line break at the end',
  (name, value) => {
    for (const end of ['', '\n', '\r\n'])
      expect(loadConfig({ [`${name}_FILE`]: fileWith(value + end) })).toMatchObject({
        [name]: name === 'SECRETS_KEY_PREVIOUS' ? [value] : value,
      });
  },
);

test('starts a production whose secrets are all files', () => {
  const { SECRETS_KEY: key, SMTP_URL: mail, ...rest } = productionEnv;
  const files = { SECRETS_KEY_FILE: fileWith(`${key}\n`), SMTP_URL_FILE: fileWith(`${mail}\n`) };
  expect(loadConfig({ ...rest, ...files })).toMatchObject({ SECRETS_KEY: key, SMTP_URL: mail });
});

test.each(secrets)('refuses %s when its setting and its file are both given', (name, value) => {
  expect(problemsOf({ [name]: value, [`${name}_FILE`]: fileWith(value) })).toEqual([
    `${name}_FILE: ${name} is set, too; expected one of both`,
  ]);
});

test.each([
  ['a missing file', () => path.join(folder, 'missing'), 'the file cannot be read (ENOENT)'],
  ['a folder', () => folder, 'the file cannot be read (EISDIR)'],
  ['an empty file', () => fileWith(''), 'the file is empty'],
  ['a file with a line break only', () => fileWith('\n'), 'the file is empty'],
])('refuses %s as a secret, also in production', (_what, file, problem) => {
  const { SECRETS_KEY: _, ...rest } = productionEnv;
  expect(problemsOf({ ...rest, SECRETS_KEY_FILE: file() })).toEqual([`SECRETS_KEY_FILE: ${problem}`]);
});

test.each(secrets)('never repeats what a file contains: an invalid %s', (name) => {
  const problems = problemsOf({ [`${name}_FILE`]: fileWith('hunter 2') });
  expect(problems).toEqual([expect.stringMatching(`^${name}: expected `)]);
  expect(problems.join()).not.toContain('hunter');
});

test('applies the rules of production to what a file contains', () => {
  const { SMTP_URL: _, ...rest } = productionEnv;
  expect(problemsOf({ ...rest, SMTP_URL_FILE: fileWith('smtp://mail.internal') })).toEqual([
    expect.stringMatching(/^SMTP_URL: expected smtps:/),
  ]);
});
