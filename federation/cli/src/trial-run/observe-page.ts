import { setTimeout as wait } from 'node:timers/promises';
import { type FailureStage, releaseReportsSchema } from '@portal/federation-contract/release-telemetry';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { parseJson } from '../store/release-store.ts';
import { type Probed, probeName, probePage } from './page-probe.ts';
import { type PageView, viewPage } from './page-views.ts';
import { stopClock } from './stopped-clock.ts';

export interface Observation extends Omit<Probed, 'changed' | 'added'> {
  changed: string[];
  added: string[];
  /** Of the document: `en`. */
  language: string;
  /** The steps of loading and showing that failed, by area. */
  failures: { area: string; stage: FailureStage }[];
  /** First lines of the errors in the browser's console. */
  said: string[];
  /** Ids of the areas that the page has shown; `host` for a page of the host. */
  shown: string[];
  /** What it looked like at each width; empty unless the visit asks for it. */
  views: PageView[];
  /** Whether the page stopped responding. */
  isStuck: boolean;
}

export interface Visit {
  /** Absolute address. */
  url: string;
  /** What the page's clock shows, in milliseconds since 1970. */
  moment: number;
  /** Id of the area that the page belongs to; null for a page of the host. */
  area: string | null;
  /** CSS selector of what a page of the host has once it is shown; without it, any text counts. */
  hostShown?: string | undefined;
  /** Start of the addresses of files that the page does not get. */
  blocked?: string | undefined;
  /** CSS selector of the shell: photographs the page, and measures the shell. */
  shell?: string | undefined;
  /** Milliseconds to wait once the page is complete. */
  lingers?: number;
}

/** Milliseconds after which a page counts as stuck. Long, because the machine may be busy. */
export const visitLimit = 60_000;
/** Milliseconds in which a page has to be shown. Pages of areas report it a second later. */
export const showLimit = 20_000;

/** Returns the observation of a page that has shown and said nothing yet. */
export function nothingSeen(): Observation {
  return {
    errors: [],
    rejections: [],
    longestTask: 0,
    changed: [],
    added: [],
    missingTexts: [],
    language: '',
    failures: [],
    said: [],
    shown: [],
    views: [],
    isStuck: false,
  };
}

/** Opens a page in a new session, which it closes, and returns what happened until it was complete. */
export async function observePage(context: BrowserContext, visit: Visit): Promise<Observation> {
  const page = await context.newPage();
  const seen = nothingSeen();
  page.setDefaultTimeout(visitLimit);
  page.on('request', (request) => readReports(request, seen));
  page.on('console', (line) => {
    if (line.type() === 'error') seen.said.push(line.text().split('\n', 1)[0]?.slice(0, 200) ?? '');
  });
  const { promise: overtime, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, visitLimit);
  const work = visitPage(page, visit, seen, quietnessOf(page)).then(
    () => undefined,
    () => {
      seen.isStuck = true;
    },
  );
  const isDone = await Promise.race([work.then(() => true), overtime.then(() => false)]);
  clearTimeout(timer);
  // A page in an endless loop cannot be closed alone; the browser is closed at the end of the run.
  if (isDone) await context.close();
  else seen.isStuck = true;
  return seen;
}

async function visitPage(
  page: Page,
  { url, moment, area, hostShown, blocked, shell, lingers = 0 }: Visit,
  seen: Observation,
  quiet: () => Promise<void>,
): Promise<void> {
  // One script, because the browser may run several in any order, and the probe would take the stopped clock for a change.
  await page.addInitScript(`(${stopClock})(${moment}); (${probePage})('${probeName}');`);
  if (blocked !== undefined) await page.route(`**${blocked}**`, (route) => route.abort());
  await page.goto(url, { waitUntil: 'load' });
  if (area === null) await waitForHost(page, seen, hostShown);
  else
    await waitUntil(
      showLimit,
      () => seen.shown.includes(area) || seen.failures.some((one) => one.area === area),
    );
  await quiet();
  const busy = page.locator('[aria-busy=true]').first();
  await busy.waitFor({ state: 'detached', timeout: quietLimit }).catch(() => undefined);
  if (lingers > 0) await wait(lingers).then(quiet);
  // Photographing makes tasks long. What the page does meanwhile, or at the width of a phone, counts otherwise.
  const { longestTask } = await readProbe(page);
  if (shell !== undefined) seen.views = await viewPage(page, { shell, area }, quiet);
  Object.assign(seen, await readProbe(page), { longestTask });
  seen.language = (await page.locator('html').getAttribute('lang')) ?? '';
}

function readProbe(page: Page): Promise<Probed> {
  return page.evaluate((name) => Reflect.get(globalThis, name)(), probeName);
}

/** Hosts do not report their own pages. Without a selector nothing says for certain that a page was not shown. */
async function waitForHost(page: Page, seen: Observation, selector: string | undefined): Promise<void> {
  if (selector === undefined)
    await page.waitForFunction(hasText, undefined, { timeout: textLimit }).catch(() => undefined);
  else if (!(await isAttached(page, selector))) return;
  seen.shown.push('host');
}

async function isAttached(page: Page, selector: string): Promise<boolean> {
  const element = page.locator(selector).first();
  return element.waitFor({ state: 'attached', timeout: showLimit }).then(
    () => true,
    () => false,
  );
}

/** Milliseconds to wait for a text in a page of the host. */
const textLimit = 8_000;

/** Runs in the page. */
function hasText(): boolean {
  const main = [...document.querySelectorAll('main')].find((one) => one.checkVisibility());
  // biome-ignore lint/performance/useDomNodeTextContent: only visible text counts.
  return (main ?? document.body).innerText.trim() !== '';
}

/** Milliseconds after which requests that do not end are no longer waited for. */
const quietLimit = 5_000;
/** Milliseconds without a request after which a page is quiet. */
const quietTime = 200;

/** Returns a function that waits until the page's requests have ended. */
function quietnessOf(page: Page): () => Promise<void> {
  let pending = 0;
  let changed = performance.now();
  const count = (step: number) => () => {
    pending += step;
    changed = performance.now();
  };
  page.on('request', count(1)).on('requestfinished', count(-1)).on('requestfailed', count(-1));
  return () => {
    changed = performance.now();
    return waitUntil(quietLimit, () => pending === 0 && performance.now() - changed > quietTime);
  };
}

async function waitUntil(limit: number, isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + limit;
  while (!isTrue() && performance.now() < deadline) await wait(25);
}

function readReports(request: Request, seen: Observation): void {
  if (request.method() !== 'POST' || new URL(request.url()).pathname !== '/portal/reports') return;
  const body = parseJson(releaseReportsSchema, request.postData() ?? undefined);
  for (const { area, outcome } of body.success ? body.output.reports : [])
    if (outcome.result === 'loaded') seen.shown.push(area);
    else if (outcome.result === 'failed') seen.failures.push({ area, stage: outcome.stage });
}
