import { afterEach, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { sql } from '../../database/sql.ts';
import { Big } from '../../listing/decimal.ts';
import { performOnce } from '../../staff/staff-action.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { auditLedger } from '../ledger/audit.ts';
import { closeMonths } from '../monthly-vat-invoices/close-months.ts';
import { givenTopUp, givenUsage } from '../monthly-vat-invoices/closings.fixtures.ts';
import { givenService } from '../services/services.fixtures.ts';
import { creditNote } from './credit-note.ts';

const portal = testPortal();
let keys = 0;

afterEach(async () => expect((await auditLedger(portal.database)).problems).toEqual([]));

type Customer = Awaited<ReturnType<typeof givenInvoiced>>;

/** A customer whose September 2026 is invoiced: calls of these costs to one destination each, and top-ups. */
async function givenInvoiced(
  vatOn: 'usage' | 'topup',
  { costs = [], topUps = [] }: { costs?: string[]; topUps?: string[] },
  changes: Parameters<typeof portal.customer>[0] = {},
) {
  const client = await portal.customer({ country: 'ee', tax_number: null, ...changes });
  const { account_id } = client.account;
  const { service_id } = await givenService(portal.database, account_id, { vatOn });
  const owner = { account_id, service_id };
  await portal.superuser.system.run(sql`
    update services set created = '2026-09-01T08:00:00Z' where service_id = ${service_id}`);
  const rate = vatOn === 'topup' ? '24' : '0';
  for (const amount of topUps) await givenTopUp(portal, owner, amount, rate, '2026-09-05T08:00:00Z');
  const calls = costs.map((price, index) => ({
    started: `2026-09-10T08:00:${String(index).padStart(2, '0')}Z`,
    price,
    destination: `Place ${index}`,
  }));
  if (calls.length > 0) await givenUsage(portal, owner, `batch-${service_id}`, calls);
  await closeMonths(portal.context, { lastMonth: '2026-09' });
  const [invoice] = await documentsOf({ client });
  return { client, ...owner, number: String(invoice?.['number']), invoice };
}

async function documentsOf({ client }: Pick<Customer, 'client'>): Promise<Record<string, string>[]> {
  const { body } = await client.get('/v1/finances/monthly-vat-invoices?order=issue_date&limit=100');
  return body.items;
}

async function detailOf({ client }: Pick<Customer, 'client'>, number: string) {
  const found = (await documentsOf({ client })).find((each) => each['number'] === number);
  return (await client.get(`/v1/finances/monthly-vat-invoices/${found?.['monthly_vat_invoice_id']}`)).body
    .invoice;
}

async function correct(
  given: Record<string, string>,
  { key = '', isDryRun = false }: { key?: string; isDryRun?: boolean } = {},
) {
  keys += 1;
  const action = {
    key: key || `CN-${keys}`,
    command: 'billing credit-note',
    actor: 'staff:anna',
    reason: 'Ticket 9',
    arguments: given,
  };
  const parsed = v.parse(creditNote.schema, given);
  const work: Parameters<typeof performOnce>[2] = (tx) =>
    creditNote.act(tx, action, parsed, portal.context as never);
  const { result } = await performOnce(portal.context, action, work, { isDryRun });
  return result.changed;
}

const balanceOf = async ({ client, service_id }: Customer) =>
  (await client.get(`/v1/services/${service_id}/balance`)).body.balance;

test('corrects an invoice for usage in full: the balance is credited, and the customer gets a mail', async () => {
  const customer = await givenInvoiced('usage', { costs: ['10.004', '20.496'], topUps: ['100'] });
  const { client, number } = customer;
  expect(await balanceOf(customer)).toBe('62.1800');
  expect(await correct({ invoice: number }, { isDryRun: true })).toMatchObject({ gross: '-37.82' });
  expect(await documentsOf(customer)).toHaveLength(1);
  const changed = await correct({ invoice: number }, { key: 'FULL' });
  expect(changed).toMatchObject({ net: '-30.50', tax: '-7.32', gross: '-37.82', balance: '100.000000' });
  expect(await correct({ invoice: number }, { key: 'FULL' })).toEqual(changed);
  const note = await detailOf(customer, changed['number'] ?? '');
  expect(note).toMatchObject({
    document_type: 'credit_note',
    type_code: '381',
    preceding_invoice: { number },
    payment_terms: 'The amount has been credited to your balance.',
    period_start: '2026-09-01',
    totals: { net: '-30.50', tax: '-7.32', gross: '-37.82', rounding: '0.00', due: '0.00' },
    lines: [
      { description_code: 'voice_outgoing', net_amount: '-20.50', tax_rate: '24.00' },
      { net_amount: '-10.00' },
    ],
  });
  const corrected = await detailOf(customer, number);
  expect(corrected).toMatchObject({ status: 'corrected', totals: { gross: '37.82' } });
  const pricesOf = ({ lines }: { lines: { unit_price: string }[] }) => lines.map((line) => line.unit_price);
  expect(pricesOf(note)).toEqual(pricesOf(corrected));
  const { body } = await client.get('/v1/finances/payments');
  expect(body.items[0]).toMatchObject({ type: 'adjustment', amount: '37.82', status: 'paid' });
  const mail = (await portal.mails()).find(
    ({ to, subject }) => to === client.account.email && subject.includes('Credit note'),
  );
  expect(mail?.subject).toBe(`Credit note ${changed['number']} for your VAT invoice ${number}`);
  expect(mail?.text).toContain('€37.82');
  await expect(correct({ invoice: number })).rejects.toThrow('0.00 of its net amount is left');
  await expect(correct({ invoice: changed['number'] ?? '' })).rejects.toThrow('is a credit note');
});

test('corrects a line in parts, and refuses more than is left of it, also in parallel', async () => {
  const customer = await givenInvoiced('usage', { costs: ['10', '20'], topUps: ['100'] });
  const { number } = customer;
  await correct({ invoice: number, line: '1', amount: '12.34' });
  await expect(correct({ invoice: number, line: '1', amount: '7.67' })).rejects.toThrow(
    `Line 1 of ${number} has a net amount of 7.66 left, 7.67 cannot be corrected.`,
  );
  await expect(correct({ invoice: number, line: '7' })).rejects.toThrow(
    `${number} has no line 7: 1 Outgoing calls`,
  );
  await expect(correct({ invoice: number, amount: '5' })).rejects.toThrow('name the --line, too');
  await expect(correct({ invoice: number, line: '1', amount: '-1' })).rejects.toThrow('cannot be corrected');
  await expect(correct({ invoice: '2026-09-99999' })).rejects.toThrow('There is no invoice');
  const parallel = await Promise.allSettled(
    [1, 2, 3].map(() => correct({ invoice: number, line: '1', amount: '7' })),
  );
  expect(parallel.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect((await detailOf(customer, number)).status).toBe('paid');
  // The rest: 0.66 of line 1, and line 2.
  expect(await correct({ invoice: number })).toMatchObject({ net: '-10.66', status_of_invoice: 'corrected' });
  expect(await balanceOf(customer)).toBe('100.0000');
});

test('a credit note pays what is due of its own invoice before others', async () => {
  const customer = await givenInvoiced('usage', { costs: ['20'], topUps: ['10'] });
  expect(customer.invoice).toMatchObject({ status: 'partially_paid', amount_due: '14.80' });
  await correct({ invoice: customer.number, line: '1', amount: '10' });
  expect(await detailOf(customer, customer.number)).toMatchObject({
    status: 'partially_paid',
    totals: { due: '14.80' },
  });
  expect(await documentsOf(customer)).toContainEqual(
    expect.objectContaining({ number: customer.number, amount_due: '2.40' }),
  );
  await correct({ invoice: customer.number });
  expect(await documentsOf(customer)).toContainEqual(
    expect.objectContaining({ number: customer.number, status: 'corrected', amount_due: '0.00' }),
  );
  expect(await balanceOf(customer)).toBe('10.0000');
});

test('all credit notes of an invoice together give back exactly what it charged', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.integer({ min: 1, max: 150 }), { maxLength: 6 }),
      async (cents, parts) => {
        const costs = cents.map((each) => (each / 100).toFixed(2));
        const customer = await givenInvoiced('usage', { costs, topUps: ['50'] });
        for (const part of parts)
          await correct({ invoice: customer.number, line: '1', amount: (part / 100).toFixed(2) }).catch(
            () => {},
          );
        const left = (await documentsOf(customer)).reduce(
          (sum, { net_amount }) => sum.plus(net_amount ?? ''),
          new Big(0),
        );
        // The parts may have given back all of it.
        if (left.gt(0)) await correct({ invoice: customer.number });
        expect(await balanceOf(customer)).toBe('50.0000');
        for (const { document_type, net_amount, tax_rate, tax_amount } of await documentsOf(customer))
          if (document_type === 'credit_note')
            expect(
              new Big(net_amount ?? '')
                .times(tax_rate ?? '')
                .div(100)
                .round(2)
                .toFixed(2),
            ).toBe(tax_amount);
      },
    ),
    { numRuns: 12 },
  );
});

