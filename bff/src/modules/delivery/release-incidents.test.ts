import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { incidentKinds, incidentsAnswerSchema } from '@portal/federation-contract/release-telemetry';
import { newVisit, signPageToken } from '@portal/federation-server/page-token';
import * as v from 'valibot';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { housekeepingJob } from '../platform/housekeeping.job.ts';
import { pageTokenKey } from './page-visits.ts';

const opsToken = 'test-token-of-the-release-tool-0123456789';
const portal = testPortal({ OPS_TOKEN: opsToken, RATE_LIMIT_FACTOR: '1' });
const bearer = { authorization: `Bearer ${opsToken}` };
const release = { area: 'voicing', version: '1.2.0', source: 'active' as const };
const thrown = {
  result: 'incident',
  kind: 'error',
  attribution: 'code',
  detail: "TypeError: Cannot read properties of undefined (reading 'name')",
  amount: null,
};
const incident = (change: object = {}) => ({
  ...release,
  composition: 7,
  outcome: { ...thrown, ...change },
});

beforeAll(() =>
  portal.database.system.run(sql`insert into named_releases (area, version) values ('voicing', '1.2.0')`),
);
beforeEach(() =>
  portal.superuser.system.run(
    sql`truncate release_reports, release_incidents, page_reports, page_visits, rate_counters`,
  ),
);

const newToken = () =>
  signPageToken({ visit: newVisit(), releases: [release] }, pageTokenKey(portal.context));
/** Sends the reports of one page. */
const report = (reports: object[], token = newToken()) =>
  portal.visitor().post('/portal/reports', { token, reports });
const incidents = async (since = '2026-01-01T00:00:00Z') => {
  const { body } = await portal.visitor().get(`/ops/incidents?since=${since}`, bearer);
  return v.parse(incidentsAnswerSchema, body).items;
};

test('counts the pages with an incident, by release, kind and detail', async () => {
  for (const amount of [220, 900, 300])
    expect((await report([incident(), incident({ kind: 'long-task', detail: '', amount })])).status).toBe(
      204,
    );
  await report([incident({ detail: 'Error: another' })]);
  const { source: _, ...named } = release;
  const { result: _result, ...stored } = thrown;
  const times = { first: expect.any(String), last: expect.any(String) };
  const items = await incidents();
  expect(items).toHaveLength(3);
  expect(items).toEqual(
    expect.arrayContaining([
      { ...named, ...stored, ...times, pages: 3 },
      { ...named, ...stored, ...times, pages: 1, detail: 'Error: another' },
      { ...named, ...stored, ...times, pages: 3, kind: 'long-task', detail: '', amount: 900 },
    ]),
  );
});

test('counts what is known from the code apart from what was on the screen', async () => {
  await report([incident({ attribution: 'screen' }), incident()]);
  expect((await incidents()).map(({ attribution }) => attribution).toSorted()).toEqual(['code', 'screen']);
});

test('counts each kind of a page once, in whatever number of requests', async () => {
  const token = newToken();
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      report([incident({ detail: `Error: ${'a'.repeat(index)}` })], token),
    ),
  );
  expect((await incidents()).map(({ pages }) => pages)).toEqual([1]);
});

test.each([
  ['a number', { detail: 'Error: 4711' }],
  ['a mail address', { detail: 'Error: ann@example.com' }],
  ['a query', { detail: 'GET /calls?number=' }],
  ['a line break', { detail: 'Error:\nmore' }],
  ['a long text', { detail: 'a'.repeat(121) }],
  ['another kind', { kind: 'other' }],
  ['a negative amount', { amount: -1 }],
])('refuses an incident with %s', async (_what, change) => {
  expect((await report([incident(change)])).status).toBe(422);
  expect(await incidents()).toEqual([]);
});

test.each([
  ['another release', { version: '1.3.0' }],
  ['another area', { area: 'finances' }],
])('ignores an incident of %s than the page runs', async (_what, change) => {
  expect((await report([{ ...incident(), ...change }])).status).toBe(204);
  expect(await incidents()).toEqual([]);
});

test('counts no incident as a failed load', async () => {
  await report([{ ...incident(), outcome: { result: 'loaded' } }]);
  await report(incidentKinds.map((kind) => incident({ kind })));
  const { body } = await portal.visitor().get('/ops/release-health?since=2026-01-01T00:00:00Z', bearer);
  expect(body.items).toEqual([expect.objectContaining({ loaded: 1, failed: 0 })]);
});

test('refuses what one page floods, which does not count against its address', async () => {
  const token = newToken();
  const statuses: number[] = [];
  for (let times = 0; times < 40; times += 1) statuses.push((await report([incident()], token)).status);
  expect(statuses).toEqual(Array.from({ length: 40 }, (_, index) => (index < 30 ? 204 : 429)));
  const { count } = await portal.database.system.one<{ count: number }>(sql`
    select sum(count)::int as count from rate_counters where key like 'release-reports:address:%'`);
  expect(count).toBe(30);
});

test('returns incidents since a moment, to operators only', async () => {
  await report([incident()]);
  expect(await incidents('2999-01-01T00:00:00Z')).toEqual([]);
  const url = '/ops/incidents?since=';
  expect((await portal.visitor().get(`${url}2026-01-01T00:00:00Z`)).status).toBe(401);
  expect((await portal.visitor().get(`${url}yesterday`, bearer)).status).toBe(400);
});

test('forgets after 30 days', async () => {
  await report([incident()]);
  await portal.database.system.run(sql`update release_incidents set last = last - interval '31 days'`);
  await report([incident({ detail: 'Error: fresh' })]);
  await housekeepingJob(portal.context).run({});
  expect(await incidents()).toEqual([expect.objectContaining({ detail: 'Error: fresh' })]);
});
