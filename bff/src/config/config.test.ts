import { expect, test } from '@jest/globals';
import { type ConfigError, loadConfig } from './config.ts';

const production = {
  PORTAL_ENV: 'production',
  PUBLIC_URL: 'https://portal.example/',
  COMPOSITION_PUBLIC_KEY: 'A'.repeat(122),
  SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
  SMTP_URL: 'smtp://mail.example',
  VIES: 'vies',
  PROVIDER_NAME: 'Provider OÜ',
  PROVIDER_ADDRESS: 'Pikk 1, Tallinn',
  PROVIDER_TAX_NUMBER: 'EE100000010',
  PROVIDER_IBAN: 'EE382200221020145685',
  PROVIDER_BIC: 'HABAEE2X',
};

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
}

test('needs no settings locally', () => {
  expect(loadConfig({})).toMatchObject({
    PORT: 8080,
    HOST: '127.0.0.1',
    PORTAL_ENV: 'development',
    PUBLIC_URL: 'http://localhost:8080',
    COOKIE_SECURE: false,
    DEMO_ACCOUNT: true,
    DATA_DIR: 'var',
    PORTAL_DIR: 'var/portal',
  });
});

test('lists all problems together, with name and expected value', () => {
  const problems = problemsOf({
    PORT: 'eighty',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://x',
    SESSION_IDLE_MINUTES: '0',
  });
  expect(problems).toEqual([
    'PORT: expected a whole number from 0 to 65535',
    'LOG_LEVEL: expected fatal, error, warn, info, debug, trace or silent',
    'DATABASE_URL: expected an address that starts with postgres:// or postgresql://',
    'SESSION_IDLE_MINUTES: expected a whole number from 1 to 1440',
  ]);
});

test('never repeats the value in a problem', () => {
  const secret = 'hunter2';
  const problems = problemsOf({
    DATABASE_URL: `mysql://u:${secret}@h`,
    SMTP_URL: `http://u:${secret}@h`,
    PORT: secret,
    OPS_TOKEN: secret,
    SECRETS_KEY: secret,
  });
  expect(problems).toHaveLength(5);
  expect(problems.join()).not.toContain(secret);
});

test.each([
  ['https://files.example/portal/', 'https://files.example/portal'],
  ['https://files.example', 'https://files.example'],
])('reads %s as the address of the second copy', (given, expected) => {
  expect(loadConfig({ ALTERNATE_FILES_URL: given }).ALTERNATE_FILES_URL).toBe(expected);
});

test.each(['files.example', 'ftp://files.example', 'https://files.example/?a=b'])(
  'refuses %s as the address of the second copy',
  (given) => expect(() => loadConfig({ ALTERNATE_FILES_URL: given })).toThrow('ALTERNATE_FILES_URL'),
);

test('treats an empty value as not set', () => {
  expect(loadConfig({ PORT: '', SMTP_URL: ' ' })).toMatchObject({ PORT: 8080 });
});

test('accepts production with mail, https and no demonstration', () => {
  expect(loadConfig(production)).toMatchObject({
    PUBLIC_URL: 'https://portal.example',
    COOKIE_SECURE: true,
    DEMO_ACCOUNT: false,
  });
});

test.each([
  ['the demonstration account', { DEMO_ACCOUNT: 'true' }, /^DEMO_ACCOUNT: /],
  ['the development mailbox', { SMTP_URL: '' }, /^SMTP_URL: missing/],
  ['secrets sealed by a key on the same disk', { SECRETS_KEY: '' }, /^SECRETS_KEY: missing/],
  ['the local check of tax numbers', { VIES: '' }, /^VIES: expected vies or none/],
  ['cookies without Secure', { COOKIE_SECURE: 'false' }, /^COOKIE_SECURE: /],
  ['plain http', { PUBLIC_URL: 'http://portal.example' }, /^PUBLIC_URL: expected an https address/],
])('refuses %s in production', (_what, change, problem) => {
  expect(problemsOf({ ...production, ...change })).toEqual([expect.stringMatching(problem)]);
});

test('uses ALTCHA unless another bot check is chosen', () => {
  expect(loadConfig({})).toMatchObject({ BOT_CHECK: 'altcha' });
  expect(problemsOf({ BOT_CHECK: 'recaptcha' })).toEqual([
    expect.stringMatching(/^RECAPTCHA_SITE_KEY: missing/),
    expect.stringMatching(/^RECAPTCHA_SECRET: missing/),
  ]);
  expect(problemsOf({ RECAPTCHA_URL: 'http://siteverify.example/' })).toEqual([
    'RECAPTCHA_URL: expected an https address',
  ]);
});
