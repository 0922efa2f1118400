import { forLinksInIdleTime } from '@portal/federation-browser/slots/idle-links.ts';
import { watchLinkIntent } from '@portal/federation-browser/slots/link-intent.ts';
import { findPage } from '@portal/federation-contract/release-lookup';
import { requireTexts } from '@portal/shared/i18n';
import { areas, modules } from '../areas.ts';

/** Imports the page behind a link that is about to be followed. Returns the function that ends it. */
export function preloadOnIntent(): () => void {
  return watchLinkIntent((link) => void preload(link));
}

/** Imports all pages in the navigation in idle time, one after the other. */
export function preloadInIdleTime(): Promise<void> {
  return forLinksInIdleTime(preload);
}

async function preload({ pathname }: HTMLAnchorElement): Promise<void> {
  const loads: unknown[] = [];
  for (const area of areas) {
    const page = findPage(area, pathname);
    if (page === undefined) continue;
    loads.push(modules[area.id]?.().then((module) => module.area.pages[page.id]?.()));
    loads.push(requireTexts(page.namespaces, { again: false }));
  }
  await Promise.all(loads);
}
