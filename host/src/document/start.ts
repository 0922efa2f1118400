// Runs in the HTML before any bundle: starts, in parallel, what the current page will need. Types only may be imported.
import type { Composition, LiveArea } from '@portal/contract/composition';
import type { PortalConfig } from '@portal/contract/portal-config';
import type { PortalVisit } from '@portal/contract/portal-visit';

interface PageRelease {
  area: LiveArea['area'];
  release: LiveArea['active'];
}

/** What this script reads of a composition. */
interface Listed extends Pick<Composition, 'number' | 'areas'> {
  host: Pick<Composition['host'], 'version' | 'base' | 'files' | 'scripts' | 'styles' | 'frame'>;
}

const config: PortalConfig = read('portal-config');
const composition = readComposition();
const visit: PortalVisit = read('portal-visit');
const language = findLanguage();
const release = findRelease(location.pathname);
const responses = new Map<string, Promise<Response>>();
const texts = new Map<string, Promise<Response>>();

document.documentElement.lang = language;
const theme = readCookie('theme');
if (theme !== undefined) document.documentElement.dataset['theme'] = theme;

const ownPage = ['welcome', 'about'].find((name) => location.pathname === `/${name}`);
readTexts(composition.host.base, ['common', 'error', ...(ownPage === undefined ? [] : [ownPage])]);
if (release !== undefined) preloadPage(release);
if (release?.area.access !== 'anonymous' && location.pathname !== '/' && ownPage !== 'about') {
  preloadFiles(composition.host, composition.host.frame);
  startCall('POST', 'v1/accounts/access:verify');
  startCall('GET', 'v1/accounts/profile');
  startCall('GET', 'v1/services/all');
}
/** Milliseconds after which a start that has not come to anything counts as failed; it may still succeed. */
const startLimit = 30_000;
const ownFiles = [...composition.host.scripts, ...composition.host.styles].map(
  (file) => new URL(composition.host.base + file, location.href).href,
);
const overtime = setTimeout(showFailure, startLimit);
let isIncomplete = false;

const portalStart: PortalStart = {
  language,
  responses,
  texts,
  fail: () => showFailure(),
  succeed: () => {
    if (!isIncomplete) showFailure(false);
  },
};
globalThis.portalStart = portalStart;
addEventListener('click', keepPress, true);
addEventListener('error', noticeMissing, true);
addEventListener('error', reportOwnFile, true);

// Not verified yet: what is fetched here does not run before the host has done that. One that is no composition at all
// is refused there, and the page may go on with an older one.
function readComposition(): Listed {
  try {
    return JSON.parse(read('portal-composition').payload);
  } catch {
    const host = { version: '0.0.0', base: '/', files: {}, scripts: [], styles: [], frame: [] };
    return { number: 1, host, areas: [] };
  }
}

function read(id: string) {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null');
}

function findLanguage(): string {
  const candidates = [new URLSearchParams(location.search).get('language'), readCookie('language')];
  const known = document.documentElement.dataset['languages']?.split(' ') ?? [];
  const short = candidates.map((candidate) => candidate?.slice(0, 2).toLowerCase());
  return (
    short.find((candidate) => candidate !== undefined && known.includes(candidate)) ?? config.default_language
  );
}

function readCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

function showFailure(isFailed = true): void {
  clearTimeout(overtime);
  const failure = document.getElementById('start-failure');
  if (failure !== null) failure.hidden = !isFailed;
  if (!isFailed) removeEventListener('error', noticeMissing, true);
}

// The portal does not run on a part of its own code, and a sheet that is missing leaves it unreadable.
function noticeMissing({ target }: Event): void {
  const isMissing =
    (target instanceof HTMLScriptElement && ownFiles.includes(target.src)) ||
    (target instanceof HTMLLinkElement && target.rel === 'stylesheet' && ownFiles.includes(target.href));
  if (!isMissing) return;
  isIncomplete = true;
  showFailure();
}

