import { beforeAll, expect, test } from '@jest/globals';
import type { SearchTime } from '../../listing/search-parts.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';
import { givenCalls } from './cdr.fixtures.ts';
import { findCdrs } from './cdr.repository.ts';
import { givenMessages } from './messages.fixtures.ts';
import { findMessages } from './messages.repository.ts';

// A search has no time, so that it ends after its first part, on every machine.
const portal = testPortal({ HISTORY_SEARCH_SECONDS: '0' });
let customer: TestCustomer;
let calls: { accountId: string; serviceId: string };
let messages: typeof calls;

const days = 'start_date=2026-07-20&end_date=2026-11-20';
const query = {
  period: { start_utc: '2026-07-19T21:00:00Z', end_utc: '2026-11-20T22:00:00Z' },
  limit: 10 as const,
  offset: 0,
};
const times = [
  ...Array.from({ length: 10 }, (_, index) => new Date(Date.UTC(2026, 6, 25 + index * 11, 12)).toISOString()),
  // More than a page at one moment, which responses do not show.
  ...Array.from({ length: 12 }, () => '2026-09-15T08:00:00.000250Z'),
];

beforeAll(async () => {
  customer = await portal.customer();
  const { account_id: accountId } = customer.account;
  const { service_id } = await givenService(portal.database, accountId);
  const messaging = await givenService(portal.database, accountId, { type: 'messaging' });
  calls = { accountId, serviceId: service_id };
  messages = { accountId, serviceId: messaging.service_id };
  await givenCalls(
    portal.database,
    { account_id: accountId, service_id },
    times.flatMap((started) => [{ started, result: 'busy' }, { started }]),
  );
  await givenMessages(
    portal.database,
    { account_id: accountId, service_id: messaging.service_id },
    times.flatMap((created) => [{ created, status: 'failed' }, { created }]),
  );
});

interface Page {
  items: readonly { cdr_id?: string; message_id?: string }[];
  next_cursor: string | null;
  previous_cursor: string | null;
  has_more: boolean;
  searched: object | null;
}
type Read = (paging: { limit: number; cursor?: string }, time?: SearchTime) => Promise<Page>;

const callsIn =
  (order: string): Read =>
  (paging, time) =>
    portal.database.withAccount(calls.accountId, (tx) =>
      findCdrs(tx, { ...query, ...calls, order, result: ['busy'], ...paging }, time),
    );
const messagesIn =
  (order: string): Read =>
  (paging, time) =>
    portal.database.withAccount(messages.accountId, (tx) =>
      findMessages(tx, { ...query, ...messages, order, statuses: ['failed'], ...paging }, time),
    );

const idsOf = ({ items }: Page) => items.map(({ cdr_id, message_id }) => cdr_id ?? message_id);

/** The page and those that its cursors lead to. Each ends after the first part of its search. */
async function follow(read: Read, name: 'next_cursor' | 'previous_cursor', first?: Page): Promise<Page[]> {
  const pages = [first ?? (await read({ limit: 10 }, { ms: 0 }))];
  for (let cursor = pages[0]?.[name]; cursor; cursor = pages.at(-1)?.[name])
    pages.push(await read({ limit: 10, cursor }, { ms: 0 }));
  return pages;
}

test.each([
  ['calls, latest first', callsIn('-started')],
  ['calls, earliest first', callsIn('started')],
  ['messages, latest first', messagesIn('-created')],
])('the parts of a search are the whole list in its order, also back: %s', async (_, read) => {
  const whole = await read({ limit: 100 });
  expect(whole).toMatchObject({ items: { length: 22 }, searched: null });
  const pages = await follow(read, 'next_cursor');
  expect(pages.flatMap(idsOf)).toEqual(idsOf(whole));
  expect(pages.length).toBeGreaterThan(12);
  expect(pages.map(({ has_more }) => has_more)).toEqual(pages.map((page) => page !== pages.at(-1)));
  const full = pages.filter(({ items }) => items.length === 10);
  expect(full).not.toHaveLength(0);
  expect([...full, ...pages.slice(-1)].map(({ searched }) => searched)).toEqual([
    null,
    ...full.map(() => null),
  ]);
  const back = await follow(read, 'previous_cursor', pages.at(-1));
  expect(back.toReversed().flatMap(idsOf)).toEqual(idsOf(whole));
});

