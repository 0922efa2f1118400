import { setTimeout as pause } from 'node:timers/promises';
import { isInCanary } from '@portal/federation-contract/portal-visit';
import { inParallel } from '@portal/testbed/runner/concurrency';
import { BffClient } from '../harness/bff-client.ts';

export type Kind = 'honest' | 'hanging' | 'silent' | 'slow' | 'forged';
export const kinds: readonly Kind[] = ['honest', 'hanging', 'silent', 'slow', 'forged'];
/** Percent of the visitors who get a canary. */
export const share = 50;

export interface Round {
  number: number;
  /** Version of every canary of the round. */
  version: string;
  /** Version of each area's active release, by the area's id. */
  active: Readonly<Record<string, string>>;
}

/** Visitors of a portal whose pages are open at the same time. */
const simultaneous = 60;
/** Requests at the same time, of all portals: a busy machine then answers later, and refuses none. */
const requestLimit = 12;
/** One visitor in 25 leaves before anything is reported, whatever the release. */
const leavesEarly = 25;
/** Milliseconds in which a page collects its reports. */
const collectTime = 1_000;
const loaded = { outcome: { result: 'loaded' } } as const;
const failed = { outcome: { result: 'failed', stage: 'render', reference: null } } as const;

/** In odd rounds the forger attacks a good canary, in even rounds he hides the failures of a bad one. */
export function isBad(kind: Kind, round: number): boolean {
  return kind !== 'honest' && (kind !== 'forged' || round % 2 === 0);
}

interface Visit {
  kind: Kind;
  round: Round;
  isCanary: boolean;
  index: number;
  /** Each visitor has an address. */
  address: string;
}

/**
 * Visitors of both cohorts open pages of every canary. Returns the seconds after which a page without a report is silent:
 * longer than any page took that has reported, however busy the machine is.
 */
export async function visitCanaries(url: string, round: Round): Promise<number> {
  const visits = kinds.flatMap((kind) => visitsOf(kind, round));
  const isSlow = ({ kind, isCanary }: Visit) => kind === 'slow' && isCanary;
  const ordinary = shuffled(visits.filter((one) => !isSlow(one)));
  const [times] = await Promise.all([
    inParallel(ordinary, simultaneous, (one) => visit(url, one, collectTime)),
    forge(url, {
      path: '/forged',
      area: 'forged',
      version: round.version,
      wanted: isBad('forged', round.number) ? loaded : failed,
      from: `127.${round.number}.99.1`,
    }),
  ]);
  // Slower than any other page of the round.
  const slow = 1_000 + 3 * Math.max(...times);
  times.push(...(await Promise.all(visits.filter(isSlow).map((one) => visit(url, one, slow)))));
  return Math.ceil(1 + (1.5 * Math.max(...times)) / 1000);
}

function visitsOf(kind: Kind, round: Round): Visit[] {
  // Three pages of the forger are less than two percent of so many.
  const count = kind === 'forged' ? 180 : 60;
  return [true, false].flatMap((isCanary) =>
    Array.from({ length: count }, (_, index) => {
      const block = kinds.indexOf(kind) * 2 + Number(isCanary);
      return { kind, round, isCanary, index, address: `127.${round.number}.${block}.${1 + index}` };
    }),
  );
}

/** Opens a page and reports after a time, in milliseconds. Returns the milliseconds from the page to its report. */
async function visit(
  url: string,
  { kind, round, isCanary, index, address }: Visit,
  reportAfter: number,
): Promise<number> {
  const token = await openPage(url, { path: `/${kind}`, area: kind, isCanary, from: address });
  const opened = performance.now();
  const isTrial = isCanary && isBad(kind, round.number);
  if (index % leavesEarly === 0 || (isTrial && kind === 'silent' && index % 2 === 0)) return 0;
  await pause(reportAfter);
  const release = isCanary
    ? { version: round.version, source: 'canary' as const }
    : { version: round.active[kind] ?? '', source: 'active' as const };
  const outcome = isTrial && kind === 'forged' && index % 2 === 0 ? failed : loaded;
  // A page that hangs in an area reports what was loaded before.
  const report =
    isTrial && kind === 'hanging'
      ? { area: 'host', version: '0.1.0', source: 'active' as const, ...loaded }
      : { area: kind, ...release, ...outcome };
  await send(url, address, token, [report]);
  return performance.now() - opened;
}

interface Forgery {
  /** A page of the area. */
  path: string;
  area: string;
  /** Version of the canary. */
  version: string;
  /** What the forger reports of it. */
  wanted: typeof loaded | typeof failed;
  /** His only address. */
  from: string;
}

/** Tries to decide the verdict from one address: without tokens, with those of own pages, and by replaying them. */
export async function forge(url: string, { path, area, version, wanted, from }: Forgery): Promise<void> {
  const report = { area, version, source: 'canary', ...wanted };
  const tokens = [''];
  for (let page = 0; page < 20; page += 1)
    tokens.push(await openPage(url, { path, area, isCanary: true, from }));
  await pause(collectTime);
  const [own = ''] = tokens.slice(1);
  tokens.push(`${own.split('.')[0]}.${'A'.repeat(43)}`, own, own);
  for (const token of tokens)
    await send(
      url,
      from,
      token,
      Array.from({ length: 20 }, () => report),
    );
}

interface Opening {
  path: string;
  area: string;
  isCanary: boolean;
  /** Source address. */
  from: string;
}

/** Opens a page of an area as a visitor of a cohort, and returns the page's token. */
async function openPage(url: string, { path, area, isCanary, from }: Opening): Promise<string> {
  const client = new BffClient(url, { portal_visitor: visitorOf(area, isCanary) });
  const { status, headers } = await limited(() => client.send({ path, from }));
  const token = /page;desc="([^"]+)"/.exec(String(headers['server-timing']))?.[1];
  if (token === undefined) throw new Error(`${path} returned ${status} without a token`);
  return token;
}

/** The cookie of a visitor of a cohort: a random number that the area's canary includes, or does not. */
export function visitorOf(area: string, isCanary: boolean): string {
  let visitor: string;
  do visitor = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url');
  while (isInCanary(visitor, area, share) !== isCanary);
  return visitor;
}

async function send(url: string, from: string, token: string, reports: readonly object[]): Promise<void> {
  const body = { token, reports: reports.map((report) => ({ ...report, composition: 1 })) };
  const request = { method: 'POST', path: '/portal/reports', body, from };
  const { status, text } = await limited(() => new BffClient(url).send(request));
  if (status !== 204) throw new Error(`/portal/reports returned ${status}: ${text}`);
}

let running = 0;
const waiting: (() => void)[] = [];

/** Sends a request once fewer than `requestLimit` are under way; the first that waits is the next. */
async function limited<T>(request: () => Promise<T>): Promise<T> {
  if (running >= requestLimit) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await request();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
