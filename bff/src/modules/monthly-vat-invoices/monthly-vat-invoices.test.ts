import { expect, test } from '@jest/globals';
import { testPortal } from '../../testing/test-portal.ts';
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
