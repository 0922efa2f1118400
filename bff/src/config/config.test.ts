import { expect, test } from '@jest/globals';
import { loadConfig } from './config.ts';
import { problemsOf, productionEnv } from './production.fixtures.ts';

const production = { ...productionEnv, VIES: 'vies', TRUSTED_PROXIES: '10.0.0.0/8' };

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

test.each(['/nowhere/authority.pem', import.meta.dirname, import.meta.filename])(
  'refuses %s as the authority of the mail server',
  (file) =>
    expect(problemsOf({ SMTP_CA_FILE: file })).toEqual([
      'SMTP_CA_FILE: expected a readable file with certificates in PEM',
    ]),
);

test.each([
  [
    'proxies that are half of all addresses',
    { TRUSTED_PROXIES: '0.0.0.0/1,128.0.0.0/1' },
    /^TRUSTED_PROXIES: /,
  ],
  ['proxies that are half of all IPv6 addresses', { TRUSTED_PROXIES: '::/1' }, /^TRUSTED_PROXIES: /],
  ['a key of zeros', { SECRETS_KEY: Buffer.alloc(32).toString('base64') }, /^SECRETS_KEY: /],
  [
    'an IBAN with wrong check digits',
    { PROVIDER_IBAN: 'EE392200221020145685' },
    /^PROVIDER_IBAN: .*check digits/,
  ],
  ['an IBAN of other characters', { PROVIDER_IBAN: 'EE38-2200-2210-2014-5685' }, /^PROVIDER_IBAN: expected/],
  ['a lowest top-up above the highest', { TOP_UP_MIN: '500.00', TOP_UP_MAX: '10.00' }, /^TOP_UP_MIN: /],
  ['top-ups of nothing', { TOP_UP_MIN: '0.00' }, /^TOP_UP_MIN: /],
  ['a sender with a line break', { MAIL_FROM: 'a@dalat.example\nBcc: b@dalat.example' }, /^MAIL_FROM: /],
])('refuses %s', (_what, change, problem) => {
  expect(problemsOf(change)).toEqual([expect.stringMatching(problem)]);
});

test('accepts an IBAN with the spaces of print', () => {
  expect(loadConfig({ PROVIDER_IBAN: 'EE38 2200 2210 2014\u00a05685' }).PROVIDER_IBAN).toBe(
    'EE382200221020145685',
  );
});

test('treats an empty value as not set', () => {
  expect(loadConfig({ PORT: '', SMTP_URL: ' ' })).toMatchObject({ PORT: 8080 });
});

test('accepts production with mail, https and no demonstration', () => {
  expect(loadConfig({ ...production, PUBLIC_URL: 'https://portal.example/' })).toMatchObject({
    PUBLIC_URL: 'https://portal.example',
    COOKIE_SECURE: true,
    DEMO_ACCOUNT: false,
  });
});

