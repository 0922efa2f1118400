import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import type { CommandContext } from '../../staff/open-portal.ts';
import type { StaffAction } from '../../staff/staff-action.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { issueInvoice } from '../monthly-vat-invoices/issue-invoice.ts';
import { insertService } from '../services/services.repository.ts';
import { correctExchangeRate } from './correct-exchange-rate.ts';
import { readEcbCsv } from './ecb-csv.ts';
import { loadExchangeRates, vatInEuro } from './exchange-rates.service.ts';
import { lastPublicationDay } from './publication-days.ts';

const portal = testPortal();
// The shape of the bank's file: newest day first, a comma at the end of each line. The rates are made up.
const file = `Date,USD,JPY,BGN,
2026-10-30,1.1436,176.21,N/A,
2026-10-29,1.1402,175.9,N/A,
2026-10-28,N/A,175.5,N/A,
`;

beforeAll(async () => {
  expect(await loadExchangeRates(portal.database, file)).toEqual({ read: 2, added: 2 });
});

const inEuro = (amount: string, day: string, currency = 'usd') =>
  vatInEuro(portal.database.system, currency, [{ amount, day }]);

test('converts VAT with the rate of the day, and names its source and date', async () => {
  // 57.03 / 1.1436 = 49.8688…
  expect(await inEuro('57.03', '2026-10-30')).toEqual({
    tax_currency: 'eur',
    tax_amount_in_tax_currency: '49.87',
    exchange_rate: '1.1436',
    exchange_rate_source: 'ECB 2026-10-30',
  });
  expect(await inEuro('-57.03', '2026-10-29')).toMatchObject({
    tax_amount_in_tax_currency: '-50.02',
    exchange_rate_source: 'ECB 2026-10-29',
  });
});

test('uses the last rate before days without one', async () => {
  // The last of October 2026 is a Saturday.
  expect(await inEuro('57.03', '2026-10-31')).toMatchObject({ exchange_rate_source: 'ECB 2026-10-30' });
  expect(await inEuro('57.03', '2026-11-01')).toMatchObject({ exchange_rate_source: 'ECB 2026-10-30' });
});

test('waits for the rate of a working day that is not loaded yet, except for a preview', async () => {
  const day = '2026-11-03';
  await expect(inEuro('57.03', day)).rejects.toThrow(
    'The exchange rate of USD of 2026-11-03, which counts for 2026-11-03, is not loaded yet; the newest one is that of 2026-10-30.',
  );
  await expect(inEuro('57.03', '2026-11-08')).rejects.toThrow(
    'There is no exchange rate of USD for 2026-11-08',
  );
  const parts = [{ amount: '57.03', day }];
  const preview = await vatInEuro(portal.database.system, 'usd', parts, { isPreview: true });
  expect(preview).toMatchObject({ exchange_rate_source: 'ECB 2026-10-30' });
});

test('takes a working day without a rate for a holiday once a later rate is loaded', async () => {
  await portal.database.asBackground(async (tx) => {
    await tx.run(
      sql`insert into exchange_rates (currency, day, rate, source) values ('gbp', '2026-10-28', 0.87, 'ECB')`,
    );
    await expect(vatInEuro(tx, 'gbp', [{ amount: '1.00', day: '2026-10-29' }])).rejects.toThrow(
      'is not loaded yet',
    );
    await tx.run(
      sql`insert into exchange_rates (currency, day, rate, source) values ('gbp', '2026-10-30', 0.86, 'ECB')`,
    );
    expect(await vatInEuro(tx, 'gbp', [{ amount: '1.00', day: '2026-10-29' }])).toMatchObject({
      exchange_rate_source: 'ECB 2026-10-28',
    });
  });
});

test.each([
  ['2026-04-30', '2026-04-30'],
  ['2026-05-01', '2026-04-30'],
  ['2026-04-06', '2026-04-02'],
  ['2027-03-29', '2027-03-25'],
  ['2038-04-26', '2038-04-22'],
  ['2026-12-27', '2026-12-24'],
  ['2027-01-01', '2026-12-31'],
])('until %s, the bank has last published rates on %s', (day, published) => {
  expect(lastPublicationDay(day)).toBe(published);
});

test.each(['2026-11-07', '2026-10-28', '2025-10-30'])('says which rate is missing for %s', async (day) => {
  await expect(inEuro('57.03', day)).rejects.toThrow(`There is no exchange rate of USD for ${day}`);
});

test('states nothing for documents in euro', async () => {
  expect(await inEuro('57.03', '1999-01-01', 'eur')).toEqual({});
});

test('states nothing for parts with one rate that add up to no VAT', async () => {
  const parts = (day: string) => [
    { amount: '24.00', day: '2026-10-30' },
    { amount: '-24.00', day },
  ];
  const convert = (day: string) => vatInEuro(portal.database.system, 'usd', parts(day));
  expect(await convert('2026-10-31')).toEqual({});
  expect(await convert('2026-10-29')).toMatchObject({ tax_amount_in_tax_currency: '-0.06' });
});

test('loads a file once, and refuses another rate of a stored day together with its whole file', async () => {
  expect(await loadExchangeRates(portal.database, file)).toEqual({ read: 2, added: 0 });
  const changed = file.replace('1.1402', '1.1403').concat('2026-10-27,1.1,1,1,\n');
  await expect(loadExchangeRates(portal.database, changed)).rejects.toThrow(
    'The stored rate of USD on 2026-10-29 is 1.1402, the file says 1.1403.',
  );
  const { days } = await portal.database.system.one<{ days: number }>(
    sql`select count(*)::int as days from exchange_rates where currency = 'usd'`,
  );
  expect(days).toBe(2);
});

