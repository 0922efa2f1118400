import { beforeAll, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';
import { givenCalls } from './cdr.fixtures.ts';

const portal = testPortal();
let customer: TestCustomer;
let url: string;

beforeAll(async () => {
  customer = await portal.customer();
  const { account_id } = customer.account;
  const { service_id } = await givenService(portal.database, account_id);
  url = `/v1/services/${service_id}/stats`;
  const failed = [
    'busy',
    'no_answer',
    'no_answer',
    'rejected',
    'canceled',
    'invalid_number',
    'congestion',
    'failed',
    'blocked_balance',
  ];
  await givenCalls(portal.database, { account_id, service_id }, [
    {
      started: '2026-11-19T22:00:00Z',
      duration_seconds: 10,
      billed_seconds: 60,
      price: '0.012000',
      pdd_ms: 1000,
    },
    {
      started: '2026-11-20T10:00:00Z',
      duration_seconds: 120,
      billed_seconds: 120,
      price: '0.024000',
      pdd_ms: 2000,
    },
    {
      started: '2026-11-20T10:30:00Z',
      country: 'fi',
      duration_seconds: 31,
      billed_seconds: 60,
      price: '0.041000',
      pdd_ms: 3000,
    },
    ...failed.map((result) => ({ started: '2026-11-20T11:00:00Z', result, pdd_ms: null })),
    { started: '2026-11-18T12:00:00Z', duration_seconds: 5, price: '0.001000' },
    // The hour that clocks repeat in Tallinn.
    { started: '2026-10-25T00:10:00Z' },
    { started: '2026-10-25T01:10:00Z' },
  ]);
});

const day = 'start_date=2026-11-20&end_date=2026-11-20';

test("a day's totals follow the definitions", async () => {
  const { status, body } = await customer.get(`${url}?${day}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    service_type: 'voicing',
    group_by: ['day'],
    order: '-day',
    total: 1,
    has_more: false,
  });
  const metrics = {
    calls_total: 12,
    calls_answered: 3,
    calls_failed: 9,
    calls_busy: 1,
    calls_no_answer: 2,
    calls_rejected: 1,
    calls_canceled: 1,
    calls_invalid: 1,
    calls_congestion: 1,
    asr_percent: 25,
    // (3 answered + 1 busy + 2 unanswered + 1 rejected) of 12
    ner_percent: 58.3,
    acd_seconds: 53.7,
    talk_seconds: 161,
    billed_seconds: 240,
    max_call_seconds: 120,
    pdd_ms_p50: 2000,
    pdd_ms_p95: 2900,
    short_calls_percent: 33.3,
    cost: '0.0770',
    avg_cost_per_minute: '0.019250',
    currency: 'eur',
  };
  expect(body.items).toMatchObject([{ key: { day: '2026-11-20' }, ...metrics }]);
  expect(body.summary).toMatchObject(metrics);
});

test('returns the preceding period of equal length', async () => {
  const other = await portal.customer();
  const { account_id } = other.account;
  const { service_id } = await givenService(portal.database, account_id);
  const dayAgo = (days: number) => DateTime.utc().minus({ days });
  await givenCalls(portal.database, { account_id, service_id }, [
    { started: dayAgo(4).set({ hour: 12 }).toISO(), duration_seconds: 5, price: '0.001000' },
  ]);
  const previousOf = async (start: number, end: number) => {
    const days = `start_date=${dayAgo(start).toISODate()}&end_date=${dayAgo(end).toISODate()}`;
    return (await other.get(`/v1/services/${service_id}/stats?${days}`)).body.previous;
  };
  expect(await previousOf(2, 1)).toMatchObject({
    calls_total: 1,
    asr_percent: 100,
    acd_seconds: 5,
    cost: '0.0010',
  });
  expect(await previousOf(4, 4)).toMatchObject({
    calls_total: 0,
    asr_percent: null,
    ner_percent: null,
    acd_seconds: null,
    cost: '0.0000',
  });
});

test.each([
  ['country', 'start_date=2026-11-20&end_date=2026-11-20', [{ country: 'de' }, { country: 'fi' }]],
  [
    'hour',
    'start_date=2026-10-25&end_date=2026-10-25',
    [{ hour: '2026-10-25T01:00:00Z' }, { hour: '2026-10-25T00:00:00Z' }],
  ],
  ['week', 'start_date=2026-11-18&end_date=2026-11-20', [{ week: '2026-11-16' }]],
  ['month', 'start_date=2026-10-01&end_date=2026-11-20', [{ month: '2026-11' }, { month: '2026-10' }]],
  [
    'day,country',
    'start_date=2026-11-20&end_date=2026-11-20',
    [
      { day: '2026-11-20', country: 'fi' },
      { day: '2026-11-20', country: 'de' },
    ],
  ],
  ['number_from', 'start_date=2026-11-20&end_date=2026-11-20', [{ number_from: '+3726001200' }]],
])('groups by %s', async (filter, period, keys) => {
  const { body } = await customer.get(`${url}?${period}&filter=${filter}`);
  expect(body.items.map(({ key }: { key: object }) => key)).toEqual(keys);
  expect(body.group_by).toEqual(filter.split(','));
});

test('groups by result, sorts and pages', async () => {
  const { body } = await customer.get(
    `${url}?${day}&filter=result&order=-calls_total,result&limit=10&offset=1`,
  );
  expect(body).toMatchObject({ total: 9, offset: 1, has_more: false });
  expect(body.items[0]).toMatchObject({ key: { result: 'no_answer' }, calls_total: 2 });
  const beyond = await customer.get(`${url}?${day}&filter=result&offset=50`);
  expect(beyond.body).toMatchObject({ items: [], total: 9, has_more: false, summary: { calls_total: 12 } });
});

test('the rows add up to the summary', async () => {
  const { body } = await customer.get(`${url}?start_date=2026-10-01&end_date=2026-11-20&filter=day`);
  const sum = (field: string) =>
    body.items.reduce((total: number, item: Record<string, number>) => total + (item[field] ?? 0), 0);
  for (const field of ['calls_total', 'calls_answered', 'talk_seconds', 'billed_seconds'])
    expect(sum(field)).toBe(body.summary[field]);
});

test('refuses to sort by a field that is not grouped', async () => {
  expect(await customer.get(`${url}?${day}&filter=day&order=country`)).toMatchObject({
    status: 422,
    body: { code: 'order_invalid' },
  });
});

test('returns empty statistics for a service without calls', async () => {
  const other = await portal.customer();
  const { service_id } = await givenService(portal.database, other.account.account_id);
  const { body } = await other.get(`/v1/services/${service_id}/stats`);
  expect(body).toMatchObject({
    items: [],
    total: 0,
    summary: { calls_total: 0, asr_percent: null, cost: '0.0000' },
  });
});

test("another customer's statistics do not exist", async () => {
  const stranger = await portal.customer();
  expect(await stranger.get(url)).toMatchObject({ status: 404, body: { code: 'service_not_found' } });
});
