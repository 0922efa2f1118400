import { beforeEach, expect, test } from '@jest/globals';
import type { Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { type TestCustomer, testPassword, testPortal } from '../../testing/test-portal.ts';
import { queued } from '../../testing/waiting-transactions.ts';

const portal = testPortal();
const expired = { status: 410, body: { code: 'token_expired' } };

let client: TestCustomer;
let wanted: string;
beforeEach(async () => {
  client = await portal.customer();
  wanted = `wanted-${client.account.account_id.slice(-8).toLowerCase()}@example.com`;
});

/** Asks for a change to the wanted address, and returns the link that confirms it. */
async function askFor(customer = client): Promise<string | undefined> {
  await customer.put('/v1/accounts/profile', { email: wanted, current_password: testPassword });
  const mail = (await portal.mails()).find(({ to }) => to === wanted);
  return /confirm=(eml_[\w-]+)/.exec(mail?.text ?? '')?.[1];
}

const use = (token: string | undefined) => portal.visitor().post('/v1/users/confirm', { token });

/** Uses a link while another transaction has done `work` and not ended yet. */
async function useDuring(token: string | undefined, work: (tx: Transaction) => Promise<unknown>) {
  const { answer } = await portal.database.asBackground(async (tx) => {
    await work(tx);
    const sent = use(token);
    await queued(portal.database, 1);
    return { answer: sent };
  });
  return answer;
}

test('of links that confirm one address for several accounts, one works', async () => {
  const tokens = [await askFor()];
  for (let count = 1; count <= 2; count += 1) tokens.push(await askFor(await portal.customer()));
  expect(new Set(tokens).size).toBe(3);
  const answers = await Promise.all(tokens.map(use));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410]);
});

test('a link expires when another account takes the address meanwhile', async () => {
  const token = await askFor();
  const { account } = await portal.customer();
  const take = sql`update accounts set email = ${wanted} where account_id = ${account.account_id}`;
  expect(await useDuring(token, (tx) => tx.run(take))).toMatchObject(expired);
});

test('a link expires when the address is registered and confirmed meanwhile', async () => {
  const token = await askFor();
  const { account_id } = await portal.account({ email: wanted, email_confirmed_at: undefined });
  const confirm = sql`update accounts set email_confirmed_at = now() where account_id = ${account_id}`;
  expect(await useDuring(token, (tx) => tx.run(confirm))).toMatchObject(expired);
});

test('a link works when the address is registered meanwhile and not confirmed', async () => {
  const token = await askFor();
  const { account_id } = await portal.account({ email_confirmed_at: undefined });
  const register = sql`update accounts set email = ${wanted} where account_id = ${account_id}`;
  expect((await useDuring(token, (tx) => tx.run(register))).status).toBe(200);
});

test('a revert link expires when another account takes the old address meanwhile', async () => {
  const old = client.account.email;
  await use(await askFor());
  const mail = (await portal.mails()).find(({ to }) => to === old);
  const revert = /revert=(rev_[\w-]{43})/.exec(mail?.text ?? '')?.[1];
  const { account } = await portal.customer();
  const take = sql`update accounts set email = ${old} where account_id = ${account.account_id}`;
  expect(await useDuring(revert, (tx) => tx.run(take))).toMatchObject(expired);
});
