import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { creditorReference } from '../bank-transfer/creditor-reference.ts';
import { auditLedger } from '../ledger/audit.ts';
import { postUsage } from '../ledger/post-usage.ts';
import { sampleInvoice } from '../monthly-vat-invoices/monthly-vat-invoices.fixtures.ts';
import { insertInvoice } from '../monthly-vat-invoices/monthly-vat-invoices.repository.ts';
import { postInvoice } from '../monthly-vat-invoices/post-invoice.ts';
import { givenService } from '../services/services.fixtures.ts';
import { givenCalls } from '../traffic/cdr.fixtures.ts';
import { findUnmatched } from './bank-entries.repository.ts';
import { importSample } from './import-sample.fixtures.ts';
import { importStatement } from './import-statement.ts';
import { readStatements } from './read-statement.ts';
import { ownIban, sampleStatement } from './statement.fixtures.ts';

const portal = testPortal();
let client: TestCustomer;
let service: { service_id: string };
beforeEach(async () => {
  client = await portal.customer();
  service = await givenService(portal.database, client.account.account_id);
});

afterEach(async () => expect((await auditLedger(portal.database)).problems).toEqual([]));

type Entries = Parameters<typeof sampleStatement>[0];

async function importEntries(entries: Entries, { isDryRun = false, id = 'S1' } = {}) {
  return importSample(portal.context, sampleStatement(entries, { id }), isDryRun);
}

async function awaited(amount = '100.00') {
  const { status, body } = await client.post('/v1/finances/payments/invoices', {
    service_id: service.service_id,
    amount,
    allow_duplicate: true,
  });
  expect(status).toBe(201);
  return body.payment;
}

async function stateOf(paymentId: string) {
  const { body } = await client.get('/v1/finances/payments?limit=100');
  const { status, status_reason, paid_amount } = body.items.find(
    (each: { payment_id: string }) => each.payment_id === paymentId,
  );
  return [status, status_reason, paid_amount];
}

const balance = async () =>
  (
    await portal.database.system.one<{ balance: string }>(
      sql`select balance::numeric(20, 2)::text as balance from services where service_id = ${service.service_id}`,
    )
  ).balance;
const subjects = async () =>
  (await portal.mails()).filter(({ to }) => to === client.account.email).map(({ subject }) => subject);
const eventsOf = (paymentId: string) =>
  portal.database.system.query<{ status: string; actor: string }>(sql`
    select status, split_part(actor, ':', 1) as actor from payment_events where payment_id = ${paymentId} order by event_id`);

test('credits the net amount of a transfer with the reference, mails the customer, and records the states', async () => {
  const { payment_id, reference, gross_amount, number } = await awaited();
  expect([gross_amount, reference]).toEqual(['124.00', expect.stringMatching(/^RF\d\dPF\d{10}$/)]);
  expect(await importEntries([{ amount: '124.00', reference }])).toEqual(['credited']);
  expect(await stateOf(payment_id)).toEqual(['paid', null, '124.00']);
  expect(await balance()).toBe('100.00');
  expect(await subjects()).toEqual([`Your payment ${number} has arrived`]);
  expect(await eventsOf(payment_id)).toEqual([
    { status: 'pending', actor: 'customer' },
    { status: 'paid', actor: 'bank' },
  ]);
});

test('credits nothing twice: the same file again, or the same entry in another file', async () => {
  const { reference } = await awaited();
  const entry = { amount: '124.00', reference };
  expect(await importEntries([entry])).toEqual(['credited']);
  expect(await importEntries([entry])).toEqual(['known']);
  expect(await importEntries([{ amount: '1', text: 'Something else' }, entry])).toEqual([
    'no_reference',
    'known',
  ]);
  const parallel = await Promise.all([1, 2, 3].map(() => importEntries([{ amount: '7.00', reference }])));
  expect(parallel.flat().sort()).toEqual(['credited', 'known', 'known']);
  expect(await balance()).toBe('105.65');
});

