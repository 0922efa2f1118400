import type { BrowserContext, Locator, Page } from '@playwright/test';
import { openSlowly, untilQuiet } from './page-load.ts';
import { watchRequests } from './page-requests.ts';
import { readTimings } from './page-timings.ts';

/** How long a pointer rests on a link before the click, in milliseconds: the page behind it is preloaded then. */
const rest = 300;

interface Target {
  path: string;
  ready: string;
}

/**
 * Follows links from one page to the next in one document, twice. Returns by the name of the navigation how many milliseconds after
 * the click the new content is painted.
 */
export async function measureNavigation(
  context: BrowserContext,
  url: string,
  targets: readonly Target[],
): Promise<Map<string, number>> {
  return inPortal(context, url, async (page) => {
    const found = new Map<string, number>();
    for (const time of ['first', 'again'])
      for (const { path, ready } of targets) {
        const link = linkTo(page, path);
        await link.hover();
        await page.waitForTimeout(rest);
        const shown = untilShown(page, ready);
        await link.click();
        found.set(`to ${path}, ${time}`, await shown);
        await page.waitForTimeout(rest);
      }
    return found;
  });
}

/** Changes the language in the menu. Returns how many milliseconds after the click the page has it, and changes it back. */
export function measureLanguage(context: BrowserContext, url: string): Promise<number> {
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
    await choose('DE', 'English', 'en');
    return shown;
  });
}

/** Milliseconds from an interaction until the next paint. */
export interface InteractionFigures {
  interactions: number;
  median: number;
  /** The slowest but two of a hundred. */
  p98: number;
  slowest: number;
}

const atLeast = 200;

/**
 * At least 200 clicks and keys of a customer who works in the lists and the profile: sorts, pages, opens rows, menus and selects, types,
 * and goes from area to area.
 */
export function measureInteractions(context: BrowserContext, url: string): Promise<InteractionFigures> {
  return inPortal(context, url, async (page) => {
    let interactions = 0;
    while (interactions < atLeast) interactions += await workInPortal(page);
    const { interactions: durations } = await readTimings(page);
    // Those of less than 16 ms are not reported.
    const at = (index: number) => durations[index] ?? 16;
    return {
      interactions,
      median: at(Math.floor(interactions / 2)),
      p98: at(Math.floor(interactions / 50)),
      slowest: at(0),
    };
  });
}

/** Returns the number of its clicks and keys. */
async function workInPortal(page: Page): Promise<number> {
  let done = 0;
  const settle = async () => {
    done += 1;
    await page.waitForTimeout(rest);
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
  };
  const click = async (target: Locator) => {
    await target.click();
    await settle();
  };
  const press = async (key: string) => {
    await page.keyboard.press(key);
    await settle();
  };
  const type = async (text: string) => {
    for (const key of text) await press(key);
  };
  const overlay = page.locator('[role=dialog], [role=menu], [role=listbox]').first();
  const openAndClose = async (target: Locator) => {
    await click(target);
    // On a busy machine it opens later than the pause after a click.
    await overlay.waitFor();
    await press('Escape');
    await overlay.waitFor({ state: 'detached' });
  };
  const main = page.getByRole('main');
  const firstRow = main.locator('tbody tr[data-openable] td:last-child button').first();

  await click(linkTo(page, '/voicing/cdr'));
  await click(main.locator('thead button').first());
  await click(main.locator('thead button').first());
  await openAndClose(firstRow);
  await openAndClose(main.getByRole('button', { name: /^Period/ }));
  await main.getByRole('searchbox').first().focus();
  await type('4930');
  for (let key = 0; key < 4; key += 1) await press('Backspace');
  await openAndClose(page.locator('header button', { hasText: 'EN' }));
  await openAndClose(page.getByRole('button', { name: 'Account', exact: true }));
  await click(linkTo(page, '/finances/payments'));
  await openAndClose(firstRow);
  await click(linkTo(page, '/voicing/report'));
  await click(linkTo(page, '/profile'));
  await main.getByRole('textbox').first().focus();
  await type('abcd');
  for (let key = 0; key < 4; key += 1) await press('Backspace');
  await click(linkTo(page, '/welcome'));
  return done;
}

function linkTo(page: Page, path: string): Locator {
  return page.locator(`nav a[href="${path}"]`).first();
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
    // A customer who reads a page moves the pointer, and then the pages of the navigation are fetched in idle time.
    await page.mouse.move(640, 360);
    await page.waitForTimeout(rest);
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
