import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { createSecrets } from '../../secrets/secrets.ts';
import { testPassword, testPortal } from '../../testing/test-portal.ts';
import { codeOf, turnOn } from './two-factor.fixtures.ts';
import { redeemTwoFactorCode } from './two-factor-codes.ts';

const portal = testPortal();
const twoFactor = '/v1/accounts/two-factor';
const password = { current_password: testPassword };
const subjects = async (to: string) =>
  (await portal.mails()).filter((mail) => mail.to === to).map(({ subject }) => subject);

test('a customer enables and disables two-step verification and gets a mail', async () => {
  const client = await portal.customer();
  const { email, account_id } = client.account;
  expect((await client.get(twoFactor)).body).toEqual({
    success: true,
    enabled: false,
    enabled_at: null,
    recovery_codes_left: 0,
  });

  const begun = await client.post(`${twoFactor}:begin`, password);
  expect(begun.body.secret).toMatch(/^[A-Z2-7]{32}$/);
  const url = new URL(begun.body.otpauth_url);
  expect(url.href).toMatch(/^otpauth:\/\/totp\/Dalat:/);
  expect(url.searchParams.get('secret')).toBe(begun.body.secret);
  expect(url.searchParams.get('issuer')).toBe('Dalat');
  expect((await client.get(twoFactor)).body.enabled).toBe(false);

  const enabled = await client.post(`${twoFactor}:enable`, { code: codeOf(begun.body.secret) });
  expect(new Set(enabled.body.recovery_codes).size).toBe(10);
  for (const code of enabled.body.recovery_codes)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  expect((await client.get(twoFactor)).body).toMatchObject({ enabled: true, recovery_codes_left: 10 });
  expect(await subjects(email)).toEqual(['Two-step log-in is on']);

  const off = await client.post(`${twoFactor}:disable`, password);
  expect(off.body).toMatchObject({ enabled: false, enabled_at: null, recovery_codes_left: 0 });
  expect(await subjects(email)).toEqual(['Two-step log-in is off', 'Two-step log-in is on']);
  const rows = await portal.database.system.query(sql`
    select account_id from recovery_codes where account_id = ${account_id}
    union all select account_id from two_factor where account_id = ${account_id}`);
  expect(rows).toEqual([]);
});

test.each(['begin', 'disable', 'recovery-codes'])('%s requires the password', async (act) => {
  const client = await portal.customer();
  const wrong = await client.post(`${twoFactor}:${act}`, { current_password: 'Wrong1!xx' });
  expect(wrong).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'current_password', code: 'current_password_wrong' }] },
  });
  const none = await client.post(`${twoFactor}:${act}`, {});
  expect(none.body.errors).toMatchObject([{ code: 'current_password_required' }]);
});

test('refuses to enable it with a wrong code, without a setup or after an hour', async () => {
  const client = await portal.customer();
  const early = await client.post(`${twoFactor}:enable`, { code: '123456' });
  expect(early).toMatchObject({ status: 409, body: { code: 'two_factor_not_begun' } });
  const { secret } = (await client.post(`${twoFactor}:begin`, password)).body;
  const wrong = await client.post(`${twoFactor}:enable`, { code: codeOf(secret, 20) });
  expect(wrong).toMatchObject({ status: 422, body: { errors: [{ field: 'code', code: 'code_invalid' }] } });
  await portal.database.system.run(sql`
    update two_factor set pending_since = now() - interval '1 hour'`);
  const late = await client.post(`${twoFactor}:enable`, { code: codeOf(secret) });
  expect(late.body.code).toBe('two_factor_not_begun');
});

test('a page whose response was lost gets recovery codes that work, and no other page does', async () => {
  const client = await portal.customer();
  const { email } = client.account;
  const { secret } = (await client.post(`${twoFactor}:begin`, password)).body;
  const key = { 'idempotency-key': 'key-of-page-1' };
  const enable = (code: string, headers: Record<string, string>) =>
    client.post(`${twoFactor}:enable`, { code }, headers);
  const lost = await enable(codeOf(secret), key);
  expect(lost.status).toBe(200);
  for (const headers of [{}, { 'idempotency-key': 'key-of-page-2' }])
    expect((await enable(codeOf(secret, 1), headers)).body.code).toBe('two_factor_enabled');
  // The code may have been replaced meanwhile.
  const again = await enable('000000', key);
  expect(again.body.recovery_codes).toHaveLength(10);
  expect((await subjects(email)).filter((subject) => subject === 'Two-step log-in is on')).toHaveLength(1);
  const logIn = async (code: string) => {
    const browser = portal.visitor();
    await browser.post('/v1/users/login', { email, password: testPassword });
    return (await browser.post('/v1/users/login:otp', { code })).body.next;
  };
  expect(await logIn(lost.body.recovery_codes[0])).toBeUndefined();
  expect(await logIn(again.body.recovery_codes[0])).toBe('welcome');
  const stored = await portal.database.system.query<{ text: string }>(sql`
    select k::text as text from idempotency_keys k where key = 'key-of-page-1'`);
  expect(stored).toHaveLength(1);
  for (const code of again.body.recovery_codes) expect(stored[0]?.text).not.toContain(code);

  // The key repeats its own setup only.
  await client.post(`${twoFactor}:disable`, password);
  await turnOn(client);
  expect((await enable('000000', key)).body.code).toBe('two_factor_enabled');
});

