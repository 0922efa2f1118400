import { beforeAll, expect, test } from '@jest/globals';
import { type Sql, sql } from '../../database/sql.ts';
import { isIn } from '../../listing/conditions.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';
import { callsOfNumbers } from './call-numbers.repository.ts';
import { givenCalls } from './cdr.fixtures.ts';
import { findCallTotals, findCdrs } from './cdr.repository.ts';
import { givenManyCalls } from './many-calls.fixtures.ts';

const portal = testPortal();
let customer: TestCustomer;
let owner: { account_id: string; service_id: string };

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

beforeAll(async () => {
  customer = await portal.customer();
  const { account_id } = customer.account;
  owner = { account_id, service_id: (await givenService(portal.database, account_id)).service_id };
  await givenCalls(portal.database, owner, [
    { number_to: '+493016225801', started: daysAgo(380) },
    { number_to: '+493016225802', started: daysAgo(1) },
    { number_from: '+37216225899', number_to: '101', started: daysAgo(100) },
    { number_to: '+4915112345678', started: daysAgo(2) },
    { number_from: 'anonymous', number_to: '+390669812345', started: daysAgo(2) },
    { number_from: 'anonymous', number_to: '102', started: daysAgo(2) },
    { number_from: 'anonymous', number_to: '+358441000267', started: daysAgo(90) },
    { number_from: 'anonymous', number_to: '+358441110267', started: daysAgo(90) },
  ]);
});

const search = (number: string, more = '') =>
  customer.get(`/v1/services/${owner.service_id}/cdr?number=${encodeURIComponent(number)}${more}`);

test.each([
  ['162258', 3],
  ['*162258*', 3],
  ['+49 30 1622-5801', 1],
  ['0049 (30) 16225801', 1],
  ['+49 (0)30 162 258 01', 1],
  ['+49 0151', 1],
  ['0049 0151 12345678', 1],
  ['+39 (0)6 698', 1],
  ['+39 06 698', 1],
  ['+372 (0)1622', 1],
  ['030/16225801', 1],
  ['(0151) 123', 1],
  ['+372', 4],
  ['5899', 1],
  ['000267', 1],
  ['*000267', 1],
  ['*101', 1],
  ['*801', 1],
  ['4930*', 2],
  ['0*', 0],
  ['+00', 0],
  ['5899,+0', 1],
  ['16225801; +4930 16225802\n101', 3],
  ['162258,000000', 3],
  ['999999', 0],
])('%j finds %d calls of callers or called, in all months without a period', async (text, total) => {
  const { status, body } = await search(text);
  expect({ status, total: body.total, count: body.items?.length }).toEqual({
    status: 200,
    total,
    count: total,
  });
});

test('counts what many parts find by indexes, although a page would be read in order', async () => {
  const { account } = await portal.customer();
  const { service_id } = await givenService(portal.database, account.account_id);
  await givenManyCalls(portal.superuser, { account_id: account.account_id, service_id }, 12_000);
  const { plan, total } = await portal.database.withAccount(account.account_id, async (tx) => {
    const recording = {
      ...tx,
      one: async <Row extends object>(statement: Sql) => {
        const rows = await tx.query(sql`explain ${statement}`);
        plan.push(...rows.map((row) => Object.values(row).join('')));
        return tx.one<Row>(statement);
      },
    };
    const plan: string[] = [];
    const filter = {
      accountId: account.account_id,
      serviceId: service_id,
      period: { start_utc: daysAgo(395), end_utc: daysAgo(0) },
      // Of more than a thousand numbers; a page of their calls would be read in order.
      number: Array.from({ length: 90 }, (_, index) => `*${100 + index}`),
    };
    const totals = await findCallTotals(recording, filter);
    return { plan: plan.join('\n'), total: totals?.calls_total };
  });
  expect(total).toBeGreaterThan(1_000);
  expect(plan).toMatch(/Index Cond: [^\n]*number_to/);
  expect(plan).not.toMatch(/~~/);
});

test('searches the given period alone', async () => {
  // In the account's time zone, yesterday's call may be of today.
  const [yesterday, today] = [daysAgo(1), daysAgo(0)].map((moment) => moment.slice(0, 10));
  const { body } = await search('162258', `&start_date=${yesterday}&end_date=${today}`);
  expect(body.items.map(({ number_to }: { number_to: string }) => number_to)).toEqual(['+493016225802']);
});

