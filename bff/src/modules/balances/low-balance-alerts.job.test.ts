import { expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { givenBalance, sampleCredit } from '../ledger/ledger.fixtures.ts';
import { postEntry } from '../ledger/post-entry.ts';
import { postUsage } from '../ledger/post-usage.ts';
import { closeMonths } from '../monthly-vat-invoices/close-months.ts';
import { givenService } from '../services/services.fixtures.ts';
import { findServices } from '../services/services.repository.ts';
import { givenCalls } from '../traffic/cdr.fixtures.ts';
import { lowBalanceAlertsJob } from './low-balance-alerts.job.ts';

const portal = testPortal();

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
  const closed = await closeMonths(portal.context, { endedBy: DateTime.utc().plus({ months: 1 }) });
  expect(closed).toContainEqual(
    expect.objectContaining({ service_id: owner.service_id, result: 'invoiced' }),
  );
  await alert();
  expect(await alertsTo(owner.customer.account.email)).toHaveLength(0);
  const [service] = await portal.database.system.query(sql`
    select balance, threshold_state from services where service_id = ${owner.service_id}`);
  expect(service).toMatchObject({ balance: '20.630000', threshold_state: 'armed' });
});
