import type { Language } from '@portal/contract/language';
import { pagePath } from '@portal/federation-contract/area';
import type { LiveHost, LiveRelease } from '@portal/federation-contract/composition';
import type { VisitedRelease } from './page-visit.ts';
import type { ReadReleased } from './released-files.ts';

interface DrawnAhead {
  /** An authorization screen inside its frame; undefined for every page that has none, or shows more than its plain form. */
  screen: string | undefined;
  /** What a page shows whose code does not come. */
  failure: string | undefined;
}

interface ScreenRequest {
  host: LiveHost;
  releases: readonly VisitedRelease[];
  /** Path and query, as asked for. */
  url: string;
  language: Language;
}

/**
 * Finds the HTML that host and area have drawn ahead, with the host's slots still open. An area's screen is left out beside
 * a host of other shared packages.
 */
export function prerenderedScreens(
  readReleased: ReadReleased,
  onFault: (error: unknown) => void,
): (request: ScreenRequest) => Promise<DrawnAhead> {
  // A page does without what cannot be read; on a development server nothing is drawn ahead.
  const read = async (release: LiveHost | LiveRelease, name: string) =>
    release.manifest === null
      ? undefined
      : readReleased(release, `prerendered/${name}`).catch((error) => {
          onFault(error);
          return undefined;
        });
  async function findScreen({ host, releases, url, language }: ScreenRequest): Promise<string | undefined> {
    const { pathname, searchParams } = new URL(url, 'http://portal.invalid');
    if ([...searchParams.keys()].some((name) => name !== 'language')) return undefined;
    for (const { area, release } of releases) {
      const page = area.pages.find((one) => pagePath(area, one) === pathname);
      if (page === undefined || area.access !== 'anonymous' || release.shared !== host.shared) continue;
      const [frame, screen] = await Promise.all([
        read(host, `frame.${language}.html`),
        read(release, `${page.id}.${language}.html`),
      ]);
      return screen === undefined
        ? undefined
        : frame?.replace('{{screen}}', () => `<div id="drawn-screen">${screen}</div>`);
    }
    return undefined;
  }
  return async (request) => ({
    screen: await findScreen(request),
    failure: await read(request.host, `failure.${request.language}.html`),
  });
}
