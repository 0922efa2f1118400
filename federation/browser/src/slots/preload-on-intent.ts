import { findPage } from '@portal/federation-contract/release-lookup';
import { pageComposition } from '../composition/page-releases.ts';
import { areaLoad, localeUrl } from '../loading/area-load.ts';

/** Milliseconds that a pointer must rest on a link: most links that it crosses are not followed. */
const restTime = 80;
/** Milliseconds. A request for the same address waits for this one. */
const requestLimit = 4_000;

/**
 * Fetches the files of an area's page when a link to it is about to be followed: hovered, focused or touched. Nothing is
 * run, and nothing is fetched for visitors who save data. Returns the function that ends it.
 */
export function preloadOnIntent(): () => void {
  const fetched = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const events = ['pointerover', 'focusin', 'touchstart'];
  for (const event of events) document.addEventListener(event, look, { passive: true });
  return () => {
    clearTimeout(timer);
    for (const event of events) document.removeEventListener(event, look);
  };

  function look({ type, target }: Event): void {
    clearTimeout(timer);
    if (type === 'pointerover') timer = setTimeout(() => preload(target, fetched), restTime);
    else preload(target, fetched);
  }
}

function preload(target: EventTarget | null, fetched: Set<string>): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link === null || link.origin !== location.origin || fetched.has(link.pathname) || savesData()) return;
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
