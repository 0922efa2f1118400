import { expect, test } from '@jest/globals';
import { testPortal } from '../../testing/test-portal.ts';
import { insertInvoice, type StoredInvoice } from './monthly-vat-invoices.repository.ts';

const portal = testPortal();
const url = '/v1/finances/monthly-vat-invoices';
const today = (zone: string, days = 0) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv', { timeZone: zone });

const invoice: StoredInvoice = {
  monthly_vat_invoice_id: 'mvi_1',
  number: '2026-10-00001',
  document_type: 'invoice',
  basis: 'usage',
  issue_date: '2026-11-01',
  due_date: null,
  period_start: '2026-10-01',
  period_end: '2026-10-31',
  year: 2026,
  month: 10,
  timezone: 'Europe/Tallinn',
  service_id: null,
  service_type: null,
  currency: 'eur',
  net_amount: '100.00',
  tax_rate: '24.00',
  tax_amount: '24.00',
  gross_amount: '124.00',
  paid_amount: '0.00',
  amount_due: '124.00',
  tax_treatment: 'standard',
  status: 'issued',
  summary: null,
  detail: {
    supplier: {
      name: 'Provider',
      address: 'Pikk 1, Tallinn',
      country: 'ee',
      tax_number: null,
      registration_number: null,
      email: null,
      phone: null,
      iban: null,
      bic: null,
    },
    customer: {
      name: null,
      company: null,
      address: null,
      country: null,
      tax_number: null,
      account_sid: null,
    },
    lines: [],
    tax_breakdown: [],
    totals: {
      lines_net: '100.00',
      allowances: '0.00',
      charges: '0.00',
      net: '100.00',
      tax: '24.00',
      gross: '124.00',
      paid: '0.00',
      rounding: '0.00',
      due: '124.00',
    },
    payments: [],
    notes: [],
    preceding_invoice: null,
  },
};

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
      ...invoice,
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
