import { pagePath } from '@portal/federation-contract/area';
import type { LiveHost, LiveRelease } from '@portal/federation-contract/composition';
import {
  type ChosenRelease,
  findPage,
  indexPage,
  localePath,
} from '@portal/federation-contract/release-lookup';
import * as v from 'valibot';
import { fillNavigation, fillPage } from './account-frame.ts';
import { lastUsed } from './last-used.ts';
import type { Placed, ReadReleased } from './released-files.ts';

/** Prerendered HTML with slots. */
export interface PrerenderedScreens {
  /** A screen in its frame; undefined when the page has none. */
  screen: string | undefined;
  /** The same for pages with the same screen; empty when the page has none. */
  frameKey: string;
  /** Whether the frame is that of the account, which needs the host's frame sheets. */
  isAccount: boolean;
  /** The screen of a page whose code cannot be loaded. */
  failure: string | undefined;
}

interface ScreenRequest {
  host: LiveHost;
  /** The releases whose pages are shown. */
  releases: readonly ChosenRelease[];
  /** The releases whose areas the account's navigation lists. */
  navigated: readonly ChosenRelease[];
  /** Path and query of the request. */
  url: string;
  language: string;
  /** Whether the request has the cookie of a session: the account's frame is not shown to anyone else. */
  hasSession: boolean;
  /** The host's own first page of the account. */
  welcomePath: string | undefined;
}

/** Filled frames that are stored: the pages in each language. */
const storedFrames = 512;

/**
 * Finds the prerendered HTML of host and area, with slots. A screen that an area has rendered is omitted when host and area were
 * built with different shared packages; one that has a query is omitted because the query may change it. The frame of the account
 * and the outlines of its pages are the host's alone; the description in an outline is from the texts of the area.
 */
export function prerenderedScreens(
  readReleased: ReadReleased,
  onFault: (error: unknown) => void,
): (request: ScreenRequest) => Promise<PrerenderedScreens> {
  // Pages work without prerendered screens. A development server has none.
  const readFile = async (release: LiveHost | LiveRelease, file: string) =>
    release.manifest === null
      ? undefined
      : readReleased(release, file).catch((error) => {
          onFault(error);
          return undefined;
        });
  const read = (release: LiveHost | LiveRelease, name: string) =>
    readFile(release, `prerendered/${name}.html`);

  const frames = lastUsed<string>(storedFrames);

  async function findScreen({ host, releases, url, language }: ScreenRequest): Promise<Framed | undefined> {
    const { pathname, searchParams } = new URL(`http://portal.invalid${url}`);
    if ([...searchParams.keys()].some((name) => name !== 'language')) return undefined;
    for (const { area, release } of releases) {
      const page = area.pages.find((one) => pagePath(area, one) === pathname);
      if (page === undefined || area.access !== 'anonymous' || release.shared !== host.shared) continue;
      const [frame, screen] = await Promise.all([
        read(host, `frame.${language}`),
        read(release, `${page.id}.${language}`),
      ]);
      if (frame === undefined || screen === undefined) return undefined;
      const key = frameKey('anonymous', language, pathname, [host, release]);
      return { key, screen: frames(key, () => within(frame, screen)) };
    }
    return undefined;
  }

  async function findAccountScreen(request: ScreenRequest): Promise<Framed | undefined> {
    const { host, language, navigated, welcomePath } = request;
    const page = request.hasSession ? accountPage(request) : undefined;
    if (page === undefined) return undefined;
    const [frame, icons, outline, describedOutline, texts] = await Promise.all([
      read(host, `account.${language}`),
      read(host, 'icons'),
      read(host, page.path === welcomePath ? `welcome.${language}` : 'page'),
      read(host, 'described-page'),
      page.texts && readFile(page.texts.release, localePath(language, page.texts.namespace)),
    ]);
    if (frame === undefined || icons === undefined || outline === undefined) return undefined;
    const create = () => {
      const areas = navigated.map(({ area }) => area);
      const navigation = fillNavigation(frame, { areas, icons, language, path: page.path });
      const title = page.titles?.[language] ?? '';
      const description = descriptionOf(texts);
      const chosen = description === undefined ? outline : (describedOutline ?? outline);
      return within(navigation, fillPage(chosen, { title, description }));
    };
    const releases = [host, ...navigated.map(({ release }) => release)];
    // A page whose description could not be read once is another one than when it can be read again.
    const isDescribed = texts !== undefined && describedOutline !== undefined;
    const kind = isDescribed ? 'described session' : 'session';
    const key = frameKey(kind, language, page.path, releases);
    // A development server's titles change with each edit.
    const isDeveloped = releases.some(({ manifest }) => manifest === null);
    return { key, screen: isDeveloped ? create() : frames(key, create) };
  }

  return async (request) => {
    const [account, failure] = await Promise.all([
      findAccountScreen(request),
      read(request.host, `failure.${request.language}`),
    ]);
    const { screen, key = '' } = account ?? (await findScreen(request)) ?? {};
    return { screen, frameKey: key, isAccount: account !== undefined, failure };
  };
}

interface Framed {
  key: string;
  screen: string;
}

function frameKey(access: string, language: string, path: string, releases: readonly Placed[]): string {
  return [access, language, path, ...releases.map(({ base, manifest }) => `${base} ${manifest}`)].join('\n');
}

function within(frame: string, screen: string): string {
  return frame.replace('{{screen}}', () => `<div id="prerendered-screen">${screen}</div>`);
}

interface AccountPage {
  path: string;
  /** By language; absent when the outline has its own title. */
  titles?: Record<string, string> | undefined;
  texts?: { release: LiveRelease; namespace: string } | undefined;
}

/** The page of the account at an address, which may be an alias or the base path of an area. */
function accountPage({ url, releases, welcomePath }: ScreenRequest): AccountPage | undefined {
  const path = url.replace(/[?#].*$/s, '').replace(/(.)\/$/, '$1');
  if (path === welcomePath) return { path };
  for (const { area, release } of releases) {
    if (area.access !== 'session') continue;
    const page = findPage(area, path) ?? (area.base_path === path ? indexPage(area) : undefined);
    if (page === undefined) continue;
    const [namespace] = page.namespaces;
    const texts = namespace === undefined ? undefined : { release, namespace };
    return { path: pagePath(area, page), titles: area.titles[page.title], texts };
  }
  return undefined;
}

const textsSchema = v.pipe(v.string(), v.parseJson(), v.object({ description: v.string() }));

/** What stands below a page's title: `description` of its first namespace, unless that has values, which only the browser knows. */
function descriptionOf(texts: string | undefined): string | undefined {
  const parsed = v.safeParse(textsSchema, texts);
  return parsed.success && !parsed.output.description.includes('{{') ? parsed.output.description : undefined;
}