test.each([
  ['<html></html>', 'Line 1 is not the header'],
  ['Date,JPY,\n2026-10-30,176.2,\n', 'no column USD'],
  ['Date,USD,\n2026-10-30,1.1,\n30.10.2026,1.1,\n', 'Line 3 has no day and rate of USD'],
  ['Date,USD,\n2026-02-30,1.1,\n', 'Line 2 has no day and rate of USD'],
  ['Date,USD,\n2099-01-01,1.1,\n', 'Line 2 has a rate of 2099-01-01, which has not begun'],
  ['Date,USD,\n2026-10-30,1.1,\n2026-10-30,1.2,\n', 'Line 3 has the day of line 2 again'],
  ['Date,USD,\n2026-10-30,"1,1",\n', 'Line 2 has no day and rate of USD'],
  ['Date,USD,\n2026-10-30,0.0,\n', 'Line 2 has no day and rate of USD'],
  ['Date,USD,\n2026-10-30\n', 'Line 2 has another number of columns than the header, 1 instead of 3'],
  [
    'Date,USD,JPY\n2026-10-30,1.1,176.2\n2026-10-29,1.1\n2026-10-28,1.1,175\n',
    'Line 3 has another number of columns',
  ],
  ['Date,USD,JPY\n2026-10-30,1.1\n', 'download the file again. Nothing was stored.'],
  // Cut in the rate of the yen, and in that of the dollar.
  [
    'Date,USD,JPY\n\n2026-10-30,1.1,176.2\n2026-10-29,1.1,17',
    'Line 4 has no line end, so the file may have been cut in it',
  ],
  ['Date,USD\n2026-10-30,1.156\n2026-10-29,1.1', 'download it again, or add a line end if it is complete'],
  ['Date,USD\n2026-10-30,"1.1\n', 'The file is no CSV'],
])('refuses %j: %s', (text, message) => {
  expect(() => readEcbCsv(text)).toThrow(message);
});

test('an invoice in dollars states its VAT in euro; without a rate none is issued', async () => {
  const customer = await portal.customer({ currency: 'usd' });
  const { account_id } = customer.account;
  const service_id = 'svc_vo_dollars';
  const terms = { type: 'voicing', currency: 'usd', vat_on: 'usage', price_list_id: null } as const;
  await insertService(portal.database.system, account_id, { service_id, ...terms });
  const issue = (
    year: number,
    treatment: 'standard' | 'reverse_charge' = 'standard',
    beforeCommit = async () => {},
  ) =>
    portal.database.asSystem(async (tx) => {
      const issued = await issueInvoice(tx, portal.context.config, {
        month: {
          accountId: account_id,
          serviceId: service_id,
          type: 'voicing',
          currency: 'usd',
          period: {
            start_date: `${year}-10-01`,
            end_date: `${year}-10-31`,
            timezone: 'Europe/Tallinn',
            start_utc: `${year}-09-30T21:00:00Z`,
            end_utc: `${year}-10-31T22:00:00Z`,
          },
        },
        issueDate: `${year}-11-01`,
        language: 'en',
        dueDate: `${year}-11-15`,
        usages: [
          {
            code: 'voice_outgoing',
            description: 'Outgoing calls',
            service_type: 'voicing',
            quantity: '100.00',
            unit: 'min',
            amount: '237.63',
          },
        ],
        summary: { calls: 1, answered_calls: 1, minutes: '100.00', messages: null, parts: null },
        tax: { treatment, rate: '24.00' },
        customer: {
          name: null,
          company: null,
          address: null,
          country: 'ee',
          tax_number: null,
          account_sid: null,
        },
        payments: [],
      });
      await beforeCommit();
      return issued;
    });
  const { monthly_vat_invoice_id } = await issue(2026);
  const url = `/v1/finances/monthly-vat-invoices/${monthly_vat_invoice_id}`;
  expect((await customer.get(url)).body.invoice).toMatchObject({
    currency: 'usd',
    totals: { tax: '57.03' },
    tax_currency: 'eur',
    tax_amount_in_tax_currency: '49.87',
    exchange_rate: '1.1436',
    exchange_rate_source: 'ECB 2026-10-30',
  });
  await expect(issue(2025)).rejects.toThrow('There is no exchange rate of USD for 2025-10-31');
  expect((await customer.get('/v1/finances/monthly-vat-invoices')).body.total).toBe(1);
  // Without VAT there is nothing to state in euro.
  expect((await issue(2025, 'reverse_charge')).detail.tax_currency).toBeUndefined();

  // A correction waits for a document that is being issued with the rate.
  await loadExchangeRates(portal.database, 'Date,USD\n2024-10-29,1.1\n');
  const given = { currency: 'usd', day: '2024-10-29', rate: '1.156' };
  let correction: Promise<unknown> = Promise.resolve();
  await issue(2024, 'standard', async () => {
    correction = portal.database
      .asBackground((tx) => correctExchangeRate.act(tx, {} as StaffAction, given, {} as CommandContext))
      .catch((error: unknown) => String(error));
    await setTimeout(300);
  });
  expect(await correction).toContain('issued documents state it, and they do not change: 2024-10-00001.');
});
