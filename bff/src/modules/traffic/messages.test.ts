import { beforeAll, expect, test } from '@jest/globals';
import { messageStatuses } from '@portal/contract/messages';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';
import { givenMessages } from './messages.fixtures.ts';

const portal = testPortal();
let customer: TestCustomer;
let url: string;

beforeAll(async () => {
  customer = await portal.customer();
  const { account_id } = customer.account;
  const { service_id } = await givenService(portal.database, account_id, { type: 'messaging' });
  url = `/v1/services/${service_id}/stats`;
  await givenMessages(portal.database, { account_id, service_id }, [
    ...messageStatuses.map((status, index) => ({
      status,
      created: `2026-11-20T10:${String(index).padStart(2, '0')}:00Z`,
    })),
    {
      created: '2026-11-20T11:00:00Z',
      recipient: '+491713920001',
      country: 'de',
      sender: 'SHOP',
      parts: 2,
      price: '0.150000',
      client_ref: '100%_sure',
    },
    { created: '2026-11-19T21:59:59Z' },
    { created: new Date(Date.now() - 3_600_000).toISOString(), recipient: '+37255599999' },
  ]);
});

const day = 'start_date=2026-11-20&end_date=2026-11-20';

test('lists messages newest first, with totals and a delivery rate without pending and received ones', async () => {
  const { status, body } = await customer.get(`${url}?${day}&limit=10`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ service_type: 'messaging', total: 15, has_more: true, order: '-created' });
  expect(body.items[0]).toMatchObject({
    recipient: '+491713920001',
    status_group: 'delivered',
    is_final: true,
    currency: 'eur',
  });
  // 15 minus 4 pending and 1 received; delivered, read and delivered again.
  expect(body.summary).toEqual({
    messages: 15,
    parts: 16,
    delivered: 3,
    delivery_rate_percent: 30,
    cost: '0.696000',
    currency: 'eur',
  });
});

test.each([
  ['status=delivered', 3],
  ['status=pending', 4],
  ['status=queued', 1],
  ['status=failed', 3],
  ['status=undelivered,expired', 3],
  ['filter=%2B4917', 1],
  ['filter=372%20555%2012345', 14],
  ['filter=shop', 1],
  ['filter=100%25_sure', 1],
  ['filter=100x', 0],
  ['filter=nothing', 0],
])('%s returns %d', async (filter, total) => {
  const { body } = await customer.get(`${url}?${day}&${filter}`);
  expect(body).toMatchObject({ total, summary: { messages: total } });
});

test('returns the group of each status and whether it is final', async () => {
  const { body } = await customer.get(`${url}?${day}&order=created&limit=25`);
  const groups = Object.fromEntries(
    body.items.map((item: { status: string; status_group: string; is_final: boolean }) => [
      item.status,
      [item.status_group, item.is_final],
    ]),
  );
  expect(groups).toMatchObject({
    scheduled: ['pending', false],
    accepted: ['pending', false],
    read: ['delivered', true],
    deleted: ['failed', true],
    unknown: ['undelivered', true],
    received: ['received', true],
  });
});

test('defaults to the last 24 hours', async () => {
  const { body } = await customer.get(url);
  expect(body.items.map(({ recipient }: { recipient: string }) => recipient)).toContain('+37255599999');
  expect(Date.parse(body.period.end_utc) - Date.parse(body.period.start_utc)).toBe(86_400_000);
});

test.each([
  ['status=lost', 'filter_invalid'],
  ['order=-text', 'order_invalid'],
  ['offset=20000', 'offset_too_large'],
  ['start_date=2025-01-01&end_date=2026-11-20', 'range_too_long'],
])('refuses %s with %s', async (query, code) => {
  expect(await customer.get(`${url}?${query}`)).toMatchObject({ status: 422, body: { code } });
});

test("another customer's messages do not exist", async () => {
  const stranger = await portal.customer();
  expect(await stranger.get(url)).toMatchObject({ status: 404, body: { code: 'service_not_found' } });
});