test('corrects an invoice for prepayments: the payment is refunded, and no later document lists that again', async () => {
  const customer = await givenInvoiced('topup', { topUps: ['100', '50'] });
  const { number } = customer;
  expect(customer.invoice).toMatchObject({ gross_amount: '186.00' });
  const first = await correct({ invoice: number, line: '1', amount: '33.33' });
  expect(first).toMatchObject({ net: '-33.33', tax: '-8.00', gross: '-41.33', balance: '116.670000' });
  expect(await correct({ invoice: number })).toMatchObject({
    net: '-116.67',
    tax: '-28.00',
    gross: '-144.67',
    balance: '0.000000',
    status_of_invoice: 'corrected',
  });
  const { body } = await customer.client.get('/v1/finances/payments');
  expect(
    body.items.map(({ type, status, gross_amount }: Record<string, string>) => [type, status, gross_amount]),
  ).toEqual(
    expect.arrayContaining([
      ['top_up', 'refunded', '124.00'],
      ['top_up', 'refunded', '62.00'],
      ['refund', 'paid', '-41.33'],
      ['refund', 'paid', '-82.67'],
      ['refund', 'paid', '-62.00'],
    ]),
  );
  const mail = (await portal.mails()).find(
    ({ to, text }) => to === customer.client.account.email && text.includes('41.33'),
  );
  expect(mail?.text).toContain('will be paid back to you');
  const refund = body.items.find(({ gross_amount }: Record<string, string>) => gross_amount === '-41.33');
  expect(await detailOf(customer, first['number'] ?? '')).toMatchObject({
    payment_terms: expect.stringContaining('The amount will be paid back to you.'),
    payments: [{ number: refund.number, amount: '-41.33' }],
  });
  await closeMonths(portal.context, { lastMonth: '2026-10' });
  expect(await documentsOf(customer)).toHaveLength(3);
});