test('a new setup replaces the first secret; once enabled, no setup starts', async () => {
  const client = await portal.customer();
  const first = (await client.post(`${twoFactor}:begin`, password)).body.secret;
  const second = (await client.post(`${twoFactor}:begin`, password)).body.secret;
  expect((await client.post(`${twoFactor}:enable`, { code: codeOf(first) })).status).toBe(422);
  expect((await client.post(`${twoFactor}:enable`, { code: codeOf(second) })).status).toBe(200);
  for (const response of [
    await client.post(`${twoFactor}:begin`, password),
    await client.post(`${twoFactor}:enable`, { code: codeOf(second, 1) }),
  ])
    expect(response).toMatchObject({ status: 409, body: { code: 'two_factor_enabled' } });
});

test('new recovery codes replace the old ones', async () => {
  const client = await portal.customer();
  expect((await client.post(`${twoFactor}:recovery-codes`, password)).body.code).toBe('two_factor_not_begun');
  const { recoveryCodes } = await turnOn(client);
  const renewed = (await client.post(`${twoFactor}:recovery-codes`, password)).body.recovery_codes;
  expect(renewed).toHaveLength(10);
  expect(await subjects(client.account.email)).toContain('Your recovery codes have been renewed');
  expect(recoveryCodes.filter((code) => renewed.includes(code))).toEqual([]);
  expect((await client.get(twoFactor)).body.recovery_codes_left).toBe(10);
});

test('the statements of the runbook find an account and its payments', async () => {
  const client = await portal.customer();
  const { email, account_id } = client.account;
  const runbook = path.join(__dirname, '../../../../docs/runbooks/lost-second-factor.md');
  const blocks = [...readFileSync(runbook, 'utf8').matchAll(/```sql\n(.*?)```/gs)].map(([, text = '']) =>
    text.replaceAll('acc_…', account_id).replace('customer@example.com', email),
  );
  const [found, payments, ...others] = await Promise.all(
    blocks.map((text) => portal.database.pool.query(text)),
  );
  expect(found?.rows).toMatchObject([{ account_id, phone: client.account.phone }]);
  expect(payments?.rows).toEqual([]);
  expect(others).toEqual([]);
});

test('the database stores no plain secret or recovery code and shows each account only its own', async () => {
  const client = await portal.customer();
  const { secret, recoveryCodes } = await turnOn(client);
  const { rows } = await portal.database.pool.query(
    `select t.*, encode(code_hash, 'escape') as hash from two_factor t join recovery_codes using (account_id)`,
  );
  const stored = JSON.stringify(rows);
  for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
    expect(stored).not.toContain(text);
  const other = await portal.account();
  const seen = await portal.database.withAccount(other.account_id, (tx) =>
    tx.query(sql`select 1 from two_factor union all select 1 from recovery_codes`),
  );
  expect(seen).toEqual([]);
});

test('codes work after SECRETS_KEY was replaced, while the earlier key is named', async () => {
  const client = await portal.customer();
  const { secret, recoveryCodes } = await turnOn(client);
  const { account_id } = client.account;
  const renewed = {
    ...portal.config,
    SECRETS_KEY: Buffer.alloc(32, 4).toString('base64'),
    SECRETS_KEY_PREVIOUS: [portal.config.SECRETS_KEY ?? ''],
  };
  const redeem = (code: string, config = renewed) =>
    portal.database.asSystem((tx) =>
      redeemTwoFactorCode({ ...portal.context, secrets: createSecrets(config) }, tx, account_id, code),
    );
  const recoveryCode = recoveryCodes[0]?.replace('-', '') ?? '';
  const forgotten = { ...renewed, SECRETS_KEY_PREVIOUS: [] };
  expect(await redeem(recoveryCode, forgotten)).toBeUndefined();
  await expect(redeem(codeOf(secret), forgotten)).rejects.toThrow('another SECRETS_KEY');
  expect(await redeem(recoveryCode)).toEqual({ by: 'recovery_code', codesLeft: 9 });
  expect(await redeem(recoveryCode)).toBeUndefined();
  // The next step's code is accepted, too, so that the test may run across the end of a step.
  expect(await redeem(codeOf(secret, 1))).toMatchObject({ by: 'totp' });
});
