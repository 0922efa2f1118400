// Runs in the HTML before any bundle: starts, in parallel, what the current page will need. Types only may be imported.
import type { Composition } from '@portal/contract/composition';
import type { PortalConfig } from '@portal/contract/portal-config';

type Release = Composition['areas'][number];

const config: PortalConfig = read('portal-config');
const composition: Composition = read('portal-composition');
const language = findLanguage();
const release = findRelease(location.pathname);
const responses = new Map<string, Promise<Response>>();
const texts = new Map<string, Promise<Response>>();

document.documentElement.lang = language;
const theme = readCookie('theme');
if (theme !== undefined) document.documentElement.dataset['theme'] = theme;

readTexts(composition.host.base, ['common', 'error', ...(isWelcome() ? ['welcome'] : [])]);
if (release !== undefined) preloadPage(release);
if (release?.area.access !== 'anonymous' && location.pathname !== '/') {
  preloadFiles(composition.host, composition.host.frame);
  startCall('POST', 'v1/accounts/access:verify');
  startCall('GET', 'v1/accounts/profile');
  startCall('GET', 'v1/services/all');
}
const portalStart: PortalStart = { language, responses, texts };
globalThis.portalStart = portalStart;
addEventListener('click', keepPress, true);

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

// A button of the screen that came with the HTML does nothing yet: the press is made good once the portal has taken over.
function keepPress(event: Event): void {
  const button =
    event.target instanceof Element
      ? event.target.closest('#prerendered button, #drawn-screen button')
      : null;
  if (button === null) return;
  event.preventDefault();
  portalStart.pressed?.removeAttribute('aria-busy');
  portalStart.pressed = button;
  button.setAttribute('aria-busy', 'true');
}

function isWelcome(): boolean {
  return location.pathname.startsWith('/welcome');
}

function pagePath(area: Release['area'], path: string): string {
  return `${area.base_path}/${path}`.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
}

function findRelease(pathname: string): Release | undefined {
  return composition.areas.find(
    ({ area }) =>
      findPage(area, pathname) !== undefined ||
      (area.base_path !== '/' && pathname.startsWith(area.base_path)),
  );
}

function findPage(area: Release['area'], pathname: string) {
  const path = pathname.replace(/(.)\/$/, '$1');
  return area.pages.find((page) => pagePath(area, page.path) === path || (page.aliases ?? []).includes(path));
}

function preloadPage(release: Release): void {
  const { area, base, entry, pages } = release;
  const page = findPage(area, location.pathname) ?? area.pages.find((candidate) => candidate.index);
  preloadFiles(release, [entry, ...(pages[page?.id ?? ''] ?? [])]);
  readTexts(base, page?.namespaces ?? []);
}

function preloadFiles({ base, files }: Pick<Release, 'base' | 'files'>, names: readonly string[]): void {
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
  // As the later request will be made, or the file is fetched twice: webpack asks for its own origin's files plainly.
  if (new URL(href, location.href).origin !== location.origin) link.crossOrigin = 'anonymous';
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
