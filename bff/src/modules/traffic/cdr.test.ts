import { beforeAll, expect, test } from '@jest/globals';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';
import { givenCalls } from './cdr.fixtures.ts';

const portal = testPortal();
let customer: TestCustomer;
let url: string;

beforeAll(async () => {
  customer = await portal.customer();
  const { account_id } = customer.account;
  const service = await givenService(portal.database, account_id);
  url = `/v1/services/${service.service_id}/cdr`;
  const of = { account_id, service_id: service.service_id };
  await givenCalls(portal.database, of, [
    { started: '2026-11-20T06:58:12.310Z', duration_seconds: 67, price: '0.013400', billed_seconds: 67 },
    { started: '2026-11-20T07:00:00Z', result: 'busy', number_to: '+4917139200123' },
    {
      started: '2026-11-20T08:00:00Z',
      number_to: '+358923160001',
      country: 'fi',
      destination: 'Finland',
      duration_seconds: 301,
    },
    {
      started: '2026-11-20T09:00:00Z',
      number_to: '101',
      country: null,
      destination: null,
      duration_seconds: 4,
    },
    {
      started: '2026-11-20T23:30:00Z',
      direction: 'inbound',
      number_from: '+442079460958',
      number_to: '+3726001200',
      country: 'ee',
    },
    // Calls around the clock change in Tallinn, 25 October at 01:00 UTC: three of them on the day of 25 hours.
    { started: '2026-10-24T20:59:59Z' },
    { started: '2026-10-24T21:00:00Z' },
    { started: '2026-10-25T00:30:00Z' },
    { started: '2026-10-25T21:59:59Z' },
    { started: '2026-10-25T22:00:00Z' },
    { started: '2026-03-28T22:00:00Z' },
    { started: '2026-03-29T20:59:59Z' },
    { started: '2026-03-29T21:00:00Z' },
  ]);
});

const day = 'start_date=2026-11-20&end_date=2026-11-20';

test('lists calls newest first, with totals of the whole day', async () => {
  const { status, body } = await customer.get(`${url}?${day}&limit=10`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    success: true,
    service_type: 'voicing',
    total: 4,
    has_more: false,
    order: '-started',
  });
  expect(body.items.map((item: { started: string }) => item.started.slice(11, 16))).toEqual([
    '09:00',
    '08:00',
    '07:00',
    '06:58',
  ]);
  expect(body.items[3]).toMatchObject({
    started: '2026-11-20T06:58:12.310Z',
    price: '0.013400',
    currency: 'eur',
    rated: true,
  });
  expect(body.summary).toEqual({
    calls_total: 4,
    calls_answered: 3,
    asr_percent: 75,
    acd_seconds: 124,
    talk_seconds: 372,
    billed_seconds: 428,
    cost: '0.037400',
    currency: 'eur',
  });
  expect(body.period).toMatchObject({
    timezone: 'Europe/Tallinn',
    start_utc: '2026-11-19T22:00:00Z',
    end_utc: '2026-11-20T22:00:00Z',
  });
});

test.each([
  ['number_to=49', 2],
  ['number_to=%2B49', 2],
  ['number_to=0049%20(30)', 1],
  ['number_to=49*', 2],
  ['number_to=*101', 2],
  ['number_to=*3916*', 0],
  ['number_to=*2316*', 1],
  ['number_from=372600', 4],
  ['duration_from=1', 3],
  ['duration_from=67&duration_to=301', 2],
  ['duration_to=0', 1],
  ['country=de', 2],
  ['country=de,fi', 3],
  ['result=busy', 1],
  ['direction=inbound', 0],
])('%s returns %d', async (filter, total) => {
  const { body } = await customer.get(`${url}?${day}&${filter}`);
  expect({ total: body.total, count: body.items?.length, summary: body.summary?.calls_total }).toEqual({
    total,
    count: total,
    summary: total,
  });
});

test.each([
  ['2026-10-25', 3],
  ['2026-03-29', 2],
  ['2026-10-24', 1],
])('%s has the calls between its midnights', async (date, total) => {
  const { body } = await customer.get(`${url}?start_date=${date}&end_date=${date}`);
  expect(body.total).toBe(total);
});

test('pages follow the requested order', async () => {
  const page = (offset: number) =>
    customer.get(`${url}?${day}&order=duration_seconds&limit=10&offset=${offset}`);
  expect(
    (await page(0)).body.items.map((item: { duration_seconds: number }) => item.duration_seconds),
  ).toEqual([0, 4, 67, 301]);
  expect((await page(3)).body).toMatchObject({
    total: 4,
    offset: 3,
    has_more: false,
    items: [{ duration_seconds: 301 }],
  });
});

test.each([
  ['offset=10001', 'offset_too_large'],
  ['order=password', 'order_invalid'],
  ['start_date=2025-01-01&end_date=2026-11-20', 'range_too_long'],
  ['start_date=2026-11-20&end_date=2026-11-19', 'range_invalid'],
  ['start_date=2024-01-01', 'range_too_long'],
  ['number_to=abc', 'filter_invalid'],
])('refuses %s with %s', async (query, code) => {
  expect(await customer.get(`${url}?${query}`)).toMatchObject({
    status: 422,
    body: { success: false, code },
  });
});

test('caps the limit at 100', async () => {
  expect((await customer.get(`${url}?${day}&limit=5000`)).body.limit).toBe(100);
});

test('returns 404 for another customer’s service', async () => {
  const stranger = await portal.customer();
  const foreign = await stranger.get(url);
  const missing = await stranger.get('/v1/services/svc_vo_nobody/cdr');
  expect(foreign).toMatchObject({ status: 404, body: { code: 'service_not_found' } });
  expect({ ...foreign.body, request_id: null }).toEqual({ ...missing.body, request_id: null });
});

test('returns 404 for the calls of a messaging service', async () => {
  const messaging = await givenService(portal.database, customer.account.account_id, { type: 'messaging' });
  expect((await customer.get(`/v1/services/${messaging.service_id}/cdr`)).status).toBe(404);
});
