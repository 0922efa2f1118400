import type { BrowserContext, Page } from '@playwright/test';
import { openSlowly, untilQuiet } from './page-load.ts';
import { watchRequests } from './page-requests.ts';
import { readTimings } from './page-timings.ts';

export interface InteractionFigures {
  /** Milliseconds from the click until the new content is painted. */
  shown: number;
  inp: number;
}

/** How long a pointer rests on a link before the click, in milliseconds: the page behind it is preloaded then. */
const rest = 300;

/** Follows links from one page to the next in one document. Returns the figures by path. */
export async function measureNavigation(
  context: BrowserContext,
  url: string,
  targets: readonly { path: string; ready: string }[],
): Promise<Map<string, InteractionFigures>> {
  return inPortal(context, url, async (page) => {
    const found = new Map<string, InteractionFigures>();
    for (const { path, ready } of targets) {
      const link = page.locator(`nav a[href="${path}"]`).first();
      await link.hover();
      await page.waitForTimeout(rest);
      const shown = untilShown(page, ready);
      await link.click();
      found.set(path, { shown: await shown, inp: (await readTimings(page)).inp });
      await page.waitForTimeout(rest);
    }
    return found;
  });
}

/** Changes the language in the menu, and changes it back. */
export function measureLanguage(context: BrowserContext, url: string): Promise<InteractionFigures> {
  return inPortal(context, url, async (page) => {
    const choose = async (current: string, title: string, language: string) => {
      await page.locator('header button', { hasText: current }).click();
      const item = page.getByRole('menuitemradio', { name: title });
      await item.waitFor();
      const shown = untilShown(page, `html[lang="${language}"] h1`);
      await item.click();
      return shown;
    };
    const shown = await choose('EN', 'Deutsch', 'de');
    const { inp } = await readTimings(page);
    await choose('DE', 'English', 'en');
    return { shown, inp };
  });
}

async function inPortal<T>(
  context: BrowserContext,
  url: string,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const { page, session } = await openSlowly(context);
  try {
    const requests = watchRequests(session, url);
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator('#main h1').first().waitFor();
    await untilQuiet(page, requests.isIdle);
    return await work(page);
  } finally {
    await page.close();
  }
}

/** Milliseconds from the next click until an element with this selector is painted. */
function untilShown(page: Page, ready: string): Promise<number> {
  return page.evaluate(
    (selector) =>
      new Promise<number>((resolve) => {
        let clicked: number | undefined;
        const observer = new MutationObserver(look);
        observer.observe(document, { subtree: true, childList: true, attributes: true });
        addEventListener('click', note, { capture: true });
        function note({ timeStamp }: Event): void {
          clicked ??= timeStamp;
          look();
        }
        function look(): void {
          if (clicked === undefined || document.querySelector(selector) === null) return;
          const start = clicked;
          observer.disconnect();
          removeEventListener('click', note, { capture: true });
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
        }
      }),
    ready,
  );
}
