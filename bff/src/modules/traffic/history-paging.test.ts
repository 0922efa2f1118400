import { beforeAll, expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';
import { givenCalls } from './cdr.fixtures.ts';
import { givenMessages } from './messages.fixtures.ts';

const portal = testPortal();
let customer: TestCustomer;
let calls: string;
let messages: string;

beforeAll(async () => {
  customer = await portal.customer();
  const { account_id } = customer.account;
  const voicing = await givenService(portal.database, account_id);
  const messaging = await givenService(portal.database, account_id, { type: 'messaging' });
  calls = `/v1/services/${voicing.service_id}/cdr`;
  messages = `/v1/services/${messaging.service_id}`;
  // Several calls at the same time, to the microsecond, which responses do not show.
  const times = Array.from(
    { length: 35 },
    (_, index) => `2026-11-20T10:00:00.0000${10 + Math.floor(index / 3)}Z`,
  );
  await givenCalls(
    portal.database,
    { account_id, service_id: voicing.service_id },
    times.map((started) => ({ started })),
  );
  await givenMessages(
    portal.database,
    { account_id, service_id: messaging.service_id },
    times.map((created) => ({ created })),
  );
});

const day = 'start_date=2026-11-20&end_date=2026-11-20';
type Item = { cdr_id?: string; message_id?: string };
const idsOf = ({ items }: { items: Item[] }) => items.map(({ cdr_id, message_id }) => cdr_id ?? message_id);

test.each([
  ['calls', () => calls, 'started'],
  ['calls', () => calls, '-started'],
  ['messages', () => `${messages}/stats`, '-created'],
])('cursors lead through all %s in order and back, without a gap', async (_, path, order) => {
  const list = async (query: string) =>
    (await customer.get(`${path()}?${day}&order=${order}&limit=10&${query}`)).body;
  const all = idsOf((await customer.get(`${path()}?${day}&order=${order}&limit=50`)).body);
  const pages = [await list('totals=none')];
  for (let page = pages[0]; page.next_cursor !== null; page = pages.at(-1))
    pages.push(await list(`totals=none&cursor=${page.next_cursor}`));
  expect(pages.map(idsOf)).toEqual([0, 10, 20, 30].map((offset) => all.slice(offset, offset + 10)));
  expect(pages.map(({ has_more }) => has_more)).toEqual([true, true, true, false]);
  const back = [pages.at(-1)];
  for (let page = back[0]; page.previous_cursor !== null; page = back.at(-1))
    back.push(await list(`totals=none&cursor=${page.previous_cursor}`));
  expect(back.map(idsOf)).toEqual(pages.map(idsOf).toReversed());
});

test('a cursor goes on where a new call has moved the offsets', async () => {
  const { body } = await customer.get(`${calls}?${day}&limit=10`);
  const { account_id } = customer.account;
  const [row] = await givenCalls(portal.database, { account_id, service_id: calls.split('/')[3]! }, [
    { started: '2026-11-20T11:00:00Z' },
  ]);
  const next = await customer.get(`${calls}?${day}&limit=10&cursor=${body.next_cursor}`);
  await portal.database.system.run(sql`delete from cdrs where cdr_id = ${row!.cdr_id}`);
  const unchanged = await customer.get(`${calls}?${day}&limit=10&offset=10`);
  expect(idsOf(next.body)).toEqual(idsOf(unchanged.body));
});

test('a cursor has no limit of the offset, which is the number that the page shows', async () => {
  const { body } = await customer.get(`${calls}?${day}&limit=10`);
  const { status, body: page } = await customer.get(
    `${calls}?${day}&limit=10&offset=10010&cursor=${body.next_cursor}`,
  );
  expect({ status, offset: page.offset, count: page.items.length }).toEqual({
    status: 200,
    offset: 10_010,
    count: 10,
  });
});

test.each([
  ['cursor=x'],
  ['cursor=not%20base64'],
  [`cursor=${Buffer.from('["-started",false,"2026-99-99 00:00:00+00","x"]').toString('base64url')}`],
  [`cursor=${Buffer.from('["-started",false,"2026-02-30 00:00:00+00","x"]').toString('base64url')}`],
  [`cursor=${Buffer.from('["-started",false,"0000-01-01 00:00:00+00","x"]').toString('base64url')}`],
  [
    `cursor=${Buffer.from('["-price",false,"2026-11-20 00:00:00+00","x"]').toString('base64url')}&order=-price`,
  ],
  [`cursor=${Buffer.from('["started",false,"2026-11-20 00:00:00+00","x"]').toString('base64url')}`],
  ['totals=some'],
])('refuses %s', async (query) => {
  expect(await customer.get(`${calls}?${day}&${query}`)).toMatchObject({
    status: 422,
    body: { code: 'filter_invalid' },
  });
});

test('totals are a request of their own, or are omitted', async () => {
  const { body: list } = await customer.get(`${calls}?${day}&limit=10&totals=none`);
  expect(list).toMatchObject({ total: null, summary: null, has_more: true });
  const { body: last } = await customer.get(`${calls}?${day}&limit=10&totals=none&offset=30`);
  expect(last).toMatchObject({ total: 35, summary: null, has_more: false });
  expect((await customer.get(`${calls}/totals?${day}`)).body).toMatchObject({
    total: 35,
    is_exact: true,
    service_type: 'voicing',
    summary: { calls_total: 35, calls_answered: 35, asr_percent: 100, acd_seconds: 60, currency: 'eur' },
  });
  expect((await customer.get(`${messages}/messages/totals?${day}`)).body).toMatchObject({
    total: 35,
    is_exact: true,
    summary: { messages: 35, parts: 35, delivered: 35, currency: 'eur' },
  });
});

test('totals of filters that sums cannot answer count up to 10,000 calls or messages', async () => {
  const client = await portal.customer();
  const owner = { account_id: client.account.account_id };
  const many = await givenService(portal.database, owner.account_id);
  await portal.database.system.run(sql`
    insert into cdrs (account_id, service_id, started, cdr_id, call_id, direction, ended, number_from, number_to, result,
      duration_seconds, billed_seconds, price)
    select ${owner.account_id}, ${many.service_id}, timestamptz '2026-11-20T08:00:00Z' + make_interval(secs => n), 'cdr_' || n, 'x',
      'outbound', timestamptz '2026-11-20T08:00:00Z', '+3726001200', '+4930' || n, 'answered', 1 + n % 2, 60, 0.01
    from generate_series(1, 10002) n`);
  const totals = async (query: string) =>
    (await client.get(`/v1/services/${many.service_id}/cdr/totals?${day}&${query}`)).body;
  expect(await totals('')).toMatchObject({ total: 10_002, is_exact: true, summary: { cost: '100.020000' } });
  expect(await totals('result=answered')).toMatchObject({ total: 10_002, is_exact: true });
  expect(await totals('number_to=49')).toMatchObject({ total: 10_000, is_exact: false, summary: null });
  expect(await totals('duration_from=2')).toMatchObject({ total: 5_001, is_exact: true });
  const list = await client.get(`/v1/services/${many.service_id}/cdr?${day}&number_to=49`);
  expect(list.body).toMatchObject({ total: 10_002, summary: { calls_total: 10_002 }, has_more: true });
});

test('another customer’s service has no totals', async () => {
  const stranger = await portal.customer();
  expect((await stranger.get(`${calls}/totals`)).status).toBe(404);
  expect((await stranger.get(`${messages}/messages/totals`)).status).toBe(404);
  expect((await customer.get(`${messages}/cdr/totals`)).status).toBe(404);
});
