import { beforeAll, expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { Big } from '../../listing/decimal.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { sampleCredit } from '../ledger/ledger.fixtures.ts';
import { type NewEntry, postEntry } from '../ledger/post-entry.ts';
import { postUsage } from '../ledger/post-usage.ts';
import { sampleInvoice } from '../monthly-vat-invoices/monthly-vat-invoices.fixtures.ts';
import { insertInvoice } from '../monthly-vat-invoices/monthly-vat-invoices.repository.ts';
import { postInvoice } from '../monthly-vat-invoices/post-invoice.ts';
import { insertPayment } from '../payments/payments.repository.ts';
import { postPayment } from '../payments/post-payment.ts';
import { givenService } from '../services/services.fixtures.ts';
import { addVat } from '../vat/vat-amounts.ts';

const portal = testPortal();
const url = '/v1/finances/statement';

let customer: TestCustomer;
let owner: { account_id: string; service_id: string };

async function givenOwner(vatOn: 'usage' | 'topup' = 'usage') {
  const client = await portal.customer({ timezone: 'Europe/Tallinn' });
  const { account_id } = client.account;
  const { service_id } = await givenService(portal.database, account_id, { vatOn });
  return { client, owner: { account_id, service_id } };
}

/** Posts an entry that is booked at `moment`, as only the owner of the database can. */
async function postAt(moment: string, entry: NewEntry) {
  await portal.superuser.asBackground(async (tx) => {
    await tx.run(sql`select set_config('portal.booked_at', ${moment}, true)`);
    await postEntry(tx, entry);
  });
}

/** A top-up of 100.00, calls for 1.234567 and an invoice over 0.75 of VAT for 3.12 net. */
beforeAll(async () => {
  ({ client: customer, owner } = await givenOwner());
  const payment = {
    ...owner,
    payment_id: 'pay_statement',
    number: 'PF-2026-000777',
    method: 'bank_transfer',
    type: 'top_up',
    status: 'paid',
    currency: 'eur',
    ...addVat('100', '0'),
  } as const;
  await insertPayment(portal.database.system, payment);
  const times = { first_record: '2026-10-10T08:00:00Z', last_record: '2026-10-11T08:00:00Z' };
  const event = { reason: 'Test', actor: 'test', occurredAt: '2026-10-12T08:00:00Z' };
  const invoice = { ...sampleInvoice, service_id: owner.service_id };
  await portal.database.asBackground(async (tx) => {
    await postPayment(tx, payment, { ...event, eventKey: 'bank:statement' });
    await postUsage(
      tx,
      { ...owner, batch_id: 'b1', currency: 'eur', records: 2, cost: '1.234567', ...times },
      'test',
    );
    await insertInvoice(tx, owner.account_id, invoice);
    await postInvoice(tx, invoice, {
      accountId: owner.account_id,
      serviceId: owner.service_id,
      charged: { usage: '100.004567', rents: '0' },
      actor: 'test',
      occurredAt: event.occurredAt,
    });
  });
});

test('shows every movement with what it books and the balance after it, the latest first', async () => {
  const { status, body } = await customer.get(url);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    service_id: owner.service_id,
    service_type: 'voicing',
    currency: 'eur',
    period: { timezone: 'Europe/Tallinn' },
    opening_balance: '0.00',
    closing_balance: '74.77',
    total: 3,
    totals: [
      { kind: 'top_up', count: 1, amount: '100.00' },
      { kind: 'usage', count: 1, amount: '-1.234567' },
      { kind: 'invoice', count: 1, amount: '-23.995433' },
    ],
    items: [
      {
        line: 3,
        kind: 'invoice',
        amount: '-23.995433',
        balance_after: '74.77',
        document: {
          monthly_vat_invoice_id: sampleInvoice.monthly_vat_invoice_id,
          number: sampleInvoice.number,
        },
        payment: null,
      },
      {
        line: 2,
        kind: 'usage',
        amount: '-1.234567',
        balance_after: '98.765433',
        occurred: '2026-10-11T08:00:00Z',
        usage: {
          records: 2,
          first_record: '2026-10-10T08:00:00.000Z',
          last_record: '2026-10-11T08:00:00.000Z',
        },
      },
      {
        line: 1,
        kind: 'top_up',
        amount: '100.00',
        balance_after: '100.00',
        payment: { payment_id: 'pay_statement', number: 'PF-2026-000777' },
        document: null,
        usage: null,
      },
    ],
  });
});

test('pages in either direction', async () => {
  const lines = async (query: string) =>
    (await customer.get(`${url}?limit=10&${query}`)).body.items.map(({ line }: { line: number }) => line);
  expect(await lines('order=line')).toEqual([1, 2, 3]);
  expect(await lines('order=line&offset=2')).toEqual([3]);
  expect(await lines('offset=1')).toEqual([2, 1]);
  expect(await lines('offset=3')).toEqual([]);
});