test.each([
  ['latest first', '-started'],
  ['earliest first', 'started'],
])('a part without rows leads back to the row before it: %s', async (_, order) => {
  const read = callsIn(order);
  const ids = idsOf(await read({ limit: 100 }));
  const turn = async (cursor: string | null) => read({ limit: 4, cursor: cursor ?? '' }, { ms: 0 });
  // The next row is further away than the first part of a search.
  const first = await read({ limit: 4 });
  const after = await turn(first.next_cursor);
  expect(after).toMatchObject({ items: [], has_more: true });
  const cursor = after.previous_cursor ?? '';
  expect(idsOf(await read({ limit: 4, cursor }))).toEqual(ids.slice(0, 4));
  const second = await read({ limit: 4, cursor: first.next_cursor ?? '' });
  const before = await turn(second.previous_cursor);
  expect(before).toMatchObject({ items: [], has_more: true });
  const forward = { limit: 4, cursor: before.next_cursor ?? '' };
  expect(idsOf(await read(forward))).toEqual(ids.slice(4, 8));
  // Of an empty part after an empty part, too.
  const again = await turn((await turn(after.previous_cursor)).next_cursor);
  expect(idsOf(await read({ limit: 4, cursor: again.previous_cursor ?? '' }))).toEqual(ids.slice(0, 4));
});

test('a response states the part of the period that its page covers, and omits the totals', async () => {
  const path = `/v1/services/${calls.serviceId}/cdr?${days}&result=busy&limit=10`;
  const { body: first } = await customer.get(path);
  expect(first).toMatchObject({
    items: [],
    has_more: true,
    total: null,
    summary: null,
    searched: { start_utc: '2026-11-12T22:00:00.000Z', end_utc: '2026-11-20T22:00:00.000Z' },
  });
  expect(first.searched.cursor).toBe(first.next_cursor);
  expect((await customer.get(`${path}&cursor=${first.next_cursor}`)).body.searched).toMatchObject({
    start_utc: '2026-11-04T22:00:00.000Z',
    end_utc: '2026-11-12T22:00:00.000Z',
  });
});

test('a response of messages states the part of the period that its page covers', async () => {
  const { body } = await customer.get(`/v1/services/${messages.serviceId}/stats?${days}&status=failed`);
  expect(body).toMatchObject({
    total: null,
    summary: null,
    searched: { start_utc: '2026-11-12T22:00:00.000Z' },
  });
});

test.each([
  ['an order that is not that of time', 'result=busy&order=-price', 22],
  ['an offset', 'result=busy&offset=10', 22],
  ['numbers, whose calls an index finds', 'number_to=4930', 44],
  ['no filter', '', 44],
])('a list with %s is read as a whole', async (_, filter, total) => {
  const { body } = await customer.get(`/v1/services/${calls.serviceId}/cdr?${days}&limit=10&${filter}`);
  expect(body).toMatchObject({ searched: null, total, items: { length: 10 } });
});

test('the parts of a search become longer or shorter, by the time that is left', async () => {
  const found = (ms: number, msOfStatement: number) => {
    let moment = -msOfStatement;
    const now = () => {
      moment += msOfStatement;
      return moment;
    };
    return portal.database.withAccount(calls.accountId, (tx) =>
      findCdrs(tx, { ...query, ...calls, order: '-started', sip_code: [606] }, { ms, now }),
    );
  };
  // 8, 12, 12 and 6 days.
  expect((await found(40, 10)).searched).toMatchObject({ start_utc: '2026-10-13T22:00:00.000Z' });
  expect(await found(1000, 10)).toMatchObject({ items: [], searched: null, has_more: false });
});

test('calls of one number are read in one part, those of several are searched for', async () => {
  const numbers = ['+4930100001', '+4930200001'];
  const started = '2026-08-01T12:00:00Z';
  const owner = { account_id: calls.accountId, service_id: calls.serviceId };
  await givenCalls(
    portal.database,
    owner,
    numbers.map((number_to) => ({ number_to, started })),
  );
  const find = (number_to: string) =>
    portal.database.withAccount(calls.accountId, (tx) =>
      findCdrs(tx, { ...query, ...calls, order: '-started', number_to }, { ms: 0 }),
    );
  expect(await find('4930100001')).toMatchObject({ items: [{ number_to: numbers[0] }], searched: null });
  expect(await find('4930')).toMatchObject({
    items: [],
    has_more: true,
    searched: { cursor: expect.any(String) },
  });
});
