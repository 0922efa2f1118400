import { findPage } from '@portal/federation-contract/release-lookup';
import { pageComposition } from '../composition/page-releases.ts';
import { areaLoad, localeUrl } from '../loading/area-load.ts';
import { watchLinkIntent } from './link-intent.ts';

/** Milliseconds. A request for the same address waits for this one. */
const requestLimit = 4_000;

/**
 * Fetches the files of an area's page when a link to it is about to be followed: hovered, focused or touched. Nothing is
 * run, and nothing is fetched for visitors who save data. Returns the function that ends it.
 */
export function preloadOnIntent(): () => void {
  const fetched = new Set<string>();
  return watchLinkIntent((link) => preload(link, fetched));
}

function preload(link: HTMLAnchorElement, fetched: Set<string>): void {
  if (fetched.has(link.pathname) || savesData()) return;
  fetched.add(link.pathname);
  for (const { area } of pageComposition().releases) {
    const page = findPage(area, link.pathname);
    if (page === undefined) continue;
    const { base, entry, files, pages } = areaLoad(area.id).release;
    for (const file of [entry, ...(pages[page.id] ?? [])]) request(base + file, files[file]?.integrity);
    for (const namespace of page.namespaces) request(localeUrl(document.documentElement.lang, namespace));
  }
}

/** Fetches a file into the browser's cache, in the mode in which it is requested later. */
function request(address: string, integrity = ''): void {
  const signal = AbortSignal.timeout(requestLimit);
  // A failure is handled when the page is opened.
  fetch(address, { integrity, signal, credentials: 'same-origin', priority: 'low' }).catch(() => undefined);
}

function savesData(): boolean {
  // Not every browser has it.
  const connection: unknown = Reflect.get(navigator, 'connection');
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  );
}
