import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { json, refusal, startFakeRegister } from './fake-register.fixtures.ts';
import { dueTaxChecksJob } from './tax-check.job.ts';

const register = startFakeRegister();

const portal = testPortal(() => ({ VIES: 'vies', VIES_URL: register.url() }));
const local = testPortal();
const none = testPortal({ VIES: 'none' });
const profile = '/v1/accounts/profile';
const german = { country: 'de', currency: 'eur', tax_number: null } as const;

async function savedNumber(tax_number = 'DE123456788', at = portal) {
  const client = await at.customer(german);
  const response = await client.put(profile, { tax_number });
  return { client, response, check: () => at.mails(), read: async () => (await client.get(profile)).body };
}

/** Makes the next check due. */
async function whenDue(accountId: string): Promise<void> {
  await portal.database.system.run(
    sql`update accounts set tax_check_due = now() where account_id = ${accountId}`,
  );
  await dueTaxChecksJob(portal.context).run({});
  await portal.mails();
}

test('checks a number after saving; a valid one pays no VAT, with evidence', async () => {
  register.respondWith(json({ valid: true, requestIdentifier: 'WAPI1' }));
  const before = register.asked.length;
  const { client, response, check, read } = await savedNumber();
  expect(response.body).toMatchObject({
    tax_status: 'unchecked',
    tax_value: '19.00',
    tax_reason: 'tax_number_unchecked',
    reverse_charge: false,
  });
  expect(register.asked).toHaveLength(before);
  await check();
  expect(await read()).toMatchObject({
    tax_status: 'valid',
    tax_value: '0.00',
    tax_reason: 'reverse_charge',
    reverse_charge: true,
    tax_checked_at: expect.any(String),
  });
  const evidence = await portal.database.withAccount(client.account.account_id, (tx) =>
    tx.query(sql`select tax_number, register, outcome, consultation_number, reason from tax_checks`),
  );
  expect(evidence).toEqual([
    {
      tax_number: 'DE123456788',
      register: 'VIES',
      outcome: 'valid',
      consultation_number: 'WAPI1',
      reason: null,
    },
  ]);
});

test('an invalid number pays the VAT of its country', async () => {
  register.respondWith(json({ valid: false, userError: 'INVALID' }));
  const { client, check, read } = await savedNumber();
  await check();
  expect(await read()).toMatchObject({ tax_status: 'invalid', tax_value: '19.00', reverse_charge: false });

  // The owner gets one mail, not one each week.
  await whenDue(client.account.account_id);
  const mailed = (await check()).filter(
    ({ to, subject }) => to === client.account.email && subject === 'Your tax number has not been confirmed',
  );
  expect(mailed.map(({ text }) => text)).toEqual([expect.stringContaining('DE123456788')]);
});

test('an unavailable register grants nothing until it responds', async () => {
  register.respondWith(refusal('MS_UNAVAILABLE'));
  const { client, check, read } = await savedNumber();
  await check();
  const waiting = {
    tax_status: 'unavailable',
    tax_value: '19.00',
    reverse_charge: false,
    tax_checked_at: null,
  };
  expect(await read()).toMatchObject(waiting);
  const { account_id } = client.account;
  const due = await portal.database.system.one<{ minutes: number }>(sql`
    select round(extract(epoch from tax_check_due - now()) / 60)::int as minutes
    from accounts where account_id = ${account_id}`);
  expect(due.minutes).toBe(5);

  register.respondWith(json({ valid: true }));
  await dueTaxChecksJob(portal.context).run({});
  await portal.mails();
  expect(await read()).toMatchObject(waiting);
  await whenDue(account_id);
  expect(await read()).toMatchObject({ tax_status: 'valid', reverse_charge: true });
});

test('checks a valid number again and ends reverse charge if it became invalid', async () => {
  register.respondWith(json({ valid: true }));
  const { client, check, read } = await savedNumber();
  await check();
  register.respondWith(refusal('TIMEOUT'));
  await whenDue(client.account.account_id);
  expect(await read()).toMatchObject({ tax_status: 'valid', reverse_charge: true });
  register.respondWith(json({ valid: false }));
  await whenDue(client.account.account_id);
  expect(await read()).toMatchObject({ tax_status: 'invalid', tax_value: '19.00', reverse_charge: false });
});

test('drops the verdict on a number that has changed in the meantime', async () => {
  const { client, check, read } = await savedNumber();
  const { account_id } = client.account;
  register.respondWith((response) => {
    const change = sql`update accounts set tax_number = 'DE136695976' where account_id = ${account_id}`;
    void portal.database.system.run(change).then(() => json({ valid: true })(response));
  });
  await check();
  expect(await read()).toMatchObject({
    tax_number: 'DE136695976',
    tax_status: 'unchecked',
    reverse_charge: false,
  });
});

test('sends one request from two processes', async () => {
  register.respondWith(json({ valid: true }));
  const { client, check } = await savedNumber();
  const before = register.asked.length;
  await dueTaxChecksJob(portal.context).run({});
  await dueTaxChecksJob(portal.context).run({});
  await check();
  expect(register.asked).toHaveLength(before + 1);
  expect(client.account.tax_status).toBe('unchecked');
});

test('does not check numbers from outside the European Union', async () => {
  const before = register.asked.length;
  const client = await portal.customer({ ...german, country: 'us' });
  expect((await client.put(profile, { tax_number: '12-3456789' })).body).toMatchObject({
    tax_status: null,
    tax_reason: 'outside_eu',
  });
  await portal.mails();
  expect(register.asked).toHaveLength(before);
});

test.each([
  ['DE123456788', { tax_status: 'valid', reverse_charge: true }],
  ['DE123456789', { tax_status: 'invalid', reverse_charge: false }],
])('decides locally by the check digit: %s', async (number, expected) => {
  const { check, read } = await savedNumber(number, local);
  await check();
  expect(await read()).toMatchObject(expected);
});

test('leaves a number unchecked without a register and shows no status', async () => {
  const { response, check, read } = await savedNumber('DE123456788', none);
  expect(response.body.tax_status).toBeNull();
  await check();
  expect(await read()).toMatchObject({ tax_status: null, tax_value: '19.00', reverse_charge: false });
});
