import { type FailureStage, releaseReportsSchema } from '@portal/federation-contract/release-telemetry';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { parseJson } from '../store/release-store.ts';
import { type Probed, probeName, probePage } from './page-probe.ts';

export interface Observation extends Omit<Probed, 'changed' | 'added'> {
  changed: string[];
  added: string[];
  /** The steps of loading and showing that failed, by area. */
  failures: { area: string; stage: FailureStage }[];
  /** Ids of the areas that the page has shown. */
  shown: string[];
  /** Whether the page stopped responding. */
  isStuck: boolean;
}

export interface Visit {
  /** Absolute address. */
  url: string;
  /** Id of the area that the page belongs to; null for a page of the host. */
  area: string | null;
  /** Start of the addresses of files that the page does not get. */
  blocked?: string | undefined;
  /** Milliseconds to wait once the page is complete. */
  lingers?: number;
}

/** Milliseconds after which a page counts as stuck. */
const visitLimit = 20_000;
/** Milliseconds in which an area has to be shown. Pages report it a second later. */
const showLimit = 8_000;

/** Opens a page and returns what happened until it was complete. */
export async function observePage(context: BrowserContext, visit: Visit): Promise<Observation> {
  const page = await context.newPage();
  const seen: Observation = {
    errors: [],
    rejections: [],
    longestTask: 0,
    changed: [],
    added: [],
    missingTexts: [],
    failures: [],
    shown: [],
    isStuck: false,
  };
  page.on('request', (request) => readReports(request, seen));
  const { promise: overtime, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, visitLimit);
  const work = visitPage(page, visit, seen).then(
    () => undefined,
    () => {
      seen.isStuck = true;
    },
  );
  const isDone = await Promise.race([work.then(() => true), overtime.then(() => false)]);
  clearTimeout(timer);
  // A page in an endless loop cannot be closed alone; the browser is closed at the end of the run.
  if (isDone) await page.close();
  else seen.isStuck = true;
  return seen;
}

async function visitPage(
  page: Page,
  { url, area, blocked, lingers = 0 }: Visit,
  seen: Observation,
): Promise<void> {
  await page.addInitScript(probePage, probeName);
  if (blocked !== undefined) await page.route(`**${blocked}**`, (route) => route.abort());
  await page.goto(url, { waitUntil: 'load' });
  await settle(
    page,
    () => area === null || seen.shown.includes(area) || seen.failures.some((one) => one.area === area),
  );
  if (lingers > 0) {
    await page.waitForTimeout(lingers);
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
  }
  const probed: Probed = await page.evaluate((name) => Reflect.get(globalThis, name)(), probeName);
  Object.assign(seen, probed);
}

/** Waits until the area has been reported, requests have ended and nothing is marked as busy. */
async function settle(page: Page, isReported: () => boolean): Promise<void> {
  const deadline = Date.now() + showLimit;
  while (!isReported() && Date.now() < deadline) await page.waitForTimeout(50);
  const timeout = 5_000;
  await page.waitForLoadState('networkidle', { timeout }).catch(() => undefined);
  await page
    .locator('[aria-busy=true]')
    .first()
    .waitFor({ state: 'detached', timeout })
    .catch(() => undefined);
}

function readReports(request: Request, seen: Observation): void {
  if (request.method() !== 'POST' || new URL(request.url()).pathname !== '/portal/reports') return;
  const body = parseJson(releaseReportsSchema, request.postData() ?? undefined);
  for (const { area, outcome } of body.success ? body.output.reports : [])
    if (outcome.result === 'loaded') seen.shown.push(area);
    else if (outcome.result === 'failed') seen.failures.push({ area, stage: outcome.stage });
}