test('refuses to give back prepayments that were used', async () => {
  const customer = await givenInvoiced('topup', { topUps: ['100'], costs: ['30'] });
  await expect(correct({ invoice: customer.number })).rejects.toThrow('30.00 of the 100.00 was used already');
  expect(await documentsOf(customer)).toHaveLength(1);
});

test('uses the rates of the invoice, whatever they are today', async () => {
  await portal.database.system.run(sql`
    insert into exchange_rates (currency, day, rate, source) values ('usd', '2026-09-30', 1.1436, 'ECB')`);
  const client = await portal.customer({ country: 'ee', tax_number: null, currency: 'usd' });
  const { account_id } = client.account;
  const service_id = 'svc_vo_dollars';
  await portal.database.system.run(sql`
    insert into services (account_id, service_id, type, currency, vat_on, created)
    values (${account_id}, ${service_id}, 'voicing', 'usd', 'usage', '2026-09-01T08:00:00Z')`);
  const calls = [{ started: '2026-09-10T08:00:00Z', price: '100' }];
  await givenUsage(portal, { account_id, service_id }, 'dollars', calls, 'usd');
  await closeMonths(portal.context, { lastMonth: '2026-09' });
  const [invoice] = await documentsOf({ client });
  await portal.superuser.system.run(sql`update exchange_rates set currency = 'gbp'`);
  await portal.superuser.system.run(sql`
    update accounts set country = 'us', tax_number = null where account_id = ${account_id}`);
  const changed = await correct({ invoice: invoice?.['number'] ?? '', line: '1', amount: '50' });
  expect(await detailOf({ client }, changed['number'] ?? '')).toMatchObject({
    totals: { tax: '-12.00' },
    customer: { country: 'ee' },
    tax_amount_in_tax_currency: '-10.49',
    exchange_rate: '1.1436',
    exchange_rate_source: 'ECB 2026-09-30',
  });
  await portal.superuser.system.run(sql`update exchange_rates set currency = 'usd'`);
});

