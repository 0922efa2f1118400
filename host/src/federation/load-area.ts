import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { AreaModule } from '@portal/shared/area';
import { readMissingTexts } from '@portal/shared/i18n';
import { type PageRelease, pageRelease } from '../composition/page-releases.ts';
import { withinLimit } from './within-limit.ts';

/** How long an area's entry and its `./area` module may take, in milliseconds. */
const timeBudget = 6_000;

/** An area's code could not be loaded. */
export class AreaLoadError extends Error {
  override readonly name = 'AreaLoadError';
  readonly area: string;

  constructor(area: string, cause: unknown) {
    super(`The area "${area}" could not be loaded`, { cause });
    this.area = area;
  }
}

const loads = new Map<string, Promise<AreaModule>>();
const attempts = new Map<string, number>();

/** The code face of an area; loaded once, and again after a failure. Rejects with AreaLoadError. */
export function loadArea(id: string): Promise<AreaModule> {
  const known = loads.get(id);
  if (known !== undefined) return known;
  const load = withinLimit(requestArea(findRelease(id)), timeBudget).catch((cause: unknown) => {
    throw new AreaLoadError(id, cause);
  });
  loads.set(id, load);
  return load;
}

/** Forgets everything that has been loaded of an area, so that the next `loadArea` fetches it anew. */
export function forgetArea(id: string): void {
  const { release } = findRelease(id);
  loads.delete(id);
  attempts.set(id, (attempts.get(id) ?? 0) + 1);
  // A faulty chunk that did arrive waits in the build's chunk list for the next runtime of that name.
  Reflect.deleteProperty(globalThis, `webpackChunk${release.unique_name}`);
}

/**
 * What a later attempt adds to the addresses of an area's files; empty for the first. Under the plain address the
 * browser keeps a response that was faulty: in its cache, or with the document, which has preloaded it.
 */
export function attemptQuery(id: string): string {
  const attempt = attempts.get(id);
  return attempt === undefined ? '' : `?attempt=${attempt}`;
}

function findRelease(id: string): PageRelease {
  const release = pageRelease(id);
  if (release === undefined) throw new AreaLoadError(id, new Error('not in the composition'));
  return release;
}

async function requestArea({ area, release }: PageRelease): Promise<AreaModule> {
  const query = attemptQuery(area.id);
  const entry = new URL(release.base + release.entry + query, location.origin);
  registerRemotes([{ name: release.unique_name, entry: entry.href, type: 'global' }], {
    force: query !== '',
  });
  // What kept the code from coming may have kept the texts, too.
  const texts = query === '' ? undefined : readMissingTexts(area.namespaces);
  const module = await loadRemote<{ area: AreaModule }>(`${release.unique_name}/area`);
  await texts;
  if (module === null) throw new Error('the entry has no "./area"');
  return module.area;
}