test('credits an entry once that the bank delivers again with other texts', async () => {
  const { reference } = await awaited();
  const entry = { amount: '124.00', reference, bankReference: '2026112000001' };
  expect(await importEntries([entry])).toEqual(['credited']);
  const [again] = readStatements(
    sampleStatement([{ ...entry, text: 'Top-up', payerIban: 'EE102200221011223344' }], { id: 'S2' }),
  );
  expect(await importStatement(portal.context, again!, { fileName: 'again.xml' })).toMatchObject([
    { result: 'known', differs: true },
  ]);
  expect(await balance()).toBe('100.00');
});

test('leaves an entry to the staff that equals one of another statement, where the bank names neither', async () => {
  const { reference } = await awaited();
  const entry = { amount: '62.00', reference };
  expect(await importEntries([entry], { id: 'page 1' })).toEqual(['credited']);
  const onTwoPages = await Promise.all([1, 2].map(() => importEntries([entry], { id: 'page 2' })));
  expect(onTwoPages.flat().toSorted()).toEqual(['known', 'possible_duplicate']);
  expect(await importEntries([entry], { id: 'page 1' })).toEqual(['known']);
  expect(await balance()).toBe('50.00');
  const waiting = await findUnmatched(portal.database.system);
  expect(waiting.filter((each) => each.reference === reference)).toHaveLength(1);
});

test('leaves it to the staff when the bank takes back what a refund has given back', async () => {
  const { number, payment_id, reference } = await awaited();
  await importEntries([{ amount: '124.00', reference }]);
  await portal.database.system.run(sql`
    insert into payments (account_id, payment_id, service_id, number, method, type, status, currency, amount, net_amount, tax_rate,
      tax_amount, gross_amount, refunded_payment_id)
    select account_id, 'pay_refund', service_id, 'RD-2026-000001', method, 'refund', 'pending', currency, -80, -80, 24, -19.2, -99.2,
      payment_id
    from payments where payment_id = ${payment_id}`);
  expect(await importEntries([{ amount: '124.00', isReturn: true, text: number }])).toEqual([
    'no_such_receipt',
  ]);
});

test('recognizes entries that were imported before statements were stored', async () => {
  const text = `Unassigned ${service.service_id}`;
  for (const id of ['first', 'second'])
    await portal.database.system.run(sql`
      insert into bank_entries (bank_entry_id, iban, booked, currency, amount, payer_iban, remittance, unmatched_reason, file_name)
      values (${`${id} ${text}`}, ${ownIban}, '2026-11-20', 'EUR', 31, 'EE471000001020145685', ${text}, 'no_reference', 'old.xml')`);
  const entry = { amount: '31.00', text };
  expect(await importEntries([entry, entry, entry])).toEqual(['known', 'known', 'possible_duplicate']);
});

test('credits parts as they arrive; together they are exactly the whole', async () => {
  const { payment_id, reference, number } = await awaited('33.33');
  for (const [index, amount] of ['0.01', '13.77', '20.00', '7.55'].entries())
    await importEntries([{ amount, reference, booked: `2026-11-1${index}` }]);
  expect(await stateOf(payment_id)).toEqual(['paid', null, '41.33']);
  expect(await balance()).toBe('33.33');
  expect((await subjects()).toSorted()).toEqual([
    `A part of your payment ${number} has arrived`,
    `A part of your payment ${number} has arrived`,
    `A part of your payment ${number} has arrived`,
    `Your payment ${number} has arrived`,
  ]);
});

test('books a cent that is VAT alone', async () => {
  const { payment_id, reference } = await awaited('10.00');
  const cents = Array.from({ length: 4 }, () => ({ amount: '0.01', reference }));
  expect(new Set(await importEntries(cents))).toEqual(new Set(['credited']));
  expect(await stateOf(payment_id)).toEqual(['partially_paid', 'underpaid', '0.04']);
  expect(await balance()).toBe('0.03');
  const { vat } = await portal.database.system.one<{ vat: string }>(sql`
    select sum(vat_of_entry(entry_id, account_id))::text as vat from payment_entries where payment_id = ${payment_id}`);
  expect(Number(vat)).toBe(0.01);
});

