import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';
import { closeMonths } from './close-months.ts';
import { givenTopUp, givenUsage } from './closings.fixtures.ts';
import { sampleInvoice } from './monthly-vat-invoices.fixtures.ts';
import { insertInvoice, type StoredInvoice } from './monthly-vat-invoices.repository.ts';

const portal = testPortal();
const url = '/v1/finances/monthly-vat-invoices';
const today = (zone: string, days = 0) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv', { timeZone: zone });

test('an invoice is overdue from the day after its due date, in its time zone', async () => {
  const customer = await portal.customer();
  // The first and the last time zone in which a day begins: at any time one of them has another date than UTC.
  const east = 'Pacific/Kiritimati';
  const west = 'Pacific/Pago_Pago';
  const documents: Partial<StoredInvoice>[] = [
    { status: 'issued', due_date: today(east, -1), timezone: east },
    { status: 'issued', due_date: today(east), timezone: east },
    { status: 'issued', due_date: today(west, -1), timezone: west },
    { status: 'issued', due_date: today(west), timezone: west },
    { status: 'partially_paid', due_date: '2026-01-15' },
    { status: 'paid', due_date: '2026-01-15' },
    { status: 'issued', due_date: null },
  ];
  for (const [index, document] of documents.entries()) {
    const stored = {
      ...sampleInvoice,
      monthly_vat_invoice_id: `mvi_${index}`,
      number: `2026-10-${index}`,
      ...document,
    };
    await insertInvoice(portal.database.system, customer.account.account_id, stored);
  }
  const statuses = async (query: string) =>
    (await customer.get(`${url}?order=number&${query}`)).body.items.map(
      ({ status }: { status: string }) => status,
    );
  const expected = ['overdue', 'issued', 'overdue', 'issued', 'overdue', 'paid', 'issued'];
  expect(await statuses('')).toEqual(expected);
  expect(await statuses('filter_query=overdue&filter_or=status')).toHaveLength(3);
  expect(await statuses('filter_query=issued&filter_or=status')).toHaveLength(3);
  expect((await customer.get(`${url}/mvi_0`)).body.invoice.status).toBe('overdue');
});

test.each(['€247.34', '247,34 €', '199.47', '47,87', '22.93', '€22,93'])(
  'an invoice is found by each amount that it shows: %s',
  async (text) => {
    const customer = await portal.customer();
    const shown = {
      net_amount: '199.47',
      tax_amount: '47.87',
      gross_amount: '247.34',
      paid_amount: '224.41',
      amount_due: '22.93',
      rounding: '0.00',
    };
    for (const [index, amounts] of [shown, {}].entries()) {
      const names = { monthly_vat_invoice_id: `mvi_${index}`, number: `${text}-${index}` };
      await insertInvoice(portal.database.system, customer.account.account_id, {
        ...sampleInvoice,
        ...names,
        ...amounts,
      });
    }
    const query = new URLSearchParams({ filter_query: text, filter_or: 'amount' });
    const { body } = await customer.get(`${url}?${query}`);
    expect(body.items.map((item: { number: string }) => item.number)).toEqual([`${text}-0`]);
  },
);

test('the detail of an invoice that is paid after its issue states what is due now, and demands no more', async () => {
  const customer = await portal.customer({ country: 'ee', tax_number: null });
  const { account_id } = customer.account;
  const { service_id } = await givenService(portal.database, account_id, { vatOn: 'usage' });
  await portal.superuser.system.run(sql`
    update services set created = '2026-09-01T08:00:00Z' where service_id = ${service_id}`);
  const owner = { account_id, service_id };
  const topUp = async (amount: string, day: string) =>
    givenTopUp(portal, owner, amount, '0', `${day}T08:00:00Z`);
  await topUp('10', '2026-09-05');
  const started = '2026-09-10T08:00:00Z';
  await givenUsage(portal, owner, `batch-${service_id}`, [{ started, price: '20', destination: 'Germany' }]);
  await closeMonths(portal.context, { lastMonth: '2026-09' });
  const [listed] = (await customer.get(url)).body.items;
  const detail = async () => (await customer.get(`${url}/${listed.monthly_vat_invoice_id}`)).body.invoice;

  const issued = { totals: { gross: '24.80', paid: '10.00', due: '14.80' }, payments: [{ amount: '10.00' }] };
  const due = { paid_amount: '10.00', amount_due: '14.80', bank_details: { amount: '14.80' } };
  const before = await detail();
  expect(before).toMatchObject({ ...issued, ...due });
  expect(before.payment_terms).toMatch(/^€14\.80 is due by /);

  await topUp('12.40', '2026-10-05');
  const partly = await detail();
  const rest = { paid_amount: '22.40', amount_due: '2.40', bank_details: { amount: '2.40' } };
  expect(partly).toMatchObject({ ...issued, ...rest });
  expect(partly.payment_terms).toMatch(/^€2\.40 is due by /);

  await topUp('100', '2026-10-06');
  expect(await detail()).toMatchObject({
    ...{ ...issued, status: 'paid', paid_amount: '24.80', amount_due: '0.00' },
    ...{ payment_terms: null, bank_details: null },
  });
});
