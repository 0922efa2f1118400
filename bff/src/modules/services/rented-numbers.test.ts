import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { givenCalls } from '../traffic/cdr.fixtures.ts';
import { givenService } from './services.fixtures.ts';

const portal = testPortal();
let customer: TestCustomer;
let url: string;

beforeAll(async () => {
  customer = await portal.customer();
  const { account_id } = customer.account;
  const { service_id } = await givenService(portal.database, account_id);
  url = `/v1/services/${service_id}/numbers/rented`;
  const numbers = [
    ['num_1', '+3726001200', 'ee', 'active', '3.00', '2020-01-31'],
    ['num_2', '+4930231250', 'de', 'active', '4.50', '2126-12-02'],
    ['num_3', '+3726001201', 'ee', 'expired', '3.00', '2126-12-01'],
    ['num_4', '+33199000123', 'fr', 'pending', '6.00', null],
  ];
  for (const [id, number, country, status, price, renewsAt] of numbers) {
    await portal.database.system.run(sql`
      insert into rented_numbers (account_id, number_id, service_id, number, country, type, capabilities, status,
        monthly_price, currency, rented_at, renews_at)
      values (${account_id}, ${id}, ${service_id}, ${number}, ${country}, 'local', '{voice_in,voice_out}', ${status},
        ${price}, 'eur', '2026-04-02T08:00:00Z', ${renewsAt})`);
  }
  const started = new Date(Date.now() - 3_600_000).toISOString();
  await givenCalls(portal.database, { account_id, service_id }, [
    { started, duration_seconds: 90 },
    { started, result: 'busy' },
  ]);
});

test('lists numbers with 30 days of usage and excludes expired ones and those on order from the monthly price', async () => {
  const { status, body } = await customer.get(url);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    total: 4,
    order: 'number',
    summary: {
      numbers: 4,
      monthly_price: '7.50',
      currency: 'eur',
      next_renewal: { number: '+4930231250', renews_at: '2126-12-02' },
    },
  });
  expect(body.items.map(({ number }: { number: string }) => number)).toEqual([
    '+33199000123',
    '+3726001200',
    '+3726001201',
    '+4930231250',
  ]);
  expect(body.items[1]).toMatchObject({
    capabilities: ['voice_in', 'voice_out'],
    setup_price: '0.00',
    usage_30d: { calls: 2, minutes: 1.5 },
  });
});

test.each([
  ['number=372', 2],
  ['number=*1250', 1],
  ['number=%2B49', 1],
  ['number=1200', 0],
])('%s returns %d', async (filter, total) => {
  expect((await customer.get(`${url}?${filter}`)).body).toMatchObject({ total, summary: { numbers: total } });
});

test('returns no next renewal for numbers that do not renew', async () => {
  const { body } = await customer.get(`${url}?number=372`);
  expect(body.summary.next_renewal).toBeNull();
});

test('says until when a number can be paid whose rent the balance does not cover, by the clock of the account', async () => {
  // The next day already in Tallinn.
  await portal.database.system.run(
    sql`update rented_numbers set renewal_refused_at = '2026-11-10T22:30:00Z' where number_id = 'num_1'`,
  );
  const { body } = await customer.get(url);
  expect(body.items.map((item: Record<string, unknown>) => item['unpaid_until'])).toEqual([
    null,
    '2026-11-18',
    null,
    null,
  ]);
});

test('sorts numbers', async () => {
  const { body } = await customer.get(`${url}?order=-monthly_price&limit=10`);
  expect(body.items[1]).toMatchObject({ number: '+4930231250', monthly_price: '4.50' });
});

describe('labels', () => {
  const label = (number: string, text: unknown) => customer.put(`${url}/${number}`, { label: text });

  test('are stored, shown in the list and found by its search', async () => {
    const { status, body } = await label('num_2', '  Berlin\noffice 100%  ');
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, number_id: 'num_2', label: 'Berlin office 100%' });
    for (const search of ['berlin', 'OFFICE', '100%', '4930', '*1250', '0125', '+49 30', '9999, 1250'])
      expect((await customer.get(`${url}?search=${encodeURIComponent(search)}`)).body).toMatchObject({
        total: 1,
        items: [{ number_id: 'num_2', label: 'Berlin office 100%' }],
      });
    expect((await customer.get(`${url}?search=Berlin_office`)).body.total).toBe(0);
    expect((await customer.get(`${url}?search=Munich`)).body.total).toBe(0);
  });

  test.each([null, '', '   '])('%j removes one', async (text) => {
    await label('num_3', 'Old');
    expect((await label('num_3', text)).body).toMatchObject({ label: null });
  });

  test('have at most 80 characters', async () => {
    expect((await label('num_1', 'ü'.repeat(80))).status).toBe(200);
    expect((await label('num_1', 'x'.repeat(81))).body).toMatchObject({
      code: 'validation_failed',
      errors: [{ field: 'label', code: 'field_invalid' }],
    });
    expect((await label('num_1', 5)).status).toBe(422);
    expect((await customer.put(`${url}/num_1`, {})).status).toBe(422);
  });

  test('belong to the account’s own numbers', async () => {
    const stranger = await portal.customer();
    const own = await givenService(portal.database, stranger.account.account_id);
    expect((await stranger.put(`${url}/num_1`, { label: 'x' })).body).toMatchObject({
      code: 'service_not_found',
    });
    const foreign = `/v1/services/${own.service_id}/numbers/rented/num_1`;
    expect((await stranger.put(foreign, { label: 'x' })).body).toMatchObject({ code: 'not_found' });
  });
});