test('imports the other entries when one cannot be stored', async () => {
  const { reference } = await awaited();
  await portal.superuser.system.run(sql`
    alter table bank_entries add constraint refused check (amount <> 13.13)`);
  expect(
    await importEntries([
      { amount: '13.13', reference },
      { amount: '124.00', reference },
    ]),
  ).toEqual(['failed', 'credited']);
  await portal.superuser.system.run(sql`alter table bank_entries drop constraint refused`);
  expect(await importEntries([{ amount: '13.13', reference }])).toEqual(['credited']);
});

test('credits what is too much, too', async () => {
  const { payment_id, reference } = await awaited();
  await importEntries([{ amount: '248.00', reference }]);
  expect(await stateOf(payment_id)).toEqual(['paid', 'overpaid', '248.00']);
  expect(await balance()).toBe('200.00');
  expect((await client.get('/v1/finances/payments')).body.summary).toMatchObject([
    { paid: '200.00', pending: '0.00' },
  ]);
});

test('credits a transfer that arrives after the payment has expired', async () => {
  const { payment_id, reference } = await awaited();
  await portal.database.system.run(
    sql`update payments set status = 'expired' where payment_id = ${payment_id}`,
  );
  await importEntries([{ amount: '124.00', reference }]);
  expect(await stateOf(payment_id)).toEqual(['paid', 'paid_late', '124.00']);
});

test('takes a returned transfer back', async () => {
  const { payment_id, reference, number } = await awaited();
  await importEntries([{ amount: '124.00', reference }]);
  expect(await importEntries([{ amount: '124.00', reference, isReturn: true }])).toEqual(['credited']);
  expect(await stateOf(payment_id)).toEqual(['failed', 'returned', '0.00']);
  expect(await balance()).toBe('0.00');
  expect(await subjects()).toContain(`Your payment ${number} was taken back`);
  const again = { amount: '124.00', reference, isReturn: true, booked: '2026-11-13' };
  expect(await importEntries([again])).toEqual(['no_such_receipt']);
  expect(await balance()).toBe('0.00');
});

test.each([
  ['from another bank account', { amount: '124.00', payerIban: 'EE102200221011223344' }],
  ['more', { amount: '124.01' }],
  ['of another amount, from an unknown account', { amount: '24.00', payerIban: ownIban }],
])(
  'leaves it to the staff when the bank takes money back %s than the one that has paid',
  async (_, entry) => {
    const { payment_id, reference, number } = await awaited();
    await importEntries([{ amount: '124.00', reference }]);
    expect(await importEntries([{ ...entry, text: number, isReturn: true }])).toEqual(['no_such_receipt']);
    expect((await stateOf(payment_id))[0]).toBe('paid');
  },
);

test('takes a transfer back once, and not while an equal one of its payer waits for the staff', async () => {
  const { payment_id, reference, number } = await awaited();
  await importEntries([{ amount: '62.00', reference, payerIban: 'EE382200221020145685' }]);
  const other = 'EE102200221011223344';
  await importEntries([{ amount: '62.00', reference, payerIban: other }]);
  await importEntries([{ amount: '62.00', text: 'Thanks', payerIban: other }]);
  const taken = { amount: '62.00', text: number, payerIban: other, isReturn: true };
  expect(await importEntries([{ ...taken, booked: '2026-11-13' }])).toEqual(['several_receipts']);
  await portal.database.system.run(sql`
    insert into staff_actions (action_key, command, actor, reason, arguments, result)
    values ('ticket-1', 'return', 'staff:anna', 'Sent twice', '{}', '{}')`);
  await portal.database.system.run(sql`
    update bank_entries set returned_by = 'ticket-1' where remittance = 'Thanks' and payer_iban = ${other}`);
  expect(await importEntries([{ ...taken, booked: '2026-11-05' }])).toEqual(['credited']);
  expect(await importEntries([{ ...taken, booked: '2026-10-28' }])).toEqual(['no_such_receipt']);
  expect((await stateOf(payment_id))[2]).toBe('62.00');
});

