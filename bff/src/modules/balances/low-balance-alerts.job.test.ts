import { expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { queued } from '../../testing/waiting-transactions.ts';
import { lockService } from '../billing/lock-service.ts';
import { givenBalance, sampleCredit } from '../ledger/ledger.fixtures.ts';
import { type BalanceOwner, postEntry } from '../ledger/post-entry.ts';
import { postUsage } from '../ledger/post-usage.ts';
import { closeMonths } from '../monthly-vat-invoices/close-months.ts';
import { givenService } from '../services/services.fixtures.ts';
import { findServices } from '../services/services.repository.ts';
import { givenCalls } from '../traffic/cdr.fixtures.ts';
import { createWebhook, testReceiver } from '../webhooks/webhooks.fixtures.ts';
import { lowBalanceAlertsJob } from './low-balance-alerts.job.ts';

const portal = testPortal();
const receiver = testReceiver();

async function alert(): Promise<void> {
  await lowBalanceAlertsJob(portal.context).run({});
}

async function setBalance(accountId: string, balance: string): Promise<void> {
  const [service] = await findServices(portal.database.system, accountId);
  await givenBalance(portal.database, { account_id: accountId, service_id: service!.service_id }, balance);
}

async function alertsTo(email: string) {
  const mails = await portal.mails();
  return mails.filter((mail) => mail.to === email && mail.text.includes('finances/top-up'));
}

test('mails once when a balance falls below the threshold, and again after it has risen', async () => {
  const customer = await portal.customer({ language: 'de' });
  const { email, account_id: accountId } = customer.account;
  const created = await customer.post('/v1/services', { type: 'voicing' });
  const { service } = created.body;
  await setBalance(accountId, '50');
  await customer.put('/v1/finances/threshold', {
    service_id: service.service_id,
    threshold_enabled: true,
    threshold_balance: '20.00',
  });
  await alert();
  expect(await alertsTo(email)).toHaveLength(0);

  await setBalance(accountId, '18.4023');
  await alert();
  await alert();
  const [mailed, ...more] = await alertsTo(email);
  expect(more).toHaveLength(0);
  expect(mailed?.subject).toBe('Ihr Guthaben für Telefonie ist niedrig');
  expect(mailed?.text).toMatch(/18,40\s€.*20,00\s€/);
  expect(mailed?.text).toContain(`sidebar.service_id=${service.service_id}`);

  await setBalance(accountId, '30');
  await setBalance(accountId, '5');
  await alert();
  expect(await alertsTo(email)).toHaveLength(2);
});

test('sends no mail when the threshold is off', async () => {
  const customer = await portal.customer();
  await customer.post('/v1/services', { type: 'voicing' });
  await setBalance(customer.account.account_id, '-3');
  await alert();
  expect(await alertsTo(customer.account.email)).toHaveLength(0);
});

/** A service with VAT on usage, 30.00 and an alert below 20.00. */
async function givenAlert() {
  const customer = await portal.customer({ country: 'ee', tax_number: null });
  const owner = { account_id: customer.account.account_id };
  const { service_id } = await givenService(portal.database, owner.account_id, {
    balance: '30',
    vatOn: 'usage',
  });
  const threshold = { service_id, threshold_enabled: true, threshold_balance: '20' };
  await customer.put('/v1/finances/threshold', threshold);
  return { customer, service_id, ...owner };
}

let batches = 0;

/** Charges a call of this moment. */
async function use({ account_id, service_id }: { account_id: string; service_id: string }, cost: string) {
  batches += 1;
  const batch_id = `b${batches}`;
  const started = DateTime.utc().toISO();
  const service = { account_id, service_id };
  await givenCalls(portal.database, service, [{ started, price: cost, batch_id }]);
  const batch = {
    batch_id,
    currency: 'eur' as const,
    records: 1,
    cost,
    first_record: started,
    last_record: started,
  };
  await portal.database.asBackground((tx) => postUsage(tx, { ...service, ...batch }, 'test'));
}

async function add(owner: { account_id: string; service_id: string }, amount: string) {
  await portal.database.asBackground((tx) => postEntry(tx, sampleCredit(owner, amount)));
}

test('compares what is available: VAT that is reserved counts', async () => {
  const owner = await givenAlert();
  await use(owner, '9');
  await alert();
  // 30.00 less 9.00 and its VAT of 2.16.
  const [mailed] = await alertsTo(owner.customer.account.email);
  expect(mailed?.text).toMatch(/€18\.84 available.*€20\.00/);
  const { body } = await owner.customer.get('/v1/services/all');
  expect(body.services).toMatchObject([
    { balance: '21.0000', available: '18.8400', threshold_state: 'triggered' },
  ]);
});

test('a top-up arms the alert again, and the next crossing mails once more', async () => {
  const owner = await givenAlert();
  const mailed = async () => {
    await alert();
    return (await alertsTo(owner.customer.account.email)).length;
  };
  await use(owner, '10');
  expect([await mailed(), await mailed()]).toEqual([1, 1]);
  await add(owner, '1');
  expect(await mailed()).toBe(1);
  await add(owner, '50');
  expect(await mailed()).toBe(1);
  await use(owner, '45');
  expect([await mailed(), await mailed()]).toEqual([2, 2]);
});

test('a top-up and a new crossing between two checks mail once more', async () => {
  const owner = await givenAlert();
  await use(owner, '15');
  await alert();
  await add(owner, '50');
  await use(owner, '45');
  await alert();
  expect(await alertsTo(owner.customer.account.email)).toHaveLength(2);
});

test('closing a month, which moves what was reserved into the balance, mails nothing', async () => {
  const owner = await givenAlert();
  // 7.56 and 1.81 of VAT: 20.63 is available, and nearly all of the 20.00 would be gone if the VAT counted twice.
  await use(owner, '7.56');
  await alert();
  const closed = await closeMonths(portal.context, { endedBy: DateTime.utc().plus({ months: 1, days: 2 }) });
  expect(closed).toContainEqual(
    expect.objectContaining({ service_id: owner.service_id, result: 'invoiced' }),
  );
  await alert();
  expect(await alertsTo(owner.customer.account.email)).toHaveLength(0);
  const [service] = await portal.database.system.query(sql`
    select balance, threshold_state from services where service_id = ${owner.service_id}`);
  expect(service).toMatchObject({ balance: '20.630000', threshold_state: 'armed' });
});

/** Posts amounts of the first transaction, which has begun before and ends after those of `meanwhile`. */
async function postAround(owner: BalanceOwner, amounts: readonly string[], meanwhile: () => Promise<void>) {
  await portal.database.asBackground(async (tx) => {
    await tx.one(sql`select now()`);
    await meanwhile();
    for (const amount of amounts) await postEntry(tx, sampleCredit(owner, amount));
  });
}

test('a transaction that began before the last mail, and crosses the threshold after a top-up, mails once more', async () => {
  const owner = await givenAlert();
  await createWebhook(owner.customer, receiver.url('/low'), ['balance.low']);
  await postAround(owner, ['-60'], async () => {
    await add(owner, '-15');
    await alert();
    await add(owner, '50');
    await alert();
  });
  await alert();
  await alert();
  expect(await alertsTo(owner.customer.account.email)).toHaveLength(2);
  const events = await portal.superuser.system.query<{ available: string }>(sql`
    select data->>'available' as available from webhook_events where account_id = ${owner.account_id} order by created`);
  expect(events.map(({ available }) => available)).toEqual(['15.0000', '5.0000']);
});

test('a transaction that leaves a low balance low, or crosses twice, mails once', async () => {
  const owner = await givenAlert();
  await postAround(owner, ['50', '-60', '50', '-60'], async () => {
    await add(owner, '-15');
    await alert();
  });
  await alert();
  await alert();
  expect(await alertsTo(owner.customer.account.email)).toHaveLength(2);
  await postAround(owner, ['-1'], alert);
  await alert();
  expect(await alertsTo(owner.customer.account.email)).toHaveLength(2);
});

test('a crossing is mailed although its time is not after that of the last mail, as after a clock was set back', async () => {
  const owner = await givenAlert();
  await add(owner, '-15');
  await alert();
  await portal.superuser.system.run(sql`
    update services set threshold_told_at = now() + interval '1 hour' where service_id = ${owner.service_id}`);
  await add(owner, '50');
  await add(owner, '-60');
  await alert();
  await alert();
  expect(await alertsTo(owner.customer.account.email)).toHaveLength(2);
});

test('a month that is closed while the job waits for its service mails nothing', async () => {
  const owner = await givenAlert();
  await use(owner, '7.56');
  await alert();
  const work = await portal.superuser.asBackground(async (tx) => {
    await lockService(tx, owner.service_id);
    const closing = closeMonths(portal.context, { endedBy: DateTime.utc().plus({ months: 1, days: 2 }) });
    await queued(portal.database, 1);
    const job = alert();
    await queued(portal.database, 2);
    return [closing, job];
  });
  await Promise.all(work);
  await alert();
  expect(await alertsTo(owner.customer.account.email)).toHaveLength(0);
});

test('a balance that changes while the job reads what is reserved for others is mailed after it has been checked', async () => {
  const [owner, other] = [await givenAlert(), await givenAlert()];
  await alert();
  await portal.superuser.asBackground(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`
      update services set balance_updated = now() - interval '20 minutes', updated = now() - interval '20 minutes'
      where service_id = ${other.service_id}`);
  });
  const job = await portal.superuser.asBackground(async (tx) => {
    await lockService(tx, owner.service_id);
    const running = alert();
    await queued(portal.database, 1);
    await add(other, '-15');
    return [running];
  });
  await Promise.all(job);
  const mailed = () => alertsTo(other.customer.account.email);
  expect(await mailed()).toHaveLength(0);
  await alert();
  expect(await mailed()).toHaveLength(1);
});
