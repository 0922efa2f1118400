import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { releaseHealthAnswerSchema } from '@portal/federation-contract/release-telemetry';
import { newVisit, signPageToken } from '@portal/federation-server/page-token';
import * as v from 'valibot';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { queued } from '../../testing/waiting-transactions.ts';
import { housekeepingJob } from '../platform/housekeeping.job.ts';
import { pageTokenKey } from './page-visits.ts';

const opsToken = 'test-token-of-the-release-tool-0123456789';
const portal = testPortal({ OPS_TOKEN: opsToken, RATE_LIMIT_FACTOR: '1' });
const bearer = { authorization: `Bearer ${opsToken}` };
const loaded = {
  area: 'voicing',
  version: '1.2.0',
  source: 'active',
  composition: 7,
  outcome: { result: 'loaded' },
};
const failed = (reference: string | null, change: object = {}) => ({
  ...loaded,
  outcome: { result: 'failed', stage: 'entry', reference },
  ...change,
});

const tables = sql`truncate release_reports, release_failures, page_reports, page_visits, rate_counters`;
beforeAll(() =>
  portal.database.system.run(
    sql`insert into named_releases (area, version) values ('voicing', '1.2.0'), ('voicing', '1.3.0')`,
  ),
);
beforeEach(() => portal.superuser.system.run(tables));

const sources = ['active', 'previous', 'canary'] as const;
/** A page's token for the reports of every version and source that these tests name. */
const token = () =>
  signPageToken(
    {
      visit: newVisit(),
      releases: ['1.2.0', '1.3.0', '9.9.9'].flatMap((version) =>
        sources.map((source) => ({ area: 'voicing', version, source })),
      ),
    },
    pageTokenKey(portal.context),
  );
/** Sends the reports of one page. */
const report = (...reports: object[]) => reportFrom('127.0.0.1', ...reports);
const reportFrom = (remoteAddress: string, ...reports: object[]) =>
  portal
    .visitor()
    .send({ method: 'POST', url: '/portal/reports', payload: { token: token(), reports }, remoteAddress });
const noPages = { loaded: 0, failed: 0, silent: 0, waiting: 0, load_ms: null };
const health = (since = '2026-01-01T00:00:00Z', headers: Record<string, string> = bearer) =>
  portal.visitor().get(`/ops/release-health?since=${since}`, headers);

test('counts the reports of pages by version and source', async () => {
  expect((await report(loaded, loaded, failed('ABCD1234'))).status).toBe(204);
  await report(loaded);
  await report(loaded, failed(null, { version: '1.3.0', source: 'canary' }));
  const { body } = await health();
  expect(v.is(releaseHealthAnswerSchema, body)).toBe(true);
  expect(body.items).toEqual([
    { area: 'voicing', version: '1.2.0', source: 'active', loaded: 3, failed: 1, pages: noPages },
    { area: 'voicing', version: '1.3.0', source: 'canary', loaded: 0, failed: 1, pages: noPages },
  ]);
});

test('counts since a moment', async () => {
  await report(loaded);
  await portal.database.system.run(sql`update release_reports set minute = minute - interval '1 hour'`);
  await report(loaded);
  const halfAnHourAgo = new Date(Date.now() - 30 * 60_000).toISOString();
  expect((await health(halfAnHourAgo)).body.items).toEqual([expect.objectContaining({ loaded: 1 })]);
});

test('loses no count when many pages report at the same time', async () => {
  const twoReleases = [loaded, { ...loaded, version: '1.3.0' }];
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      reportFrom(`198.18.0.${index}`, ...(index % 2 ? twoReleases : twoReleases.toReversed())),
    ),
  );
  expect((await health()).body.items).toEqual([
    expect.objectContaining({ loaded: 40 }),
    expect.objectContaining({ loaded: 40 }),
  ]);
});

test('leads from a reference to what failed; the first that used it counts', async () => {
  await report(failed('ABCD1234'));
  await report(failed('ABCD1234', { version: '1.3.0' }));
  const { body } = await portal.visitor().get('/ops/failures/ABCD1234', bearer);
  const { outcome, ...release } = loaded;
  expect(body).toEqual({ ...release, stage: 'entry', at: expect.stringMatching(/Z$/) });
});

