import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { type RequestFigures, watchRequests } from './page-requests.ts';
import { type PageTimings, readTimings, watchTimings } from './page-timings.ts';

export type LoadFigures = PageTimings & RequestFigures;

/** A telephone, with Lighthouse's applied throttling: its slow 4G, and a processor that is four times slower. */
export const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_474.56 * 1_024) / 8,
  uploadThroughput: (675 * 1_024) / 8,
};
const slowdown = 4;

/** Milliseconds without requests and long tasks after which a page is loaded; menus and pickers are loaded after 1.5 s. */
const quiet = 2_500;
/** Milliseconds. */
const patience = 60_000;

/** Opens a page with a slow processor and network. */
export async function openSlowly(context: BrowserContext): Promise<{ page: Page; session: CDPSession }> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow4g);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await watchTimings(page);
  return { page, session };
}

/** Loads an address in a page of its own until the page rests. `ready` selects what must be on the screen then. */
export async function measureLoad(context: BrowserContext, url: string, ready: string): Promise<LoadFigures> {
  const { page, session } = await openSlowly(context);
  try {
    const requests = watchRequests(session, url);
    await page.goto(url, { waitUntil: 'commit', timeout: patience });
    await page.locator(ready).first().waitFor({ timeout: patience });
    await untilQuiet(page, requests.isIdle);
    return { ...(await readTimings(page)), ...requests.figures() };
  } finally {
    await page.close();
  }
}

/** Waits until neither a request nor a long task has run for a while. */
export async function untilQuiet(page: Page, isIdle: (milliseconds: number) => boolean): Promise<void> {
  const limit = performance.now() + patience;
  for (;;) {
    const sinceTask = await page.evaluate(() => performance.now() - (globalThis.benchTimings?.lastTask ?? 0));
    if (isIdle(quiet) && sinceTask > quiet) return;
    if (performance.now() > limit) throw new Error(`${page.url()} does not come to rest`);
    await page.waitForTimeout(250);
  }
}