test.each(['abc', '+', '1'.repeat(21), Array.from({ length: 101 }, (_, n) => n).join(','), "1' or 1=1"])(
  'refuses %j',
  async (text) => {
    expect(await search(text)).toMatchObject({ status: 422, body: { code: 'filter_invalid' } });
  },
);

test('a period that is too long is refused with the longest one', async () => {
  const { status, body } = await search('162258', '&start_date=2020-01-01&end_date=2026-11-20');
  expect({ status, code: body.code, params: body.params }).toEqual({
    status: 422,
    code: 'range_too_long',
    params: { field: 'start_date', max_days: 400 },
  });
});

test('moments are a period of their own', async () => {
  const path = `/v1/services/${owner.service_id}/cdr`;
  const [oldest] = await givenCalls(portal.database, owner, [{ started: '2026-10-05T10:30:00.250Z' }]);
  const of = async (start: string, end: string) =>
    (await customer.get(`${path}?start_time=${start}&end_time=${end}`)).body;
  expect(await of('2026-10-05T10:00:00Z', '2026-10-05T11:00:00Z')).toMatchObject({
    total: 1,
    items: [{ cdr_id: oldest!.cdr_id }],
    period: { start_date: '2026-10-05', start_utc: '2026-10-05T10:00:00Z', end_utc: '2026-10-05T11:00:00Z' },
  });
  expect(await of('2026-10-05T09:00:00Z', '2026-10-05T10:30:00.25Z')).toMatchObject({ total: 0 });
  expect(await of('2026-10-05T11:00:00Z', '2026-10-05T10:00:00Z')).toMatchObject({ code: 'range_invalid' });
  expect(await of('2026-10-05T11:00:00Z', '2026-10-05T11:00:00Z')).toMatchObject({ code: 'range_invalid' });
  expect(await of('2026-02-30T11:00:00Z', '2026-10-05T10:00:00Z')).toMatchObject({ code: 'bad_parameter' });
  expect(await of('2020-10-05T11:00:00Z', '2026-10-05T10:00:00Z')).toMatchObject({ code: 'range_too_long' });
});

test('a call is found by its id alone, by its owner', async () => {
  const [call] = await givenCalls(portal.database, owner, [{ started: daysAgo(300) }]);
  const path = `/v1/services/${owner.service_id}/cdr/${call!.cdr_id}`;
  expect((await customer.get(path)).body).toMatchObject({ cdr: { cdr_id: call!.cdr_id, currency: 'eur' } });
  expect((await customer.get(`${path}x`)).body.code).toBe('not_found');
  const stranger = await portal.customer();
  expect((await stranger.get(path)).body.code).toBe('service_not_found');
  const theirs = await givenService(portal.database, stranger.account.account_id);
  const foreign = `/v1/services/${theirs.service_id}/cdr/${call!.cdr_id}`;
  expect((await stranger.get(foreign)).body.code).toBe('not_found');
});

test('after a frequent part no other one is looked up', async () => {
  const { account } = await portal.customer();
  const { service_id } = await givenService(portal.database, account.account_id);
  await givenManyCalls(portal.superuser, { account_id: account.account_id, service_id }, 3_000);
  const period = { start_utc: daysAgo(395), end_utc: daysAgo(0) };
  const traffic = { accountId: account.account_id, serviceId: service_id, period };
  const masks = Array.from({ length: 90 }, (_, index) => (index === 0 ? '4930' : `*${100 + index}`));
  const asked = await portal.database.withAccount(account.account_id, async (tx) => {
    let count = 0;
    const counting = {
      ...tx,
      query: async <Row extends object>(statement: Sql) => {
        count += 1;
        expect(statement.values.length).toBeLessThan(10);
        return tx.query<Row>(statement);
      },
    };
    await callsOfNumbers(counting, traffic, masks);
    return count;
  });
  expect(asked).toBe(1);
});

test('half a number is found among many calls by indexes under row-level security', async () => {
  const { account } = await portal.customer();
  const { service_id } = await givenService(portal.database, account.account_id);
  await givenManyCalls(portal.superuser, { account_id: account.account_id, service_id }, 20_000);
  const traffic = {
    accountId: account.account_id,
    serviceId: service_id,
    period: { start_utc: daysAgo(395), end_utc: daysAgo(0) },
  };
  const plans = await portal.database.withAccount(account.account_id, async (tx) => {
    const found: string[] = [];
    for (const masks of [['1007007'], ['*1007007', '1007014'], ['+49301007007']]) {
      const { condition } = await callsOfNumbers(tx, traffic, masks);
      const rows = await tx.query(
        sql`explain select * from cdrs where ${isIn(traffic, sql`started`)} and ${condition} order by started desc, cdr_id desc limit 26`,
      );
      found.push(rows.map((row) => Object.values(row).join('')).join('\n'));
    }
    return found;
  });
  for (const plan of plans) {
    expect(plan).toMatch(/Index Cond: [^\n]*number_from/);
    expect(plan).toMatch(/Index Cond: [^\n]*number_to/);
    expect(plan).not.toMatch(/Seq Scan on cdrs_2/);
  }
});

