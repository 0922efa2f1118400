import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { writeAlteredRelease } from '@portal/testbed/releases/altered-release';
import { currentReleases } from '@portal/testbed/releases/archive';
import { inParallel } from '@portal/testbed/runner/concurrency';
import { findBrowser } from '@portal/testbed/runner/find-browser';
import { type ReleasedPortal, startReleasedPortal } from '@portal/testbed/runner/released-portal';
import { type CheckCase, tryCase } from '../harness/report.ts';
import { forge, type Kind, kinds, share, visitorOf } from './guard-visitors.ts';

/** Visitors of each cohort: so few are enough when all pages of a canary fail. */
const visitors = 8;
const area = 'auth';
const address = '/login?language=en';

interface Round {
  portal: ReleasedPortal;
  browser: Browser;
  builds: string;
  opsToken: string;
  /** Milliseconds from opening a page to its report, of all pages that have reported. */
  times: number[];
}

/** The five canaries as releases of the login area, whose pages a browser opens. Only the honest one is good. */
export async function browserRound(opsToken: string): Promise<CheckCase[]> {
  const builds = mkdtempSync(path.join(tmpdir(), 'portal-canaries-'));
  try {
    const settings = { OPS_TOKEN: opsToken, TRUSTED_PROXIES: '127.0.0.1' };
    await using portal = await startReleasedPortal([currentReleases()], settings);
    await using browser = await chromium.launch({ executablePath: await findBrowser() });
    const round: Round = { portal, browser, builds, opsToken, times: [] };
    await visit(round, 0, false);
    const cases: CheckCase[] = [];
    // The slow one comes last: later rounds would wait for silent pages as long as it takes.
    const order = [...kinds.filter((kind) => kind !== 'slow'), 'slow' as const];
    for (const kind of order) cases.push(await play(round, kind));
    return cases;
  } finally {
    rmSync(builds, { recursive: true, force: true });
  }
}

function play(round: Round, kind: Kind): Promise<CheckCase> {
  return tryCase(`${kind} canary in a browser`, async (problems) => {
    const { portal, builds } = round;
    const folder = path.join(builds, kind);
    const code = codeOf(kind, Math.max(...round.times));
    const script = /^page-login\..*\.js$/;
    const version = writeAlteredRelease(currentReleases().get(`remote-${area}`) ?? '', folder, {
      suffix: kind,
      script,
      code,
    });
    const release = `${area}@${version}`;
    await must(portal, 'publish', area, '--from', folder);
    // The gate may find such a release itself; here it is the guard's turn.
    await must(portal, 'canary', release, '--percent', String(share), '--force', '--reason', 'the check');
    await visitCanary(round, kind, version);

    // Longer than any page took, however busy the machine is.
    const silence = Math.ceil(1 + (1.5 * Math.max(...round.times)) / 1000);
    await pause((silence + 1) * 1000);
    const limits = ['--url', portal.url, '--minimum', String(visitors), '--silence', String(silence)];
    limits.push('--slower', '100');
    const expected = kind === 'honest' ? 0 : 3;
    const promoted = await portal.tool([
      'promote',
      release,
      '--require-verdict',
      ...limits,
      '--force',
      '--reason',
      'the check',
    ]);
    if (promoted.code !== expected) problems.push(`promote ended with ${promoted.code}: ${promoted.output}`);
    const guarded = await portal.tool(['guard', '--once', ...limits]);
    if (guarded.code !== (kind === 'honest' ? 0 : 6))
      problems.push(`guard ended with ${guarded.code}: ${guarded.output}`);
  });
}

async function must(portal: ReleasedPortal, ...args: string[]): Promise<void> {
  const { code, output } = await portal.tool(args);
  if (code !== 0) throw new Error(`portal ${args.join(' ')} ended with ${code}: ${output}`);
}

/** What the page's script does first. */
function codeOf(kind: Kind, slowest: number): string {
  const wait = Math.round(1_000 + 1.2 * slowest);
  const codes: Record<Kind, string> = {
    honest: '',
    hanging: 'for (;;);',
    silent: '',
    slow: `for (const end = performance.now() + ${wait}; performance.now() < end; );`,
    forged: 'throw new Error("it does not work");',
  };
  return `/* ${kind} */${codes[kind]}`;
}

/** Visitors of both cohorts open the page. Those of a slow canary come last, so that they delay no other page. */
async function visitCanary(round: Round, kind: Kind, version: string): Promise<void> {
  const numbers = Array.from({ length: visitors }, (_, index) => index);
  const canary = numbers.map((index) => ({ index, isCanary: true }));
  const active = numbers.map((index) => ({ index, isCanary: false }));
  const isLast = kind === 'slow' || kind === 'hanging';
  const order = isLast
    ? [...active, ...canary]
    : active.flatMap((one, index) => [one, ...canary.slice(index, index + 1)]);
  const block = kinds.indexOf(kind) + 1;
  await inParallel(order, 4, ({ index, isCanary }) =>
    visit(round, block * 20 + index, isCanary, isCanary ? kind : undefined),
  );
  if (kind === 'forged') {
    const loaded = { outcome: { result: 'loaded' } } as const;
    await forge(round.portal.url, { path: '/login', area, version, wanted: loaded, from: '127.0.99.1' });
  }
}

/** Opens the page as a visitor with an address of its own, and waits for its report unless there is none. */
async function visit(
  { portal, browser, times }: Round,
  number: number,
  isCanary: boolean,
  kind?: Kind,
): Promise<void> {
  const group = isCanary ? 1 : 2;
  await using context = await browser.newContext({
    baseURL: portal.url,
    extraHTTPHeaders: { 'x-forwarded-for': `192.0.${group}.${number}` },
  });
  await context.addCookies([{ name: 'portal_visitor', value: visitorOf(area, isCanary), url: portal.url }]);
  const page = await context.newPage();
  const opened = performance.now();
  const isSilent = kind === 'silent' || kind === 'hanging';
  const reported = isSilent
    ? undefined
    : page.waitForResponse((response) => response.url().endsWith('/portal/reports'), { timeout: 120_000 });
  await page.goto(address, { waitUntil: 'commit', timeout: 120_000 });
  // A visitor of a page that hangs waits as long as the slowest page needed; another one leaves immediately.
  if (isSilent) await pause(kind === 'hanging' ? Math.max(...times) : 0);
  else {
    await reported;
    times.push(performance.now() - opened);
  }
}