test('lists for the staff what cannot be assigned', async () => {
  const first = await awaited();
  const second = await awaited();
  const entries = [
    { amount: '5.00', text: 'Thank you' },
    { amount: '6.00', text: 'PF-2026-999999' },
    { amount: '7.00', text: `${first.number} ${second.number}` },
    { amount: '8.00', currency: 'USD', text: first.number },
    { amount: '9.00', transfers: [{ text: first.number }, { text: second.number }] },
  ];
  const reasons = ['no_reference', 'unknown_reference', 'several_references', 'wrong_currency', 'batch'];
  expect(await importEntries(entries)).toEqual(reasons);
  expect(await balance()).toBe('0.00');
  const listed = await findUnmatched(portal.database.system);
  expect(listed.map(({ reason }) => reason)).toEqual(expect.arrayContaining(reasons));
});

describe('a transfer that names a monthly invoice', () => {
  let count = 0;

  function invoiceOver100() {
    const line = {
      line_id: '1',
      description_code: 'voice_outgoing' as const,
      description_params: {},
      description: 'Outgoing calls',
      service_type: 'voicing' as const,
      quantity: '10.00',
      unit: 'min' as const,
      unit_price: '10.00',
      net_amount: '100.00',
      tax_category: 'S' as const,
      tax_rate: '24.00',
    };
    const supplier = { ...sampleInvoice.detail.supplier, tax_number: 'EE100000010' };
    const tax = { category: 'S', rate: '24.00', taxable_amount: '100.00', tax_amount: '24.00' } as const;
    const tax_breakdown = [{ ...tax, exemption_code: null, exemption_text: null }];
    return { ...sampleInvoice, detail: { ...sampleInvoice.detail, supplier, tax_breakdown, lines: [line] } };
  }

  /** An unpaid invoice over €124.00 for calls of €100.00. Both have debited the balance. */
  async function unpaidInvoice() {
    count += 1;
    client = await portal.customer();
    const { account_id } = client.account;
    service = await givenService(portal.database, account_id, { vatOn: 'usage' });
    const { service_id } = service;
    const stored = {
      ...invoiceOver100(),
      number: `2026-09-${String(count).padStart(5, '0')}`,
      monthly_vat_invoice_id: `mvi_unpaid_${count}`,
      service_id,
      service_type: 'voicing' as const,
      due_date: '2026-12-15',
    };
    const started = '2026-09-20T08:00:00Z';
    const usage = { account_id, service_id, batch_id: `calls-${count}`, currency: 'eur' as const };
    const row = { started, price: '100.00', batch_id: usage.batch_id };
    await givenCalls(portal.database, { account_id, service_id }, [row]);
    await portal.database.asBackground(async (tx) => {
      const batch = { ...usage, records: 1, cost: '100.000000', first_record: started, last_record: started };
      await postUsage(tx, batch, 'test');
      await insertInvoice(tx, account_id, stored);
      await tx.run(sql`
        with month as (
          insert into month_closings values (${account_id}, ${service_id}, '2026-10-01', '2026-10-31T22:00:00Z', ${stored.monthly_vat_invoice_id}) returning *)
        insert into invoiced_usage select account_id, service_id, ${usage.batch_id}, month, monthly_vat_invoice_id from month`);
      const charged = { usage: '100.00', rents: '0' };
      const posting = { accountId: account_id, serviceId: service_id, charged, actor: 'test' };
      await postInvoice(tx, stored, { ...posting, occurredAt: '2026-10-01T00:00:00Z' });
    });
    const read = async () =>
      (await client.get(`/v1/finances/monthly-vat-invoices/${stored.monthly_vat_invoice_id}`)).body.invoice;
    const balanceOf = async () => (await client.get(`/v1/services/${service_id}/balance`)).body.balance;
    return { ...stored, read, balanceOf };
  }

  test('is what the invoice asks for, credits the balance without VAT, and pays the invoice', async () => {
    const { number, monthly_vat_invoice_id, read, balanceOf } = await unpaidInvoice();
    const { bank_details } = await read();
    expect(bank_details).toMatchObject({ amount: '124.00', reference: creditorReference(number) });
    expect(bank_details.sepa_qr).toContain('EUR124.00');
    expect(await balanceOf()).toBe('-124.0000');
    const { amount, reference } = bank_details;
    expect(await importEntries([{ amount, reference }])).toEqual(['credited']);
    expect(await read()).toMatchObject({ status: 'paid', bank_details: null });
    expect(await balanceOf()).toBe('0.0000');
    const { items } = (await client.get('/v1/finances/payments')).body;
    expect(items).toMatchObject([
      { status: 'paid', amount: '124.00', tax_amount: '0.00', monthly_vat_invoice_id, reference },
    ]);
    expect(await eventsOf(items[0].payment_id)).toEqual([
      { status: 'processing', actor: 'bank' },
      { status: 'paid', actor: 'bank' },
    ]);
    expect(await subjects()).toEqual([`Your payment ${number} has arrived`]);
  });

  test('pays it in parts by its number alone, each entry once', async () => {
    const { number, read, balanceOf } = await unpaidInvoice();
    const first = { amount: '24.00', text: `Invoice ${number}.` };
    const parallel = await Promise.all([1, 2, 3].map(() => importEntries([first])));
    expect(parallel.flat().sort()).toEqual(['credited', 'known', 'known']);
    expect(await read()).toMatchObject({ status: 'partially_paid', bank_details: { amount: '100.00' } });
    await importEntries([{ amount: '110.00', text: number }]);
    expect(await read()).toMatchObject({ status: 'paid' });
    expect(await balanceOf()).toBe('10.0000');
    expect((await client.get('/v1/finances/payments')).body.total).toBe(2);
  });

  test('is deducted again when the bank takes it back', async () => {
    const { number, balanceOf } = await unpaidInvoice();
    const reference = creditorReference(number);
    await importEntries([{ amount: '124.00', reference }]);
    expect(await importEntries([{ amount: '24.00', reference, isReturn: true }])).toEqual([
      'no_such_receipt',
    ]);
    expect(await importEntries([{ amount: '124.00', reference, isReturn: true }])).toEqual(['credited']);
    expect(await balanceOf()).toBe('-124.0000');
    expect((await client.get('/v1/finances/payments')).body.items).toMatchObject([
      { status: 'failed', status_reason: 'returned' },
    ]);
  });

  test('is left to the staff in another currency and with two numbers', async () => {
    const invoice = await unpaidInvoice();
    const { number } = await awaited();
    expect(
      await importEntries([
        { amount: '8.00', currency: 'USD', text: invoice.number },
        { amount: '8.00', text: `${invoice.number} ${number}` },
      ]),
    ).toEqual(['wrong_currency', 'several_references']);
    expect(await invoice.balanceOf()).toBe('-124.0000');
  });
});

test('a dry run changes nothing', async () => {
  const { payment_id, reference } = await awaited();
  expect(await importEntries([{ amount: '124.00', reference }], { isDryRun: true })).toEqual(['credited']);
  expect(await stateOf(payment_id)).toEqual(['pending', null, null]);
  expect(await importEntries([{ amount: '124.00', reference }])).toEqual(['credited']);
});

test.each(['America/Los_Angeles', 'Pacific/Kiritimati'])(
  'a booking belongs to its day, and so to its month, in %s too',
  async (timezone) => {
    await portal.superuser.system.run(sql`
      update accounts set timezone = ${timezone} where account_id = ${client.account.account_id}`);
    const { payment_id, reference } = await awaited();
    expect(await importEntries([{ amount: '124.00', reference, booked: '2026-10-01' }])).toEqual([
      'credited',
    ]);
    const { day } = await portal.database.system.one<{ day: string }>(sql`
      select (e.occurred_at at time zone ${timezone})::date::text as day
      from payment_entries join journal_entries e using (entry_id) where payment_id = ${payment_id}`);
    expect(day).toBe('2026-10-01');
  },
);
