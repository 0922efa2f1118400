import type { Page } from '@playwright/test';

/** What stood on a page at any moment of its life, and of those that took its place. */
export interface Watched {
  /** Milliseconds from the first document's start to the first words. */
  drawnAt: number;
  wentBlank: boolean;
  saidNotFound: boolean;
  saidUnavailable: boolean;
  /** Keys that stood in place of their texts. */
  rawKeys: string[];
}

/** Watches every document that the page opens, from its beginning. */
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
      // biome-ignore lint/performance/useDomNodeTextContent: what a reader sees counts, not the scripts' text.
      const text = document.body?.innerText.trim() ?? '';
      if (text !== '' && seen.drawnAt === 0) seen.drawnAt = performance.now();
      isDrawn ||= text !== '';
      if (text === '' && isDrawn) seen.wentBlank = true;
      seen.saidNotFound ||= text.includes('There is no such page');
      seen.saidUnavailable ||= text.includes('is temporarily unavailable');
      seen.rawKeys.push(...(text.match(/\b(?:columns|filters|count|states)\.[a-z]\w+/g) ?? []).slice(0, 3));
      // A page may be loaded anew to step back.
      sessionStorage.setItem('chaos-watch', JSON.stringify(seen));
    };
    setInterval(look, 50);
  });
}

/** What has been seen on the page. */
export function watched(page: Page): Promise<Watched> {
  return page.evaluate(() => (globalThis as unknown as { chaosWatch: Watched }).chaosWatch);
}