test('gives back late usage at the rate of its month, and an invoice of several months at its rates', async () => {
  const client = await portal.customer({ country: 'ee', tax_number: null, currency: 'usd' });
  const { account_id } = client.account;
  const owner = { account_id, service_id: 'svc_vo_late_dollars' };
  await portal.database.system.run(sql`
    insert into exchange_rates (currency, day, rate, source)
    values ('usd', '2026-08-31', 1.25, 'ECB'), ('usd', '2026-09-30', 1.1436, 'ECB') on conflict do nothing`);
  await portal.database.system.run(sql`
    insert into services (account_id, service_id, type, currency, vat_on, created)
    values (${account_id}, ${owner.service_id}, 'voicing', 'usd', 'usage', '2026-09-01T08:00:00Z')`);
  const calls = [
    { started: '2026-08-10T08:00:00Z', price: '100.02' },
    { started: '2026-09-10T08:00:00Z', price: '50.02' },
  ];
  await givenUsage(portal, owner, 'late-dollars', calls, 'usd');
  await closeMonths(portal.context, { lastMonth: '2026-09' });
  const [{ number = '' } = {}] = await documentsOf({ client });
  expect(await detailOf({ client }, number)).toMatchObject({
    totals: { tax: '36.01' },
    tax_amount_in_tax_currency: '29.70',
    tax_conversions: [
      { date: '2026-08-31', tax_amount: '24.00', tax_amount_in_tax_currency: '19.20' },
      { date: '2026-09-30', tax_amount: '12.01', tax_amount_in_tax_currency: '10.50' },
    ],
  });
  const part = await correct({ invoice: number, line: '2', amount: '50' });
  expect(await detailOf({ client }, part['number'] ?? '')).toMatchObject({
    totals: { tax: '-12.00' },
    tax_amount_in_tax_currency: '-9.60',
    exchange_rate: '1.25',
    exchange_rate_source: 'ECB 2026-08-31',
  });
  const rest = await correct({ invoice: number });
  expect(await detailOf({ client }, rest['number'] ?? '')).toMatchObject({
    tax_amount_in_tax_currency: '-20.10',
    tax_conversions: [
      { date: '2026-08-31', tax_amount: '-12.00', tax_amount_in_tax_currency: '-9.60' },
      { date: '2026-09-30', tax_amount: '-12.01', tax_amount_in_tax_currency: '-10.50' },
    ],
  });
});

test('converts the VAT of each payment with the rate of its day, and gives it back at the same rate', async () => {
  const client = await portal.customer({ country: 'ee', tax_number: null, currency: 'usd' });
  const { account_id } = client.account;
  const owner = { account_id, service_id: 'svc_vo_prepaid_dollars' };
  await portal.database.system.run(sql`
    insert into exchange_rates (currency, day, rate, source)
    values ('usd', '2026-09-04', 1.1, 'ECB'), ('usd', '2026-09-18', 1.25, 'ECB')`);
  await portal.database.system.run(sql`
    insert into services (account_id, service_id, type, currency, vat_on, created)
    values (${account_id}, ${owner.service_id}, 'voicing', 'usd', 'topup', '2026-09-01T08:00:00Z')`);
  // A Saturday, and the Sunday after the second rate.
  await givenTopUp(portal, owner, '100', '24', '2026-09-05T08:00:00Z', 'usd');
  await givenTopUp(portal, owner, '100', '24', '2026-09-20T08:00:00Z', 'usd');
  await closeMonths(portal.context, { lastMonth: '2026-09' });
  const [{ number = '' } = {}] = await documentsOf({ client });
  const invoice = await detailOf({ client }, number);
  expect(invoice).toMatchObject({
    totals: { tax: '48.00' },
    tax_currency: 'eur',
    tax_amount_in_tax_currency: '41.02',
    exchange_rate: null,
    tax_conversions: [
      {
        date: '2026-09-05',
        tax_amount: '24.00',
        exchange_rate: '1.1',
        exchange_rate_source: 'ECB 2026-09-04',
        tax_amount_in_tax_currency: '21.82',
      },
      { date: '2026-09-20', exchange_rate: '1.25', tax_amount_in_tax_currency: '19.20' },
    ],
  });
  const changed = await correct({ invoice: number, line: '2' });
  expect(await detailOf({ client }, changed['number'] ?? '')).toMatchObject({
    totals: { tax: '-24.00' },
    tax_amount_in_tax_currency: '-19.20',
    exchange_rate: '1.25',
    exchange_rate_source: 'ECB 2026-09-18',
  });
});

test('is refused while the clock is before the date of the invoice', async () => {
  const { number } = await givenInvoiced('usage', { costs: ['10'] });
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-09-20T12:00:00Z'));
  const done = correct({ invoice: number }).finally(() => clock.mockRestore());
  await expect(done).rejects.toThrow(/is dated .*, but the clock says 2026-09-20\. Correct the clock/);
});
