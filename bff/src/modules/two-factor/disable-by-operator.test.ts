import { expect, test } from '@jest/globals';
import { listHeads } from '../../audit/chain-heads.repository.ts';
import { verifyLog } from '../../audit/verify-log.ts';
import { sql } from '../../database/sql.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import { testPassword, testPortal } from '../../testing/test-portal.ts';
import { disableByOperator } from './disable-by-operator.ts';
import { turnOn } from './two-factor.fixtures.ts';

const portal = testPortal();
const twoFactor = '/v1/accounts/two-factor';
const logIn = async (email: string) =>
  (await portal.visitor().post('/v1/users/login', { email, password: testPassword })).body.next;
const countRecoveryCodes = (accountId: string) =>
  portal.database.system.one<{ count: number }>(sql`
    select count(*) from recovery_codes where account_id = ${accountId}`);

test('lets the owner log in without a code, ends the sessions and mails the owner', async () => {
  const [client, other] = [await portal.customer(), await portal.customer()];
  await turnOn(client);
  await turnOn(other);
  const { account_id, email } = client.account;
  expect(await logIn(email)).toBe('otp');

  const { sessions } = await disableByOperator(portal.context, { accountId: account_id, ticket: 'T-1' });

  expect(sessions).toBe(2);
  expect((await client.get(twoFactor)).status).toBe(401);
  expect(await logIn(email)).toBe('welcome');
  expect(await countRecoveryCodes(account_id)).toEqual({ count: 0 });
  const mails = (await portal.mails()).filter(({ subject }) => subject === 'Two-step log-in is off');
  expect(mails.map(({ to }) => to)).toEqual([email]);
  expect((await other.get(twoFactor)).body).toMatchObject({ enabled: true, recovery_codes_left: 10 });
});

test('returns a sealed record, without which the verification of the log fails', async () => {
  const client = await portal.customer();
  await turnOn(client);
  const accountId = client.account.account_id;
  const before = await listHeads(portal.database.system, null);
  const { record } = await disableByOperator(portal.context, { accountId, ticket: 'T-2' });

  expect(JSON.parse(record)).toMatchObject({
    event: 'two_factor_disabled',
    account_id: accountId,
    how: 'operator',
    ticket: 'T-2',
  });
  const known = new Set(before.map(({ chain }) => chain));
  const heads = (await listHeads(portal.database.system, null)).filter(({ chain }) => !known.has(chain));
  const keys = portal.context.secrets.deriveKeys('audit log');
  expect((await verifyLog([record.trimEnd()], { keys, heads })).problems).toEqual([]);
  expect((await verifyLog([], { keys, heads })).problems).toHaveLength(1);
  const changed = record.trimEnd().replace('T-2', 'T-3');
  expect((await verifyLog([changed], { keys, heads })).problems).not.toEqual([]);
});

test('changes nothing if two-step verification is off or the account does not exist', async () => {
  const client = await portal.customer();
  const { account_id } = client.account;
  const heads = await listHeads(portal.database.system, null);
  for (const accountId of [account_id, 'acc_NOBODY'])
    await expect(disableByOperator(portal.context, { accountId, ticket: 'T-4' })).rejects.toThrow(
      OperatorError,
    );
  expect((await client.get(twoFactor)).status).toBe(200);
  expect(await listHeads(portal.database.system, null)).toEqual(heads);
});
