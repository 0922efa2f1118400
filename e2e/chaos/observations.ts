import type { Locator, Page } from '@playwright/test';
import { proofOf, unavailable } from '@portal/testbed/fixtures/area-proofs';
import { rows } from '@portal/testbed/fixtures/screens';
import type { Part } from './cells.ts';

export type Outcome = 'usable' | 'unavailable' | 'neither';

export interface Proof {
  /** Resolves once the page or sidebar works, with its texts; rejects after `timeout` milliseconds. */
  usable: (timeout: number) => Promise<unknown>;
  /** The message that it is unavailable. */
  message: Locator;
}

/** Milliseconds, longer than every budget. */
const patience = 20_000;

/** How a working file of finances can be seen, and how a failed one. */
export function proofIn(page: Page, part: Part): Proof {
  if (part === 'lazy chunk') {
    const sidebar = page.getByRole('dialog', { name: 'Top up balance' });
    return {
      usable: (timeout) => sidebar.getByRole('textbox').first().waitFor({ timeout }),
      message: unavailable(page, 'Top up balance'),
    };
  }
  const { text, title } = proofOf('finances');
  return {
    usable: (timeout) =>
      Promise.all([
        page.getByRole('heading', { level: 1, name: title }).waitFor({ timeout }),
        page.getByRole('main').getByText(text).waitFor({ timeout }),
        rows(page).first().waitFor({ timeout }),
      ]),
    message: unavailable(page, title),
  };
}

/** The outcome of a visit that began at `started`, and its time in milliseconds. */
export async function firstOutcome(
  { usable, message }: Proof,
  started: number,
): Promise<{ outcome: Outcome; time: number }> {
  const outcome = await Promise.any([
    usable(patience).then(() => 'usable' as const),
    message.waitFor({ timeout: patience }).then(() => 'unavailable' as const),
  ]).catch(() => 'neither' as const);
  return { outcome, time: Date.now() - started };
}

/** What a page has shown at any moment, reloads included. */
interface Watched {
  /** Milliseconds from the start of the first document to the first text. */
  drawnAt: number;
  wentBlank: boolean;
  saidNotFound: boolean;
  saidUnavailable: boolean;
  /** Translation keys that were displayed instead of texts. */
  rawKeys: string[];
}

/** Watches every document of the page from its start. */
export async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = {
      drawnAt: 0,
      wentBlank: false,
      saidNotFound: false,
      saidUnavailable: false,
      rawKeys: [] as string[],
      ...JSON.parse(sessionStorage.getItem('chaos-watch') ?? '{}'),
    };
    let isDrawn = false;
    Object.assign(globalThis, { chaosWatch: seen });
    const look = () => {
      // biome-ignore lint/performance/useDomNodeTextContent: only visible text counts; textContent includes scripts.
      const text = document.body?.innerText.trim() ?? '';
      if (text !== '' && seen.drawnAt === 0) seen.drawnAt = performance.now();
      isDrawn ||= text !== '';
      if (text === '' && isDrawn) seen.wentBlank = true;
      seen.saidNotFound ||= text.includes('There is no such page');
      seen.saidUnavailable ||= text.includes('is temporarily unavailable');
      seen.rawKeys.push(...(text.match(/\b(?:columns|filters|count|states)\.[a-z]\w+/g) ?? []).slice(0, 3));
      // A fallback may reload the page.
      sessionStorage.setItem('chaos-watch', JSON.stringify(seen));
    };
    setInterval(look, 50);
  });
}

/** What the page has shown so far. */
export function watched(page: Page): Promise<Watched> {
  return page.evaluate(() => (globalThis as unknown as { chaosWatch: Watched }).chaosWatch);
}
