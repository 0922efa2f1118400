import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { sql } from '../../database/sql.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { auditLedger } from '../ledger/audit.ts';
import { renewNumbers } from '../number-rents/renew-numbers.ts';
import { insertService } from '../services/services.repository.ts';
import { closeMonths } from './close-months.ts';
import { givenTopUp, givenUsage } from './closings.fixtures.ts';
import { renderInvoice } from './invoice-files.ts';
import { findInvoiceByNumber } from './monthly-vat-invoices.repository.ts';

const portal = testPortal();
const list = '/v1/finances/monthly-vat-invoices';
let services = 0;

beforeAll(() =>
  givenRates({ '2026-08-31': '1.25', '2026-09-30': '1.1', '2026-10-16': '1.3', '2026-10-30': '1.2' }),
);

afterEach(async () => {
  jest.restoreAllMocks();
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});

type Owner = Awaited<ReturnType<typeof givenDollars>>;

/** A service in dollars whose September 2026 is closed, without usage. */
async function givenDollars() {
  const customer = await portal.customer({ country: 'ee', tax_number: null, currency: 'usd' });
  const { account_id } = customer.account;
  services += 1;
  const service_id = `svc_vo_late_dollars_${services}`;
  const terms = { type: 'voicing', currency: 'usd', vat_on: 'usage', price_list_id: null } as const;
  await insertService(portal.database.system, account_id, { service_id, ...terms });
  await portal.superuser.system.run(
    sql`update services set created = '2026-09-01T08:00:00Z' where service_id = ${service_id}`,
  );
  await closeMonths(portal.context, { lastMonth: '2026-09' });
  return { customer, account_id, service_id };
}

async function givenRates(rates: Record<string, string>) {
  await portal.database.system.run(sql`
    insert into exchange_rates (currency, day, rate, source)
    select 'usd', key::date, value::numeric, 'ECB' from json_each_text(${JSON.stringify(rates)}::json)`);
}

/** Charges a number's set-up and its rent for October. */
async function givenNumber({ account_id, service_id }: Owner) {
  await portal.database.system.run(sql`
    insert into rented_numbers (account_id, service_id, number_id, number, country, type, capabilities, status, monthly_price,
      setup_price, currency, rented_at, renews_at)
    values (${account_id}, ${service_id}, ${service_id}, '+3726000001', 'ee', 'local', '{voice}', 'active', 3, 1.5, 'usd',
      '2026-10-05T08:00:00Z', '2026-10-05')`);
  const now = DateTime.fromISO('2026-10-05T12:00:00Z');
  await portal.database.asBackground((tx) =>
    renewNumbers(tx, portal.context, { account_id, service_id }, now),
  );
}

async function invoicesOf({ customer, service_id }: Owner, lastMonth: string) {
  const results = await closeMonths(portal.context, { lastMonth });
  const { body } = await customer.get(`${list}?service_id=${service_id}&order=number`);
  const invoices = [];
  for (const { monthly_vat_invoice_id } of body.items)
    invoices.push((await customer.get(`${list}/${monthly_vat_invoice_id}`)).body.invoice);
  return { results: results.filter((result) => result.service_id === service_id), invoices };
}

const preview = async ({ customer, service_id }: Owner) =>
  (await customer.get(`${list}/preview?service_id=${service_id}`)).body.preview;

const converted = (date: string, source: string, tax: string, rate: string, euro: string) => ({
  date,
  tax_amount: tax,
  exchange_rate: rate,
  exchange_rate_source: `ECB ${source}`,
  tax_amount_in_tax_currency: euro,
});

test('converts the VAT of late usage at the rate of the last day of its month, and that of the rest at the rate of the invoice’s', async () => {
  const owner = await givenDollars();
  await givenTopUp(portal, owner, '500', '0', '2026-10-01T08:00:00Z', 'usd');
  await givenNumber(owner);
  const calls = [
    { started: '2026-08-20T08:00:00Z', price: '100.02' },
    { started: '2026-09-20T08:00:00Z', price: '50.02' },
    { started: '2026-10-20T08:00:00Z', price: '10.01' },
  ];
  await givenUsage(portal, owner, 'late', calls, 'usd');
  const shown = await preview(owner);
  const [invoice] = (await invoicesOf(owner, '2026-10')).invoices;
  const euro = {
    tax_currency: 'eur',
    tax_amount_in_tax_currency: '33.02',
    exchange_rate: null,
    exchange_rate_source: null,
    // 24 % of 164.55 is 39.49: the last day has the cent that 24.00, 12.00 and 3.48 are short of it.
    tax_conversions: [
      converted('2026-08-31', '2026-08-31', '24.00', '1.25', '19.20'),
      converted('2026-09-30', '2026-09-30', '12.00', '1.1', '10.91'),
      converted('2026-10-31', '2026-10-30', '3.49', '1.2', '2.91'),
    ],
  };
  expect(invoice).toMatchObject({ totals: { net: '164.55', tax: '39.49' }, ...euro });
  expect(shown).toMatchObject(euro);
  const stored = await findInvoiceByNumber(portal.database.system, invoice.number);
  const file = stored && (await renderInvoice(stored, 'pdf'));
  if (file === undefined || typeof file === 'string') throw new Error('no PDF');
  const [page] = (await readPdf(file)).pages;
  for (const text of [
    'VAT in EUR (rate 1.25, ECB 2026-08-31)',
    '€19.20',
    'VAT in EUR (rate 1.1, ECB 2026-09-30)',
    '€10.91',
    'VAT in EUR (rate 1.2, ECB 2026-10-30)',
    '€2.91',
    '€33.02',
  ])
    expect(page).toContain(text);
});

test('states one rate for an invoice of late usage alone, and waits for it', async () => {
  const owner = await givenDollars();
  await givenUsage(portal, owner, 'alone', [{ started: '2026-06-20T08:00:00Z', price: '50' }], 'usd');
  expect(await invoicesOf(owner, '2026-10')).toMatchObject({
    results: [
      { result: 'failed', reason: expect.stringContaining('no exchange rate of USD for 2026-06-30') },
    ],
    invoices: [],
  });
  await givenRates({ '2026-06-30': '1.6' });
  const { invoices } = await invoicesOf(owner, '2026-10');
  expect(invoices).toMatchObject([
    {
      period_end: '2026-10-31',
      tax_amount_in_tax_currency: '7.50',
      exchange_rate: '1.6',
      exchange_rate_source: 'ECB 2026-06-30',
      tax_conversions: [],
    },
  ]);
});

test('until the month has ended, the preview converts its own VAT with the rate of today', async () => {
  const owner = await givenDollars();
  const calls = [
    { started: '2026-09-20T08:00:00Z', price: '50' },
    { started: '2026-10-05T08:00:00Z', price: '13' },
  ];
  await givenUsage(portal, owner, 'open', calls, 'usd');
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-10-18T08:00:00Z'));
  expect(await preview(owner)).toMatchObject({
    has_ended: false,
    tax_amount_in_tax_currency: '13.31',
    tax_conversions: [
      converted('2026-09-30', '2026-09-30', '12.00', '1.1', '10.91'),
      converted('2026-10-18', '2026-10-16', '3.12', '1.3', '2.40'),
    ],
  });
});
