// Runs in the HTML before any bundle and starts, in parallel, what the page will need. Every page carries it, so it
// imports small functions only.
import { requestedLanguage } from '@portal/contract/language';
import type { PortalConfig } from '@portal/contract/portal-config';
import type { Composition, LiveHost } from '@portal/federation-contract/composition';
import type { FirstRequest } from '@portal/federation-contract/first-requests';
import type { PortalVisit } from '@portal/federation-contract/portal-visit';
import {
  type ChosenRelease,
  chosenHost,
  chosenRelease,
  findPage,
  indexPage,
  isAreaWithdrawn,
  ownsPath,
} from '@portal/federation-contract/release-lookup';
import { requestFirst } from './first-requests.ts';
import { requestKey } from './request-key.ts';
import { readScriptCookie } from './script-cookies.ts';
import {
  abortRequests,
  addFrameSheets,
  awaitFirstResponses,
  dropWithSession,
  preloadArea,
  preloadFiles,
  requestEarly,
  requestTexts,
  responses,
  texts,
} from './start-requests.ts';
import { watchStart } from './watch-start.ts';

/** What this script reads of a composition. */
interface Listed extends Pick<Composition, 'number' | 'areas' | 'withdrawn'> {
  host: ListedHost;
  previous_host?: ListedHost;
  canary_host?: { release: ListedHost };
}
type ListedHost = Pick<LiveHost, 'version' | 'base' | 'files' | 'scripts' | 'styles' | 'frame'>;

const config: PortalConfig = read('portal-config');
const composition = readComposition();
const visit: PortalVisit = read('portal-visit');
const host = chosenHost(composition, visit);
const language = requestedLanguage(location.search, document.cookie) ?? config.default_language;
const api = new URL(config.bff_base_address, location.origin);
const root = document.documentElement;

root.lang = language;
const theme = readScriptCookie('theme');
if (theme !== undefined) root.dataset['theme'] = theme;

const release = findRelease(location.pathname);
const hostPage = ['welcome', 'about', 'developers'].find((name) => location.pathname === `/${name}`);
requestTexts(host.base, language, ['common', 'error', ...(hostPage === undefined ? [] : [hostPage])]);
if (release !== undefined) preloadPage(release);
// The other two pages of the host need no session.
const isOpen = hostPage !== undefined && hostPage !== 'welcome';
if (release?.area.access !== 'anonymous' && location.pathname !== '/' && !isOpen) {
  const isSheet = (file: string) => file.endsWith('.css');
  // They are in the HTML, unless the server cannot read them or shows no frame.
  if (root.dataset['frameSheets'] === 'true') root.dataset['frame'] = '';
  else addFrameSheets(host, host.frame.filter(isSheet));
  preloadFiles(
    host,
    host.frame.filter((file) => !isSheet(file)),
  );
  void dropWithSession();
  if (root.dataset['responses'] === 'true') awaitFirstResponses(api);
  void requestEarly('POST', new URL('v1/accounts/access:verify', api));
  const profile = requestEarly('GET', new URL('v1/accounts/profile', api));
  const servicesUrl = new URL('v1/services/all', api);
  const services = requestEarly('GET', servicesUrl);
  const isTaken = () => !responses.has(requestKey('GET', servicesUrl));
  void requestFirst(readRequests(), api, { profile, services, isTaken });
}
globalThis.portalStart = {
  language,
  responses,
  abortRequests,
  texts,
  ...watchStart({
    host,
    number: composition.number,
    source: host === composition.host ? 'active' : (visit.host ?? 'active'),
    hasFallback:
      host === composition.host ? composition.previous_host !== undefined : visit.host === 'canary',
    isCounted: composition.canary_host !== undefined,
    reportUrl: new URL('portal/reports', api),
  }),
};

// The composition is not verified yet: nothing that is fetched here runs before the host has verified it. The host
// refuses one that cannot be read, and the page may continue with an older one.
function readComposition(): Listed {
  try {
    return JSON.parse(read('portal-composition').payload);
  } catch {
    const none = { version: '0.0.0', base: '/', files: {}, scripts: [], styles: [], frame: [] };
    return { number: 1, host: none, areas: [] };
  }
}

// A server from before this slot leaves it unfilled.
function readRequests(): FirstRequest[] {
  try {
    return read('portal-requests') ?? [];
  } catch {
    return [];
  }
}

function read(id: string) {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null');
}

function findRelease(pathname: string): ChosenRelease | undefined {
  const found = composition.areas.find(({ area }) => ownsPath(area, pathname));
  return found === undefined ||
    visit.without.includes(found.area.id) ||
    isAreaWithdrawn(composition, found.area.id)
    ? undefined
    : chosenRelease(found, visit);
}

function preloadPage({ area, release }: ChosenRelease): void {
  const page = findPage(area, location.pathname) ?? indexPage(area);
  preloadArea(release, [release.entry, ...(release.pages[page?.id ?? ''] ?? [])]);
  for (const namespace of page?.namespaces ?? [])
    requestTexts(area.namespaces.includes(namespace) ? release.base : host.base, language, [namespace]);
}
