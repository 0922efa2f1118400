import { beforeAll, describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import type { Sql } from '../../database/sql.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';
import { givenMessages } from './messages.fixtures.ts';
import { findTopErrors } from './messaging-report.repository.ts';

const portal = testPortal();
let customer: TestCustomer;
let url: string;

beforeAll(async () => {
  customer = await portal.customer();
  const { account_id } = customer.account;
  const { service_id } = await givenService(portal.database, account_id, { type: 'messaging' });
  url = `/v1/services/${service_id}/report`;
  const absent = {
    status: 'undelivered',
    error_code: '0x000B',
    error_name: 'EC_ABSENT_SUBSCRIBER',
    latency_ms: null,
  } as const;
  await givenMessages(portal.database, { account_id, service_id }, [
    { latency_ms: 1000 },
    { latency_ms: 3000 },
    { status: 'read', latency_ms: 5000, parts: 2, price: '0.078000' },
    absent,
    absent,
    { status: 'failed', error_code: '0x0022', error_name: 'EC_SYSTEM_FAILURE', latency_ms: null },
    { status: 'queued', sent: null, latency_ms: null, price: '0.000000' },
    { status: 'received', direction: 'inbound', latency_ms: null, price: '0.000000' },
    // It is already after midnight in Tallinn.
    {
      created: '2026-11-20T22:10:00Z',
      country: 'lv',
      operator: 'LMT',
      campaign_name: 'New season',
      sender: 'SHOP',
    },
  ]);
});

const days = 'start_date=2026-11-19&end_date=2026-11-21';

test('groups messages by country and operator, largest group first', async () => {
  const { status, body } = await customer.get(`${url}?${days}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    group_by: ['country', 'operator'],
    order: '-messages',
    total: 2,
    limit: 100,
    has_more: false,
  });
  expect(body.items[0]).toEqual({
    key: { country: 'ee', operator: 'Telia' },
    messages: 7,
    parts: 8,
    sent: 6,
    delivered: 3,
    undelivered: 2,
    expired: 0,
    rejected: 0,
    failed: 1,
    pending: 1,
    received: 1,
    unsubscribed: null,
    // 3 of 7 minus the pending one
    delivery_rate_percent: 50,
    cost: '0.2730',
    avg_price_per_part: '0.034125',
    currency: 'eur',
    latency_ms_p50: 3000,
    top_errors: [
      { code: '0x000B', name: 'EC_ABSENT_SUBSCRIBER', count: 2 },
      { code: '0x0022', name: 'EC_SYSTEM_FAILURE', count: 1 },
    ],
  });
  expect(body.items[1]).toMatchObject({
    key: { country: 'lv', operator: 'LMT' },
    messages: 1,
    top_errors: [],
  });
  expect(body.summary).toMatchObject({
    messages: 8,
    parts: 9,
    delivered: 4,
    received: 1,
    delivery_rate_percent: 57.1,
    cost: '0.3120',
  });
});

test('returns the totals of the preceding period of equal length', async () => {
  const other = await portal.customer();
  const { account_id } = other.account;
  const { service_id } = await givenService(portal.database, account_id, { type: 'messaging' });
  const noon = (days: number) => DateTime.utc().minus({ days }).set({ hour: 12 });
  const created = [2, 3, 3].map((days) => ({ created: noon(days).toISO() }));
  await givenMessages(portal.database, { account_id, service_id }, created);
  const day = noon(2).toISODate();
  const { body } = await other.get(`/v1/services/${service_id}/report?start_date=${day}&end_date=${day}`);
  expect(body).toMatchObject({ summary: { messages: 1 }, previous: { messages: 2, cost: '0.0780' } });
});

test('returns the number of groups on an empty page beyond the last', async () => {
  const { body } = await customer.get(`${url}?${days}&offset=50`);
  expect(body).toMatchObject({ items: [], total: 2, has_more: false, summary: { messages: 8 } });
});

test("the chart has every day of the account's, also the empty ones", async () => {
  const { body } = await customer.get(`${url}?${days}`);
  expect(body.series).toEqual([
    { date: '2026-11-19', messages: 0, delivered: 0, failed: 0, pending: 0, cost: '0.0000' },
    { date: '2026-11-20', messages: 7, delivered: 3, failed: 3, pending: 1, cost: '0.2730' },
    { date: '2026-11-21', messages: 1, delivered: 1, failed: 0, pending: 0, cost: '0.0390' },
  ]);
});

test.each([
  ['day', [{ day: '2026-11-21' }, { day: '2026-11-20' }]],
  ['campaign&order=campaign', [{ campaign: null }, { campaign: 'New season' }]],
  [
    'sender,day&order=sender',
    [
      { sender: 'DALAT', day: '2026-11-20' },
      { sender: 'SHOP', day: '2026-11-21' },
    ],
  ],
])('groups by %s', async (groups, keys) => {
  const { body } = await customer.get(`${url}?${days}&group_by=${groups}`);
  expect(body.items.map(({ key }: { key: object }) => key)).toEqual(keys);
});

describe('with many groups and errors', () => {
  let owner: { account_id: string; service_id: string };
  let many: TestCustomer;
  const senders = ['S1', 'S2', 'S3', 'S4', 'S5'];
  const codes = ['0x0001', '0x0002', '0x0003', '0x0004', '0x0005'];

  /** Sender S1 has one message of the first error and five of the last, S5 five times as many of each. */
  beforeAll(async () => {
    many = await portal.customer();
    const { account_id } = many.account;
    const { service_id } = await givenService(portal.database, account_id, { type: 'messaging' });
    owner = { account_id, service_id };
    const failed = senders.flatMap((sender, group) =>
      codes.flatMap((error_code, error) =>
        Array.from({ length: (group + 1) * (error + 1) }, () => ({
          sender,
          campaign_name: group === 0 ? null : '',
          status: 'undelivered' as const,
          error_code,
          error_name: null,
        })),
      ),
    );
    await givenMessages(portal.database, owner, failed);
  });

  test('returns the three most frequent errors of each row of the page', async () => {
    const report = `/v1/services/${owner.service_id}/report?${days}&group_by=sender,day,campaign`;
    const { body } = await many.get(`${report}&order=sender&offset=3`);
    const errors = (group: number) =>
      [5, 4, 3].map((error) => ({ code: `0x000${error}`, name: null, count: group * error }));
    expect(body).toMatchObject({
      total: 5,
      items: [
        { key: { sender: 'S4' }, top_errors: errors(4) },
        { key: { sender: 'S5' }, top_errors: errors(5) },
      ],
    });
    const { items } = (await many.get(`${report}&order=sender`)).body;
    expect(items).toHaveLength(5);
    expect(items[0]).toMatchObject({ key: { sender: 'S1', campaign: null }, top_errors: errors(1) });
  });

  test('the database returns at most three for each row, whatever the number of groups', async () => {
    const { account_id: accountId, service_id: serviceId } = owner;
    const period = { start_utc: '2026-11-19T00:00:00Z', end_utc: '2026-11-22T00:00:00Z' };
    const query = { accountId, serviceId, period, timezone: 'UTC', groups: ['sender'] as const };
    const page = [{ sender: 'S2' }, { sender: 'absent' }].map((row) => ({ ...noKeys, ...row }));
    const { found, read } = await portal.database.withAccount(accountId, async (tx) => {
      let read = 0;
      const counting = {
        ...tx,
        query: async <Row extends object>(statement: Sql) => {
          const rows = await tx.query<Row>(statement);
          read += rows.length;
          return rows;
        },
      };
      return {
        found: await findTopErrors(counting, { ...query, order: 'sender', limit: 2, offset: 0 }, page),
        read,
      };
    });
    expect(found.map((errors) => errors.length)).toEqual([3, 0]);
    expect(read).toBe(3);
  });
});

const noKeys = { day: null, country: null, operator: null, sender: null, campaign: null };

test.each([
  ['group_by=country&order=day', 'order_invalid'],
  ['group_by=colour', 'filter_invalid'],
  ['start_date=2024-01-01&end_date=2026-11-20', 'range_too_long'],
])('refuses %s with %s', async (query, code) => {
  expect(await customer.get(`${url}?${query}`)).toMatchObject({ status: 422, body: { code } });
});

test("only a messaging service of one's own has a report", async () => {
  const voicing = await givenService(portal.database, customer.account.account_id);
  const stranger = await portal.customer();
  expect((await customer.get(`/v1/services/${voicing.service_id}/report`)).status).toBe(404);
  expect((await stranger.get(url)).status).toBe(404);
});