// A file of the portal's own that does not come, or is not what the composition says it is, is told to the server.
function reportOwnFile({ target }: Event): void {
  const isScript = target instanceof HTMLScriptElement;
  const isSheet = target instanceof HTMLLinkElement && target.rel === 'stylesheet';
  const address = isScript ? target.src : isSheet ? target.href : '';
  const { base, version } = composition.host;
  if (!address.startsWith(new URL(base, location.href).href)) return;
  const stage = isSheet ? 'style' : ownFiles.includes(address) ? 'entry' : 'chunk';
  const outcome = { result: 'failed', stage, reference: null };
  const report = { area: 'host', version, source: 'active', composition: composition.number, outcome };
  fetch(new URL('portal/reports', new URL(config.bff_base_address, location.origin)), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'portal' },
    body: JSON.stringify({ reports: [report] }),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => undefined);
}

// A button of the screen that came with the HTML does nothing yet: the press is made good once the portal has taken over.
function keepPress(event: Event): void {
  if (!(event.target instanceof Element)) return;
  if (event.target.closest('#start-failure button') !== null) location.reload();
  const button = event.target.closest('#prerendered button, #drawn-screen button');
  if (button === null) return;
  event.preventDefault();
  portalStart.pressed?.removeAttribute('aria-busy');
  portalStart.pressed = button;
  button.setAttribute('aria-busy', 'true');
}

function pagePath(area: PageRelease['area'], path: string): string {
  return `${area.base_path}/${path}`.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
}

function findRelease(pathname: string): PageRelease | undefined {
  const found = composition.areas.find(
    ({ area }) => findPage(area, pathname) !== undefined || `${pathname}/`.startsWith(`${area.base_path}/`),
  );
  if (found === undefined || visit.without.includes(found.area.id)) return undefined;
  const { area, active, canary } = found;
  return canary !== null && visit.canary.includes(area.id) ? canary : { area, release: active };
}

function findPage(area: PageRelease['area'], pathname: string) {
  const path = pathname.replace(/(.)\/$/, '$1');
  return area.pages.find((page) => pagePath(area, page.path) === path || (page.aliases ?? []).includes(path));
}

function preloadPage({ area, release }: PageRelease): void {
  const page =
    findPage(area, location.pathname) ?? area.pages.find((candidate) => candidate.index) ?? area.pages[0];
  preloadFiles(release, [release.entry, ...(release.pages[page?.id ?? ''] ?? [])]);
  readTexts(release.base, page?.namespaces ?? []);
}

function preloadFiles(
  { base, files }: Pick<PageRelease['release'], 'base' | 'files'>,
  names: readonly string[],
): void {
  for (const file of names)
    preload(base + file, file.endsWith('.css') ? 'style' : 'script', files[file]?.integrity);
}

// Read, not preloaded: a preload that a slow page uses late is complained about in the console.
function readTexts(base: string, namespaces: readonly string[]): void {
  for (const namespace of namespaces) {
    const url = new URL(`${base}locales/${language}/${namespace}.json`, location.href).href;
    keep(texts, url, fetch(url, { credentials: 'same-origin', signal: AbortSignal.timeout(4_000) }));
  }
}

function keep(map: typeof texts, key: string, response: Promise<Response>): void {
  // Whoever takes the response handles its failure; until then it must not count as unhandled.
  response.catch(() => undefined);
  map.set(key, response);
}

function preload(href: string, as: string, integrity = ''): void {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as, integrity, href });
  // As the later request will be made, or the file is fetched twice.
  link.crossOrigin = 'anonymous';
  document.head.append(link);
}

function startCall(method: string, path: string): void {
  const url = new URL(path, new URL(config.bff_base_address, location.origin));
  const headers = {
    accept: 'application/json',
    'x-requested-with': 'portal',
    'content-type': 'application/json',
  };
  const body = method === 'GET' ? null : '{}';
  const response = fetch(url, { method, headers, body, credentials: 'include', cache: 'no-store' });
  keep(responses, `${method} ${url.href}`, response);
}
