import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pagePath } from '@portal/contract/area';
import type { LiveHost } from '@portal/contract/composition';
import type { Language } from '@portal/contract/language';
import type { VisitedRelease } from './page-visit.ts';

interface ScreenRequest {
  host: LiveHost;
  releases: readonly VisitedRelease[];
  /** Path and query, as asked for. */
  url: string;
  language: Language;
}

/**
 * Finds the HTML that host and area have drawn ahead for an authorization screen: frame and screen, with the host's slots still open.
 * Undefined for every page that has none, that shows more than its plain form, or whose host has other shared packages.
 */
export function prerenderedScreens(
  portalFolder: string,
): (request: ScreenRequest) => Promise<string | undefined> {
  // Releases are immutable: what was read once, or was not there, stays so.
  const files = new Map<string, Promise<string | undefined>>();
  const read = (base: string, name: string) => {
    const file = path.join(portalFolder, base, 'prerendered', name);
    const known = files.get(file) ?? readFile(file, 'utf8').catch(() => undefined);
    files.set(file, known);
    return known;
  };
  return async ({ host, releases, url, language }) => {
    const { pathname, searchParams } = new URL(url, 'http://portal.invalid');
    if ([...searchParams.keys()].some((name) => name !== 'language')) return undefined;
    for (const { area, release } of releases) {
      const page = area.pages.find((one) => pagePath(area, one) === pathname);
      if (page === undefined || area.access !== 'anonymous' || release.shared !== host.shared) continue;
      const [frame, screen] = await Promise.all([
        read(host.base, `frame.${language}.html`),
        read(release.base, `${page.id}.${language}.html`),
      ]);
      return screen === undefined
        ? undefined
        : frame?.replace('{{screen}}', () => `<div id="drawn-screen">${screen}</div>`);
    }
    return undefined;
  };
}
