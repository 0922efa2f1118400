import { beforeAll, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';
import { givenCalls } from './cdr.fixtures.ts';
import { givenMessages } from './messages.fixtures.ts';
import { oldestStoredMs, withDeletion } from './retention.ts';

const portal = testPortal();
const horizon = DateTime.fromMillis(oldestStoredMs(new Date()), { zone: 'utc' });
const today = DateTime.utc();
const range = (start: DateTime, end: DateTime) =>
  `start_date=${start.toISODate()}&end_date=${end.toISODate()}`;
let customer: TestCustomer;
let voicing = '';
let messaging = '';

beforeAll(async () => {
  customer = await portal.customer();
  const { account_id } = customer.account;
  const calls = await givenService(portal.database, account_id);
  const messages = await givenService(portal.database, account_id, { type: 'messaging' });
  [voicing, messaging] = [calls.service_id, messages.service_id];
  const noon = today.minus({ days: 5 }).set({ hour: 12 }).toISO();
  await givenCalls(portal.database, { account_id, service_id: voicing }, [{ started: noon }]);
  await givenMessages(portal.database, { account_id, service_id: messaging }, [{ created: noon }]);
});

test('a period begins at the horizon to the second', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const period = (start_utc: string) => ({
    ...{ start_date: '2025-10-21', end_date: '2025-10-30', timezone: 'UTC' },
    ...{ start_utc, end_utc: '2025-10-31T00:00:00Z' },
  });
  expect(withDeletion(period('2025-10-20T23:59:59Z'), now).deleted_before).toBe('2025-10-21T00:00:00.000Z');
  expect(withDeletion(period('2025-10-21T00:00:00Z'), now).deleted_before).toBeNull();
});

test.each([
  ['calls', () => `/v1/services/${voicing}/cdr?`],
  ['the totals of calls', () => `/v1/services/${voicing}/cdr/totals?`],
  ['the report of calls', () => `/v1/services/${voicing}/stats?`],
  ['messages', () => `/v1/services/${messaging}/stats?`],
  ['the totals of messages', () => `/v1/services/${messaging}/messages/totals?`],
  ['the report of messages', () => `/v1/services/${messaging}/report?`],
])('%s say until when records of their period have been deleted', async (_, path) => {
  const periodOf = async (start: DateTime) =>
    (await customer.get(`${path()}${range(start, horizon.plus({ days: 9 }))}`)).body.period;
  expect(await periodOf(horizon.minus({ days: 2 }))).toMatchObject({ deleted_before: expect.any(String) });
  expect(await periodOf(horizon.plus({ days: 3 }))).toMatchObject({ deleted_before: null });
});

test('a search in all that is stored lacks nothing', async () => {
  const { body } = await customer.get(`/v1/services/${voicing}/cdr?number=372`);
  expect(body.period).toMatchObject({ deleted_before: null });
});

test.each([
  ['calls', () => `/v1/services/${voicing}/stats?`, { calls_total: 1 }],
  ['messages', () => `/v1/services/${messaging}/report?`, { messages: 1 }],
])('the report of %s is compared with the preceding period if that is stored', async (_, path, metrics) => {
  const previousOf = async (start: DateTime, end: DateTime) =>
    (await customer.get(`${path()}${range(start, end)}`)).body.previous;
  expect(await previousOf(today.minus({ days: 3 }), today)).toMatchObject(metrics);
  expect(await previousOf(horizon.plus({ days: 5 }), horizon.plus({ days: 14 }))).toBeNull();
});
