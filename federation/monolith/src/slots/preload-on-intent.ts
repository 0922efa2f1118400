import { watchLinkIntent } from '@portal/federation-browser/slots/link-intent.ts';
import { findPage } from '@portal/federation-contract/release-lookup';
import { requireTexts } from '@portal/shared/i18n';
import { areas, modules } from '../areas.ts';

/** Imports the page behind a link that is about to be followed. Returns the function that ends it. */
export function preloadOnIntent(): () => void {
  return watchLinkIntent(({ pathname }) => {
    for (const area of areas) {
      const page = findPage(area, pathname);
      if (page === undefined) continue;
      void modules[area.id]?.().then((module) => module.area.pages[page.id]?.());
      void requireTexts(page.namespaces, { again: false });
    }
  });
}
