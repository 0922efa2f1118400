import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { createLog } from '../../log.ts';
import { createSecrets } from '../../secrets/secrets.ts';
import { testPassword, testPortal } from '../../testing/test-portal.ts';
import { codeOf, turnOn } from '../two-factor/two-factor.fixtures.ts';
import { redeemTwoFactorCode } from '../two-factor/two-factor-codes.ts';
import { resealJob } from './reseal.job.ts';

const portal = testPortal();
const newKey = Buffer.alloc(32, 4).toString('base64');
const settings = { SECRETS_KEY: newKey, DATA_DIR: portal.config.DATA_DIR };
const renewed = createSecrets(settings);
const rotating = createSecrets({ ...settings, SECRETS_KEY_PREVIOUS: [portal.config.SECRETS_KEY ?? ''] });

/** Runs the job after the key was replaced. Returns its log. */
async function runReseal(secrets = rotating) {
  const lines: string[] = [];
  const log = createLog('info', { to: { write: (line: string) => void lines.push(line) } });
  await resealJob({ database: portal.database, secrets, log }).run({});
  return lines.map((line) => JSON.parse(line));
}

const storedTexts = (accountId: string) =>
  portal.database.system.one<Record<'account_token_sealed' | 'second_token_sealed' | 'secret', string>>(sql`
    select account_token_sealed, second_token_sealed, secret
    from accounts left join two_factor using (account_id) where account_id = ${accountId}`);

test('seals tokens and authenticators again, so that they work without the earlier key', async () => {
  const client = await portal.customer();
  const { account_id } = client.account;
  const { secret } = await turnOn(client);
  const second = 'second token';
  const sealedSecond = portal.context.secrets.seal('account_token', account_id, second);
  await portal.database.system.run(sql`
    update accounts set second_token_hash = '\\x00', second_token_last4 = 'oken', second_token_sealed = ${sealedSecond}
    where account_id = ${account_id}`);
  const pending = await portal.customer();
  const begun = await pending.post('/v1/accounts/two-factor:begin', { current_password: testPassword });
  const before = await storedTexts(account_id);
  const token = portal.context.secrets.open('account_token', account_id, before.account_token_sealed);

  const [report] = await runReseal();
  expect(report).toMatchObject({ resealed: 2, remaining: { accounts: 0, jobs: 1 } });

  const after = await storedTexts(account_id);
  expect(renewed.open('account_token', account_id, after.account_token_sealed)).toBe(token);
  expect(renewed.open('account_token', account_id, after.second_token_sealed)).toBe(second);
  const proof = await portal.database.asSystem((tx) =>
    redeemTwoFactorCode({ ...portal.context, secrets: renewed }, tx, account_id, codeOf(secret, 1)),
  );
  expect(proof).toMatchObject({ by: 'totp' });
  const ofPending = await portal.database.system.one<{ pending_secret: string }>(sql`
    select pending_secret from two_factor where account_id = ${pending.account.account_id}`);
  expect(renewed.open('totp', pending.account.account_id, ofPending.pending_secret)).toBe(begun.body.secret);

  await runReseal();
  expect(await storedTexts(account_id)).toEqual(after);
});

test('reports what still needs the earlier key, and when nothing does', async () => {
  const client = await portal.customer();
  const { account_id } = client.account;
  await turnOn(client);
  const [waiting] = await runReseal();
  expect(waiting).toMatchObject({ level: 'warn', msg: 'SECRETS_KEY_PREVIOUS is still needed' });
  expect(waiting.remaining.jobs).toBeGreaterThan(0);
  expect(waiting.remaining.accounts_with_recovery_codes).toBeGreaterThan(0);

  await portal.mails();
  await portal.database.system.run(sql`delete from recovery_codes where account_id <> ${account_id}`);
  expect((await runReseal())[0].remaining).toEqual({ accounts: 0, jobs: 0, accounts_with_recovery_codes: 1 });
  await portal.database.system.run(sql`update recovery_codes set key_id = ${renewed.keyId}`);
  expect((await runReseal())[0]).toMatchObject({
    level: 'info',
    msg: 'SECRETS_KEY_PREVIOUS may be removed: nothing in the database needs it',
  });
});

test('goes on after an account whose text no key opens, and names it', async () => {
  const [broken, sound] = [await portal.account(), await portal.account()]
    .map(({ account_id }) => account_id)
    .sort();
  await portal.database.system.run(sql`
    update accounts set account_token_sealed = 'v1.unknown1.AAAA' where account_id = ${broken}`);
  const [failure, report] = await runReseal();
  expect(failure).toMatchObject({ level: 'error', account_id: broken });
  expect(report).toMatchObject({ level: 'warn', remaining: { accounts: 1 } });
  expect((await storedTexts(sound ?? '')).account_token_sealed).toMatch(renewed.sealedPrefix);
});

test('does nothing while no earlier key is named', async () => {
  const { account_id } = await portal.account();
  const before = await storedTexts(account_id);
  expect(await runReseal(renewed)).toEqual([]);
  expect(await storedTexts(account_id)).toEqual(before);
});

test('seals the secrets of webhooks again', async () => {
  const client = await portal.customer();
  const { account_id } = client.account;
  const current = { current_password: testPassword };
  const webhook = { url: 'https://hooks.example.com/', events: ['balance.low'], ...current };
  const created = (await client.post('/v1/accounts/webhooks', webhook)).body;
  const path = `/v1/accounts/webhooks/${created.webhook.webhook_id}`;
  const rotate = async () => (await client.post(`${path}:rotate-secret`, current)).body;
  const [first, second] = [await rotate(), await rotate()];
  await runReseal();
  const stored = await portal.database.system.one<
    Record<'secret_sealed' | 'previous_secret_sealed' | 'earlier_secret_sealed', string>
  >(sql`
    select secret_sealed, previous_secret_sealed, earlier_secret_sealed from webhooks where account_id = ${account_id}`);
  expect(renewed.open('webhook', account_id, stored.secret_sealed)).toBe(second.secret);
  expect(renewed.open('webhook', account_id, stored.previous_secret_sealed)).toBe(first.secret);
  expect(renewed.open('webhook', account_id, stored.earlier_secret_sealed)).toBe(created.secret);
});
