// Forgers attack the guard's verdict through the ports of a running BFF, on a good canary and on a bad one.
import { createSecretKey } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { canaryVerdict } from '@portal/federation-cli/canary-verdict';
import { isInCanary } from '@portal/federation-contract/portal-visit';
import { releaseHealthAnswerSchema } from '@portal/federation-contract/release-telemetry';
import {
  type PageToken,
  readPageToken,
  signPageToken,
  tokenSeconds,
} from '@portal/federation-server/page-token';
import {
  createPortalFolder,
  pageTokenIn,
  sampleArea,
  sampleCanary,
  sampleComposition,
} from '@portal/federation-server/testing/portal-folder.fixtures';
import * as v from 'valibot';
import { type Sql, sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { pageTokenKey } from './page-visits.ts';

const opsToken = 'test-token-of-the-release-tool-0123456789';
const folder = createPortalFolder();
const portal = testPortal({
  OPS_TOKEN: opsToken,
  PORTAL_DIR: folder.path,
  COMPOSITION_PUBLIC_KEY: folder.config.signature_public_key,
  TRUSTED_PROXIES: '127.0.0.1',
  RATE_LIMIT_FACTOR: '1',
});
let url: string;
beforeAll(async () => {
  const canary = sampleCanary(50);
  const area = { ...canary.area, access: 'anonymous' };
  const areas = [{ ...sampleArea({ canary: { ...canary, area } }), area }];
  folder.publish({ ...sampleComposition, number: 4, areas });
  url = await portal.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => folder.remove());

type Cohort = 'canary' | 'active';
const cohorts = ['canary', 'active'] as const;
const versions = { canary: '0.3.0', active: '0.2.0' };
const loaded = { result: 'loaded' };
const failed = { result: 'failed', stage: 'entry', reference: null };
const numbers = Array.from({ length: 200 }, (_, index) => String(index).padStart(22, 'v'));
const visitors = {
  canary: numbers.find((one) => isInCanary(one, 'a', 50)),
  active: numbers.find((one) => !isInCanary(one, 'a', 50)),
};

/** Opens a page behind the proxy, and returns its token. */
async function openPage(cohort: Cohort, address: string, cookies = ''): Promise<string> {
  const headers = { 'x-forwarded-for': address, cookie: `portal_visitor=${visitors[cohort]}; ${cookies}` };
  const response = await fetch(`${url}/a/list`, { headers });
  return pageTokenIn(response.headers.get('server-timing'));
}

const reportOf = (cohort: Cohort, outcome: object) => ({
  area: 'a',
  version: versions[cohort],
  source: cohort,
  composition: 4,
  outcome,
});

async function report(token: string, address: string, ...reports: object[]): Promise<void> {
  const headers = { 'x-forwarded-for': address, 'content-type': 'application/json' };
  const body = JSON.stringify({ token, reports });
  const response = await fetch(`${url}/portal/reports`, { method: 'POST', headers, body });
  // The forger learns no more than whether he sends too many.
  expect([204, 429]).toContain(response.status);
  expect(response.status === 429 || (await response.text()) === '').toBe(true);
}

/** Does something for each item, twenty at the same time. */
async function forEach<Item>(items: Iterable<Item>, act: (item: Item) => Promise<unknown>): Promise<void> {
  const rest = items[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let next = rest.next(); next.done !== true; next = rest.next()) await act(next.value);
    }),
  );
}

/** Pages that a forger opens from one place, thirty times what is counted of it. */
const forgedCount = 150;

interface Page {
  cohort: Cohort;
  address: string;
  token: string;
  /** What its visitor has reported. */
  outcome: object;
}

/** Visitors of each cohort: the three pages that a forger adds are less than two percent. */
const visitorCount = 180;

/** Visitors with an address each open pages of both cohorts and report; of a bad canary, every other page fails. */
async function visit(isBad: boolean): Promise<Page[]> {
  const pages: Page[] = [];
  await forEach(
    numbers.slice(0, visitorCount).flatMap((_, index) => cohorts.map((cohort) => ({ cohort, index }))),
    async ({ cohort, index }) => {
      const address = `198.18.${cohorts.indexOf(cohort)}.${index}`;
      const outcome = isBad && cohort === 'canary' && index % 2 === 0 ? failed : loaded;
      const token = await openPage(cohort, address);
      pages.push({ cohort, address, token, outcome });
    },
  );
  await until(sql`select count(*) = ${pages.length}::int as done from page_visits`);
  await forEach(pages, ({ token, address, cohort, outcome }) =>
    report(token, address, reportOf(cohort, outcome)),
  );
  // Times that do not depend on the machine.
  await portal.database.system.run(
    sql`update page_visits set loaded = served + interval '1 s' where loaded is not null`,
  );
  return pages;
}