test.each(['NONE0000', 'abcd1234', 'ABCD12345', "'%20or%20true--"])(
  'knows no reference %s',
  async (reference) => {
    await report(failed('ABCD1234'));
    expect((await portal.visitor().get(`/ops/failures/${reference}`, bearer)).status).toBe(404);
  },
);

test('counts no release that was never live', async () => {
  expect((await report({ ...loaded, version: '9.9.9' }, failed('ABCD1234', { area: 'evil' }))).status).toBe(
    204,
  );
  expect((await health()).body.items).toEqual([]);
  expect((await portal.visitor().get('/ops/failures/ABCD1234', bearer)).status).toBe(404);
});

test.each<[string, unknown]>([
  ['nothing', {}],
  ['no report', { reports: [] }],
  ['21 reports', { reports: Array.from({ length: 21 }, () => loaded) }],
  ['more than the contract knows', { reports: [{ ...loaded, email: 'a@b.example' }] }],
  ['a short reference', { reports: [failed('ABC')] }],
  ['a number beyond all numbers', { reports: [{ ...loaded, composition: 1e15 }] }],
  ['a list', [loaded]],
])('refuses %s', async (_what, body) => {
  const answer = await portal
    .visitor()
    .send({ method: 'POST', url: '/portal/reports', payload: body as object });
  expect(answer.status).toBe(422);
});

test('examines no reports of a body with too many', async () => {
  const { status, body } = await portal.visitor().post('/portal/reports', { reports: Array(100).fill({}) });
  expect(status).toBe(422);
  expect(JSON.stringify(body).length).toBeLessThan(1000);
  const tooMany = { reports: Array(8_000).fill({}) };
  expect((await portal.visitor().post('/portal/reports', tooMany)).status).toBe(400);
  const tooLong = { reports: Array(20_000).fill({}) };
  expect((await portal.visitor().post('/portal/reports', tooLong)).status).toBe(413);
});

test('limits the reports of one address to what pages send', async () => {
  await report(loaded);
  await portal.database.system.run(sql`
    update rate_counters set count = 598 where key like 'release-reports:address:%'`);
  const statuses: number[] = [];
  for (let times = 0; times < 4; times += 1) statuses.push((await report(loaded)).status);
  expect(statuses).toEqual([204, 204, 429, 429]);
});

test('limits the reports of one IPv6 /48', async () => {
  const reportOf = (index: number) => reportFrom(`2001:db8:1:${index}::1`, loaded);
  await reportOf(0);
  await portal.database.system.run(sql`
    update rate_counters set count = 2398 where key = 'release-reports:network:2001:db8:1'`);
  const statuses: number[] = [];
  for (let index = 1; index <= 4; index += 1) statuses.push((await reportOf(index)).status);
  expect(statuses).toEqual([204, 204, 429, 429]);
  expect((await reportFrom('2001:db8:2:1::1', loaded)).status).toBe(204);
});

test.each([
  ['of one address', 'release-reports:stored-of:127.0.0.1', 6_000],
  ['of all', 'release-reports:stored:all', 200_000],
])('limits the rows that reports %s add in an hour', async (_whose, key, max) => {
  await report(loaded, failed(null));
  const count = () =>
    portal.database.system.one(sql`select sum(count)::int as count from rate_counters where key = ${key}`);
  expect(await count()).toEqual({ count: 2 });
  await portal.database.system.run(sql`update rate_counters set count = ${max - 2} where key = ${key}`);
  expect((await report(loaded, failed(null), failed('ABCD1234'))).status).toBe(429);
  expect((await report(loaded, failed(null))).status).toBe(204);
  expect((await report(loaded)).status).toBe(429);
  expect(await count()).toEqual({ count: max });
});

