import { pagePath } from '@portal/federation-contract/area';
import type { LiveHost, LiveRelease } from '@portal/federation-contract/composition';
import type { ChosenRelease } from '@portal/federation-contract/release-lookup';
import type { ReadReleased } from './released-files.ts';

interface PrerenderedScreens {
  /** An authorization screen in its frame; undefined when the page has none, or has a query that changes the screen. */
  screen: string | undefined;
  /** The screen of a page whose code cannot be loaded. */
  failure: string | undefined;
}

interface ScreenRequest {
  host: LiveHost;
  releases: readonly ChosenRelease[];
  /** Path and query of the request. */
  url: string;
  language: string;
}

/**
 * Finds the prerendered HTML of host and area, with slots. An area's screen is omitted when host and area were built with
 * different shared packages.
 */
export function prerenderedScreens(
  readReleased: ReadReleased,
  onFault: (error: unknown) => void,
): (request: ScreenRequest) => Promise<PrerenderedScreens> {
  // Pages work without prerendered screens. A development server has none.
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