async function until(condition: Sql): Promise<void> {
  while (!(await portal.database.system.one<{ done: boolean }>(condition)).done)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

/** The guard's verdict once every page has a result. */
async function verdict() {
  // A page does not wait until it is counted.
  await until(sql`
    select count(*) = 0 as done from pg_stat_activity
    where datname = current_database() and state <> 'idle' and query like '%insert into page_visits%'
      and pid <> pg_backend_pid()`);
  await portal.database.system.run(
    sql`update page_visits set served = served - interval '61 s', loaded = loaded - interval '61 s'`,
  );
  const headers = { authorization: `Bearer ${opsToken}` };
  const response = await fetch(`${url}/ops/release-health?since=2026-01-01T00:00:00Z`, { headers });
  const { items } = v.parse(releaseHealthAnswerSchema, await response.json());
  const canary = { area: 'a', active: versions.active, candidate: versions.canary };
  return canaryVerdict(items, canary, { minimum: 50, threshold: 2, slower: 50 });
}

describe.each([
  {
    canary: 'good',
    wanted: { canary: failed, active: loaded },
    decision: 'pass',
  },
  {
    canary: 'bad',
    wanted: { canary: loaded, active: failed },
    decision: 'halt',
  },
])('the verdict on a $canary canary', ({ canary, wanted, decision }) => {
  let pages: Page[];
  let rows: { all: string };
  let before: Awaited<ReturnType<typeof verdict>>;
  beforeAll(async () => {
    await portal.superuser.system.run(sql`truncate page_visits, page_reports, rate_counters`);
    pages = await visit(canary === 'bad');
    rows = await portal.database.system.one(sql`select json_agg(page_visits)::text as all from page_visits`);
    before = await verdict();
  }, 300_000);
  beforeEach(async () => {
    await portal.superuser.system.run(sql`truncate page_visits, rate_counters`);
    await portal.database.system.run(
      sql`insert into page_visits select * from json_populate_recordset(null::page_visits, ${rows.all})`,
    );
  });

  const key = () => pageTokenKey(portal.context);
  const contentOf = ({ token }: Page) => readPageToken(token, key()) as PageToken;
  const everyWanted = cohorts.map((cohort) => reportOf(cohort, wanted[cohort]));

  test('is right', () => {
    expect(before).toMatchObject({ decision, candidate: { count: visitorCount }, baseline: { failed: 0 } });
  });

  /** Sends what the forger wants with a token for every third page of the visitors, from their addresses: far more than a verdict bears. */
  const forge = (tokenOf: (page: Page) => string, reports = (_page: Page): object[] => everyWanted) =>
    forEach(
      pages.filter((_, index) => index % 3 === 0),
      (page) => report(tokenOf(page), page.address, ...reports(page)),
    );

  const attacks: Record<string, () => Promise<void>> = {
    'reports without a token': () => forge(() => ''),
    'tokens with altered releases': () =>
      forge(({ token }) => {
        const [text = '', mac] = token.split('.');
        const [number, issued] = JSON.parse(Buffer.from(text, 'base64url').toString());
        const releases = cohorts.map((cohort) => ['a', cohort, versions[cohort]]);
        return `${Buffer.from(JSON.stringify([number, issued, releases])).toString('base64url')}.${mac}`;
      }),
    'tokens with an altered signature': () =>
      forge(({ token }) => `${token.slice(0, -2)}${token.at(-2) === 'A' ? 'B' : 'A'}${token.at(-1)}`),
    'tokens of another key': () =>
      forge((page) => signPageToken(contentOf(page), createSecretKey(Buffer.alloc(32, 7)))),
    'expired tokens': async () => {
      const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - (tokenSeconds + 2) * 1000);
      const tokens = new Map(pages.map((page) => [page, signPageToken(contentOf(page), key())]));
      clock.mockRestore();
      await forge((page) => tokens.get(page) ?? '');
    },
    "another page's token": () =>
      forge(
        ({ token }) => token,
        ({ cohort }) => everyWanted.filter(({ source }) => source !== cohort),
      ),
    'used tokens, whose reports are repeated': () =>
      forge(
        ({ token }) => token,
        ({ cohort, outcome }) => Array.from({ length: 5 }, () => reportOf(cohort, outcome)),
      ),
    'reports of failed pages that they have loaded': () =>
      forge(
        ({ token }) => token,
        ({ cohort }) => Array.from({ length: 5 }, () => reportOf(cohort, loaded)),
      ),
  };

  test.each(Object.keys(attacks))(
    'survives %s',
    async (name) => {
      await attacks[name]?.();
      expect(await verdict()).toEqual(before);
    },
    300_000,
  );

  const places = [
    { place: 'one address', addressOf: () => '203.0.113.9' },
    { place: 'one IPv6 /48', addressOf: (index: number) => `2001:db8:77:${index.toString(16)}::1` },
  ];
  test.each(places)(
    `survives ${forgedCount} pages of $place`,
    async ({ addressOf }) => {
      const own: { index: number; token: string }[] = [];
      await forEach(Array(forgedCount).keys(), async (index) => {
        // The forger claims other addresses, and a browser that an account knows.
        const claimed = `198.18.7.${index % 256}, ${addressOf(index)}`;
        const device = `device=${String(index).padStart(43, 'A')}`;
        own.push({ index, token: await openPage(cohorts[index % 2] ?? 'canary', claimed, device) });
      });
      // The pages that count are among the first.
      await forEach(own.slice(0, 120), ({ index, token }) => report(token, addressOf(index), ...everyWanted));
      const after = await verdict();
      expect(after.decision).toBe(decision);
      expect(after.candidate.count).toBeLessThanOrEqual(visitorCount + 3);
      expect(after.baseline.count).toBeLessThanOrEqual(visitorCount + 3);
    },
    300_000,
  );
});