test.each([
  ['the demonstration account', { DEMO_ACCOUNT: 'true' }, /^DEMO_ACCOUNT: /],
  ['the development mailbox', { SMTP_URL: '' }, /^SMTP_URL: missing/],
  ['secrets sealed by a key on the same disk', { SECRETS_KEY: '' }, /^SECRETS_KEY: missing/],
  [
    'connections without verified certificates',
    { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    /^NODE_TLS_REJECT_UNAUTHORIZED: expected no value/,
  ],
  ['the local check of tax numbers', { VIES: '' }, /^VIES: expected vies or none/],
  ['cookies without Secure', { COOKIE_SECURE: 'false' }, /^COOKIE_SECURE: /],
  ['plain http', { PUBLIC_URL: 'http://portal.example' }, /^PUBLIC_URL: expected an https address/],
  [
    'plain http on a host named like this machine',
    { PUBLIC_URL: 'http://localhost.example' },
    /^PUBLIC_URL: /,
  ],
  ['no public address', { PUBLIC_URL: '' }, /^PUBLIC_URL: expected an https address/],
  [
    'an unstated proxy',
    { TRUSTED_PROXIES: '' },
    /^TRUSTED_PROXIES: missing; .* or none if customers connect/,
  ],
])('refuses %s in production', (_what, change, problem) => {
  expect(problemsOf({ ...production, ...change })).toEqual([expect.stringMatching(problem)]);
});

test('runs production behind stated proxies, or behind none', () => {
  expect(loadConfig(production)).toMatchObject({ TRUSTED_PROXIES: ['10.0.0.0/8'] });
  expect(loadConfig({ ...production, TRUSTED_PROXIES: 'none' })).toMatchObject({ TRUSTED_PROXIES: [] });
  expect(loadConfig({})).toMatchObject({ TRUSTED_PROXIES: [] });
});

test('serves requests for some seconds after the signal to stop, which a local start does not', () => {
  expect(loadConfig(production).DRAIN_SECONDS).toBe(5);
  expect(loadConfig({ ...production, DRAIN_SECONDS: '30' }).DRAIN_SECONDS).toBe(30);
  expect(loadConfig({}).DRAIN_SECONDS).toBe(0);
});

test('serves production over http to browsers of this machine, with Secure cookies', () => {
  const local = { ...production, PUBLIC_URL: 'http://localhost:8080' };
  expect(loadConfig(local)).toMatchObject({ PUBLIC_URL: 'http://localhost:8080', COOKIE_SECURE: true });
});

test.each([
  ['10.0.0.7, 192.168.0.0/16', ['10.0.0.7', '192.168.0.0/16']],
  ['2001:db8::1,2001:db8::/48', ['2001:db8::1', '2001:db8::/48']],
  ['::ffff:10.0.0.7,::ffff:10.0.0.0/104', ['::ffff:10.0.0.7', '::ffff:10.0.0.0/104']],
])('trusts the proxies %s', (given, expected) => {
  expect(loadConfig({ TRUSTED_PROXIES: given }).TRUSTED_PROXIES).toEqual(expected);
});

test.each([
  'all',
  'true',
  'none, 10.0.0.1',
  '10.0.0.0/33',
  '0.0.0.0/0',
  '::/0',
  // Every IPv4 address, or half of them.
  '::ffff:0:0/96',
  '::/16',
  '::1/64',
  '0:0:0:0:0:ffff:808:808/90',
  '::ffff:128.0.0.0/97',
  'proxy.example',
  '10.0.0.1,',
  '1',
  'fe80::1%eth0',
])('refuses the proxies %s', (given) =>
  expect(problemsOf({ TRUSTED_PROXIES: given })).toEqual([
    'TRUSTED_PROXIES: expected addresses and networks such as 10.0.0.0/8, or none',
  ]),
);

test.each([
  'https://portal.example/path',
  'https://user@portal.example',
  'https://portal.example/?a=b',
  'ftp://portal.example',
  'portal.example',
])('refuses %s as the public address', (given) =>
  expect(problemsOf({ PUBLIC_URL: given })).toEqual([
    'PUBLIC_URL: expected an http or https address without a path',
  ]),
);

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

test('uses the crypto sandbox except in production, where it is refused', () => {
  expect(loadConfig({})).toMatchObject({ CRYPTO: 'sandbox', BTCPAY_METHODS: ['BTC-CHAIN'] });
  expect(loadConfig(productionEnv)).toMatchObject({ CRYPTO: 'none' });
  expect(problemsOf({ ...productionEnv, CRYPTO: 'sandbox' })).toEqual([
    'CRYPTO: expected btcpay or none in production',
  ]);
  expect(problemsOf({ CRYPTO: 'btcpay' })).toEqual([
    expect.stringMatching(/^BTCPAY_URL: missing/),
    expect.stringMatching(/^BTCPAY_API_KEY: missing/),
    expect.stringMatching(/^BTCPAY_STORE_ID: missing/),
    expect.stringMatching(/^BTCPAY_WEBHOOK_SECRET: missing/),
  ]);
  expect(problemsOf({ BTCPAY_URL: 'http://btcpay.example' })).toEqual([
    'BTCPAY_URL: expected an https address',
  ]);
});