/** How PostgreSQL reads a page of 5,000 calls to many numbers from twenty ones. */
async function planOfPage(mask: string, offset: number): Promise<string> {
  const { account } = await portal.customer();
  const { service_id } = await givenService(portal.database, account.account_id);
  await givenManyCalls(portal.superuser, { account_id: account.account_id, service_id }, 5_000);
  const period = { start_utc: daysAgo(395), end_utc: daysAgo(0) };
  const traffic = { accountId: account.account_id, serviceId: service_id, period };
  const plans: string[] = [];
  await portal.database.withAccount(account.account_id, async (tx) => {
    const recording = {
      ...tx,
      query: async <Row extends object>(statement: Sql) => {
        const rows = await tx.query(sql`explain ${statement}`);
        plans.push(rows.map((row) => Object.values(row).join('')).join('\n'));
        return tx.query<Row>(statement);
      },
    };
    await findCdrs(recording, { ...traffic, number: [mask], order: '-started', limit: 25, offset });
  });
  return plans.at(-1) ?? '';
}

test.each([
  ['few calls', '*1007007', 0],
  ['many calls', '37260012', 0],
  ['few calls at a far offset', '1033', 9_000],
])(
  'a page with numbers of %s reads at most a page of each number, by its index',
  async (_case, mask, offset) => {
    const plan = await planOfPage(mask, offset);
    for (const column of ['number_from', 'number_to'])
      expect(plan).toMatch(new RegExp(`Limit\\b[^]*Index Cond: [^\\n]*${column} = value(?:_1)?\\.value`));
    expect(plan).not.toMatch(/Seq Scan on cdrs_2/);
  },
);

test('a page of many calls at a far offset is read in order: the first calls of each number would be all of them', async () => {
  expect(await planOfPage('37260012', 1_000)).toMatch(/Filter: [^\n]*number_from \|\| ''/);
});

test('pages of numbers have each call once, forwards, back and by offset, also one between two of the numbers', async () => {
  const stranger = await portal.customer();
  const { account } = stranger;
  const { service_id } = await givenService(portal.database, account.account_id);
  const own = { account_id: account.account_id, service_id };
  const numbers = ['+4930555001', '+4930555002', '+4930666003'];
  const given = await givenCalls(
    portal.database,
    own,
    Array.from({ length: 27 }, (_, index) => ({
      number_from: numbers[index % 3]!,
      number_to: numbers[Math.floor(index / 3) % 3]!,
      // Several at the same moment, and in several months.
      started: daysAgo(1 + Math.floor(index / 2) * 12),
    })),
  );
  const expected = given
    .filter(({ number_from, number_to }) => [number_from, number_to].some((one) => one.includes('555')))
    .map(({ cdr_id }) => cdr_id);
  expect(expected.length).toBeGreaterThan(20);
  for (const order of ['-started', 'started']) {
    const path = `/v1/services/${service_id}/cdr?number=4930555&limit=10&order=${order}`;
    const pages: string[][] = [];
    let cursor = '';
    for (;;) {
      const { body } = await stranger.get(`${path}${cursor}`);
      const ids = body.items.map(({ cdr_id }: { cdr_id: string }) => cdr_id);
      const before = await stranger.get(`${path}&offset=${pages.length * 10}`);
      expect(before.body.items.map(({ cdr_id }: { cdr_id: string }) => cdr_id)).toEqual(ids);
      if (pages.length > 0) {
        const back = await stranger.get(`${path}&cursor=${body.previous_cursor}`);
        expect(back.body.items.map(({ cdr_id }: { cdr_id: string }) => cdr_id)).toEqual(pages.at(-1));
      }
      pages.push(ids);
      if (body.next_cursor === null) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(pages.flat().length).toBe(expected.length);
    expect(new Set(pages.flat())).toEqual(new Set(expected));
  }
});
