import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { lastDays } from '@portal/testbed/fixtures/days';
import { removeFirstResponses } from '@portal/testbed/fixtures/first-responses';
import { expectLoaded, expectScreen, screens } from '@portal/testbed/fixtures/screens';
import { expect, test } from '../fixtures/portal-test.ts';

interface Shift {
  value: number;
  /** The elements that moved, with what they show and their edges before and after. */
  moved: string[];
}

declare global {
  /** The layout shifts of the document so far. */
  var layoutShifts: Shift[] | undefined;
}

/** Cumulative layout shift that a page may have while it loads; 0.1 is what Google calls good. */
const allowed = 0.01;

/** Milliseconds between two responses, in which the page shows the first: it is painted, and what needs it is requested. */
const between = 150;

const devices = {
  laptop: { viewport: { width: 1280, height: 860 } },
  phone: { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true },
};

const pages = [
  ...screens,
  { path: '/finances/statement', heading: 'Statement of account' },
  { path: '/developers', heading: 'Account API' },
];

for (const [device, options] of Object.entries(devices)) {
  test.describe(`on a ${device}`, () => {
    test.use(options);

    for (const { path, heading } of pages) {
      test(`nothing on ${path} moves while the responses arrive one by one`, async ({ page }) => {
        await watchShifts(page);
        const responses = await delayResponses(page);
        await page.goto(path.endsWith('/report') ? `${path}?${lastDays}` : path);
        await expectScreen(page, { heading });
        await responses.end();
        const shifts = await page.evaluate(() => globalThis.layoutShifts ?? []);
        const sum = shifts.reduce((total, { value }) => total + value, 0);
        expect(sum, shifts.flatMap(({ moved }) => moved).join('\n')).toBeLessThanOrEqual(allowed);
      });
    }
  });
}

/** Answers the requests of the API in their order, each some time after the one before it. */
async function delayResponses(page: Page): Promise<{ end: () => Promise<void> }> {
  await removeFirstResponses(page);
  let turn: Promise<unknown> = Promise.resolve();
  await page.route('**/v1/**', (route) => {
    const previous = turn;
    turn = (async () => {
      await previous;
      const response = await route.fetch();
      await route.fulfill({ response });
      await setTimeout(between);
    })();
    return turn;
  });
  /**
   * Until the page is loaded and no response is outstanding, those included that the last one caused. On a busy machine a
   * page can make its last request even later: it is then answered without delay, or waited for.
   */
  const end = async (): Promise<void> => {
    const last = turn;
    await last;
    await expectLoaded(page);
    if (turn !== last) await end();
    else await page.unrouteAll({ behavior: 'wait' });
  };
  return { end };
}

/** Observes the layout shifts of every document that the page loads from now on. */
function watchShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const shifts: Shift[] = [];
    globalThis.layoutShifts = shifts;
    const nameOf = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement;
      const text = element?.textContent?.trim().replaceAll(/\s+/g, ' ').slice(0, 60) ?? '';
      return `${element?.localName ?? 'removed'}.${element?.className ?? ''} "${text}"`;
    };
    const edges = ({ x, y, width, height }: DOMRectReadOnly) =>
      [x, y, width, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        const moved = entry.sources.map(
          ({ node, previousRect, currentRect }) =>
            `${entry.value.toFixed(4)} ${nameOf(node)}: ${edges(previousRect)} → ${edges(currentRect)}`,
        );
        shifts.push({ value: entry.value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Chromium's entry, which TypeScript's library does not describe. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}
