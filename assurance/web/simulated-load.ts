import { chromium } from '@playwright/test';
import { findBrowser } from '@portal/testbed/runner/find-browser';
import { freeAddress } from '@portal/testbed/runner/portal-server';
import lighthouse from 'lighthouse';
import type { ComparedPortal } from './compared-portals.ts';

/** What Lighthouse calculates for a telephone from a load without throttling. */
export interface SimulatedFigures {
  /** Milliseconds after the navigation's start. */
  lcp: number;
  /** Milliseconds over 50 of all tasks between the first paint and the time at which the page is interactive. */
  tbt: number;
  cls: number;
  /** The performance score, 0 to 100. */
  score: number;
}

/** Loads an address in a new browser, whose caches are empty, signed in if `cookies` are those of a session. */
export async function simulateLoad(
  url: string,
  cookies: ComparedPortal['state']['cookies'],
): Promise<SimulatedFigures> {
  const { port } = await freeAddress();
  // Lighthouse opens its page in the browser's default context, which Playwright does not attach to.
  await using browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: [`--remote-debugging-port=${port}`],
  });
  const session = await browser.newBrowserCDPSession();
  await session.send('Storage.setCookies', { cookies });
  // Its defaults are the telephone and simulated throttling; clearing its storage spares cookies.
  const result = await lighthouse(url, {
    port,
    onlyCategories: ['performance'],
    disableFullPageScreenshot: true,
  });
  if (result === undefined) throw new Error(`Lighthouse has no result for ${url}`);
  const { audits, categories, finalDisplayedUrl, runtimeError } = result.lhr;
  if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`);
  if (finalDisplayedUrl !== url) throw new Error(`${url} has led to ${finalDisplayedUrl}`);
  const figure = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  return {
    lcp: figure('largest-contentful-paint'),
    tbt: figure('total-blocking-time'),
    cls: figure('cumulative-layout-shift'),
    score: (categories['performance']?.score ?? Number.NaN) * 100,
  };
}
