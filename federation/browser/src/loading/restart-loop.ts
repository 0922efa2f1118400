const storageKey = 'portal.page-starts';
/** Milliseconds: a page that lives longer than this is not part of a loop. */
const loopTime = 6_000;
/** Pages that may follow each other within that time. */
const startLimit = 8;

interface Starts {
  version: string;
  path: string;
  count: number;
  /** Time of the latest start. */
  at: number;
  /** Code has left the page, not the customer. Always true in a browser that does not distinguish them. */
  isLeftByCode: boolean;
}

/** The code of a release reloads or leaves its page each time it runs. */
export class RestartLoopError extends Error {
  override readonly name = 'RestartLoopError';
}

let counted = '';

/**
 * Counts that this page is about to run the code of a release, once for a page. Throws RestartLoopError when too many pages with
 * this address have done so in this tab in quick succession, each left by code: a customer may reload as often as they like.
 * `version`: the release with its area, `finances 0.1.0-ab12cd34`.
 */
export function countStart(version: string): void {
  if (counted === version) return;
  const last = readStarts();
  const path = location.pathname;
  const isNext =
    last?.version === version && last.path === path && last.isLeftByCode && Date.now() - last.at < loopTime;
  const count = isNext ? last.count + 1 : 1;
  if (count > startLimit) {
    // A retry by the customer begins to count again.
    save(undefined);
    throw new RestartLoopError(`${version} has started ${startLimit} pages within seconds`);
  }
  counted = version;
  const at = Date.now();
  const starts = { version, path, count, at, isLeftByCode: !('navigation' in globalThis) };
  save(starts);
  // The browser's own buttons and its address bar send no event.
  globalThis.navigation?.addEventListener('navigate', ({ userInitiated, destination }) => {
    if (!userInitiated && !destination.sameDocument) save({ ...starts, isLeftByCode: true });
  });
  setTimeout(() => {
    if (readStarts()?.at === at) save(undefined);
  }, loopTime);
}

function readStarts(): Starts | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') ?? undefined;
  } catch {
    // The browser forbids storage.
    return undefined;
  }
}

function save(starts: Starts | undefined): void {
  try {
    if (starts === undefined) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(starts));
  } catch {
    // Without storage there is no protection.
  }
}