test('divides periods by the time of booking, at midnight of the account’s time zone', async () => {
  const { client, owner: own } = await givenOwner();
  // In Tallinn the first is still in September.
  await postAt('2026-09-30T20:59:59Z', sampleCredit(own, '10'));
  await postAt('2026-09-30T21:00:00Z', sampleCredit(own, '5', { occurredAt: '2026-08-01T00:00:00Z' }));
  await postAt('2026-10-31T21:59:59Z', sampleCredit(own, '-0.5'));
  await postAt('2026-10-31T22:00:00Z', sampleCredit(own, '7'));
  const { body } = await client.get(`${url}?start_date=2026-10-01&end_date=2026-10-31`);
  expect(body).toMatchObject({
    opening_balance: '10.00',
    closing_balance: '14.50',
    total: 2,
    totals: [{ kind: 'credit', count: 2, amount: '4.50' }],
    items: [{ balance_after: '14.50' }, { occurred: '2026-08-01T00:00:00Z', balance_after: '15.00' }],
  });
  const later = (await client.get(`${url}?start_date=2027-01-01&end_date=2027-01-31`)).body;
  expect(later).toMatchObject({ opening_balance: '21.50', closing_balance: '21.50', total: 0, totals: [] });
});

test('parallel postings never change a line that was shown', async () => {
  const { client, owner: own } = await givenOwner();
  const shown = new Map<number, string>();
  const look = async () => {
    const { body } = await client.get(`${url}?limit=100&order=line`);
    for (const { line, balance_after } of body.items) {
      expect(shown.get(line) ?? balance_after).toBe(balance_after);
      shown.set(line, balance_after);
    }
  };
  const amounts = Array.from({ length: 30 }, (_, index) => `${index + 1}.000001`);
  await Promise.all([
    ...amounts.map((amount) =>
      portal.database.asBackground((tx) => postEntry(tx, sampleCredit(own, amount))),
    ),
    (async () => {
      while (shown.size < amounts.length) await look();
    })(),
  ]);
  await look();
  expect([...shown.keys()]).toEqual(amounts.map((_, index) => index + 1));
  expect(new Big(shown.get(30) ?? '').toFixed(6)).toBe('465.000030');
});

test('an entry that waited for another is after it, whichever began first', async () => {
  const { client, owner: own } = await givenOwner();
  await portal.database.asBackground(async (first) => {
    // This entry has the lower id.
    const { entry_id } = await first.one<{ entry_id: number }>(sql`
      insert into journal_entries (event_key, kind, reason, actor, occurred_at)
      values ('staff:early', 'credit', 'Test', 'staff:test', now()) returning entry_id`);
    await portal.database.asBackground((second) => postEntry(second, sampleCredit(own, '5')));
    const before = await client.get(url);
    await first.run(sql`
      insert into postings (entry_id, ledger_account_id, currency, amount)
      select ${entry_id}, ledger_account_id, currency, case when service_id is null then -2 else 2 end
      from ledger_accounts
      where service_id = ${own.service_id} or (kind = 'credits' and currency = 'eur')`);
    expect(before.body.items).toMatchObject([{ line: 1, balance_after: '5.00' }]);
  });
  expect((await client.get(url)).body.items).toMatchObject([
    { line: 2, amount: '2.00', balance_after: '7.00' },
    { line: 1, balance_after: '5.00' },
  ]);
});

test('the server’s own role cannot book into the past', async () => {
  const { client, owner: own } = await givenOwner();
  await portal.database.asBackground(async (tx) => {
    await tx.run(sql`select set_config('portal.booked_at', '2020-01-01T00:00:00Z', true)`);
    await postEntry(tx, sampleCredit(own, '5'));
  });
  expect((await client.get(`${url}?start_date=2020-01-01&end_date=2020-12-31`)).body.total).toBe(0);
  expect((await client.get(url)).body.total).toBe(1);
});

test('belongs to its account alone', async () => {
  const { client, owner: own } = await givenOwner();
  expect((await client.get(url)).body).toMatchObject({ service_id: own.service_id, items: [], total: 0 });
  expect(await client.get(`${url}?service_id=${owner.service_id}`)).toMatchObject({
    status: 404,
    body: { code: 'service_not_found' },
  });
  const visible = await portal.database.withAccount(own.account_id, (tx) =>
    tx.one<{ count: number }>(sql`select count(*)::int as count from postings`),
  );
  expect(visible.count).toBe(0);
});

test('an account without a service has no statement', async () => {
  const fresh = await portal.customer();
  expect(await fresh.get(url)).toMatchObject({ status: 404, body: { code: 'service_not_found' } });
});
