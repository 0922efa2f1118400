import { findPage } from '@portal/federation-contract/release-lookup';
import { pageComposition } from '../composition/page-releases.ts';
import { areaLoad, localeUrl } from '../loading/area-load.ts';
import { forLinksInIdleTime } from './idle-links.ts';
import { watchLinkIntent } from './link-intent.ts';

/** Milliseconds. A request for the same address waits for this one. */
const requestLimit = 4_000;

/**
 * Fetches the files of an area's page when a link to it is about to be followed: hovered, focused or touched. Nothing is
 * run, and nothing is fetched for visitors who save data. Returns the function that ends it.
 */
export function preloadOnIntent(): () => void {
  const fetched = new Set<string>();
  return watchLinkIntent((link) => void preload(link, fetched));
}

/**
 * Fetches the files of all pages in the navigation in idle time, one page after the other; not over a slow connection, which is needed
 * for what the visitor asks for.
 */
export async function preloadInIdleTime(): Promise<void> {
  if (/2g$/.test(String(connectionOf('effectiveType')))) return;
  const fetched = new Set<string>();
  await forLinksInIdleTime((link) => preload(link, fetched));
}

/** Fetches each file once. */
async function preload({ pathname }: HTMLAnchorElement, fetched: Set<string>): Promise<void> {
  if (connectionOf('saveData') === true) return;
  const requests: Promise<unknown>[] = [];
  const request = (address: string, integrity = '') => {
    if (fetched.has(address)) return;
    fetched.add(address);
    requests.push(store(address, integrity));
  };
  for (const { area } of pageComposition().releases) {
    const page = findPage(area, pathname);
    if (page === undefined) continue;
    const { base, entry, files, pages } = areaLoad(area.id).release;
    for (const file of [entry, ...(pages[page.id] ?? [])]) request(base + file, files[file]?.integrity);
    for (const namespace of page.namespaces) request(localeUrl(document.documentElement.lang, namespace));
  }
  await Promise.all(requests);
}

/** Fetches a file into the browser's cache, in the mode in which it is requested later. */
async function store(address: string, integrity: string): Promise<void> {
  const signal = AbortSignal.timeout(requestLimit);
  try {
    await (await fetch(address, { integrity, signal, credentials: 'same-origin', priority: 'low' })).blob();
  } catch {
    // A failure is handled when the page is opened.
  }
}

/** A property of the network connection; undefined in browsers without it. */
function connectionOf(name: 'saveData' | 'effectiveType'): unknown {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return typeof connection === 'object' && connection !== null ? Reflect.get(connection, name) : undefined;
}