describe('while the database stores no reports', () => {
  let release = async () => {};
  afterEach(() => release());
  const block = async () => {
    const client = await portal.superuser.pool.connect();
    await client.query('begin; lock table page_reports in access exclusive mode');
    release = async () => {
      await client.query('rollback');
      client.release();
      release = async () => {};
    };
  };

  test('customers log in', async () => {
    await block();
    const reports = Array.from({ length: 20 }, (_, index) => reportFrom(`198.18.1.${index}`, loaded));
    await queued(portal.superuser, 2);
    await portal.customer();
    await release();
    await Promise.all(reports);
  });

  test.each([
    ['one address', 1, (_index: number) => '198.18.2.1'],
    ['one IPv6 /48', 1, (index: number) => `2001:db8:2:${index}::1`],
    ['different addresses', 2, (index: number) => `198.18.3.${index}`],
  ])('requests of %s have so many places: %s', async (_whose, places, addressOf) => {
    const added = jest.spyOn(portal.database, 'asBackground');
    await block();
    const reports = Array.from({ length: 20 }, (_, index) => reportFrom(addressOf(index), loaded));
    await queued(portal.superuser, places);
    // One transaction of limits and one of the store for each.
    expect(added).toHaveBeenCalledTimes(2 * places);
    added.mockRestore();
    await release();
    await Promise.all(reports);
  });
});

test.each([
  ['no token', ''],
  ['a forged token', `W10.${'A'.repeat(43)}`],
])('limits reports with %s on their own', async (_what, forged) => {
  const forge = () => portal.visitor().post('/portal/reports', { token: forged, reports: [loaded] });
  const statuses: number[] = [];
  for (let times = 0; times < 62; times += 1) statuses.push((await forge()).status);
  expect(statuses.slice(58)).toEqual([204, 204, 429, 429]);
  expect((await report(loaded)).status).toBe(204);
  const { count } = await portal.database.system.one<{ count: number }>(sql`
    select sum(count)::int as count from rate_counters where key like 'release-reports:address:%'`);
  expect(count).toBe(1);
});

test.each([
  ['no token', {}],
  ['another token', { authorization: `Bearer ${opsToken.slice(0, -1)}x` }],
  ['a longer token', { authorization: `Bearer ${opsToken}x` }],
  ['another scheme', { authorization: `Basic ${opsToken}` }],
  ['an empty one', { authorization: 'Bearer ' }],
])('returns nothing to %s', async (_what, headers) => {
  expect(await health(undefined, headers as Record<string, string>)).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  });
  expect(
    (await portal.visitor().get('/ops/failures/ABCD1234', headers as Record<string, string>)).status,
  ).toBe(401);
});

test('stops an address that guesses tokens, and never one that knows it', async () => {
  const guess = { authorization: 'Bearer guess' };
  for (let times = 0; times < 20; times += 1) expect((await health(undefined, guess)).status).toBe(401);
  expect((await health(undefined, guess)).status).toBe(429);
  expect((await health()).status).toBe(200);
});

test.each(['', 'yesterday', '2026-13-01T00:00:00Z'])('asks for a moment, not for %j', async (since) => {
  expect(await health(since)).toMatchObject({ status: 400, body: { code: 'bad_parameter' } });
});

test('forgets after 30 days', async () => {
  await report(loaded, failed('ABCD1234'));
  await portal.database.system.run(sql`update release_reports set minute = minute - interval '31 days'`);
  await portal.database.system.run(sql`update release_failures set at = at - interval '31 days'`);
  await report(failed('FRESH123'));
  await housekeepingJob(portal.context).run({});
  expect((await health()).body.items).toEqual([expect.objectContaining({ loaded: 0, failed: 1 })]);
  expect((await portal.visitor().get('/ops/failures/ABCD1234', bearer)).status).toBe(404);
  expect((await portal.visitor().get('/ops/failures/FRESH123', bearer)).status).toBe(200);
});

test('every stage and source of the contract fits the tables', async () => {
  const stages = ['refused', 'entry', 'start', 'chunk', 'style', 'texts', 'render', 'altered'];
  await report(...sources.map((source) => ({ ...loaded, source })));
  await report(
    ...stages.map((stage) => ({ ...loaded, outcome: { result: 'failed', stage, reference: null } })),
  );
  expect((await health()).body.items).toHaveLength(3);
});
