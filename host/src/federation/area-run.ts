import type { LiveRelease } from '@portal/federation-contract/composition';
import type { ReleaseSource } from '@portal/federation-contract/release-telemetry';
import type { AreaModule } from '@portal/shared/area';
import { pageRelease } from '../composition/page-releases.ts';

/** An area in this page: the release it is on, and what has become of it. */
export interface AreaRun {
  readonly release: LiveRelease;
  readonly source: ReleaseSource;
  /** How often the browser has been asked for the release's files; later requests go to addresses of their own. */
  attempt: number;
  /** Failures that the page has tried again after by itself. */
  retries: number;
  module?: Promise<AreaModule>;
  /** The step that is being taken after a failure; false when there was none left. */
  recovery?: Promise<boolean>;
}

/** An area's code could not be loaded. */
export class AreaLoadError extends Error {
  override readonly name = 'AreaLoadError';
  readonly area: string;

  constructor(area: string, cause: unknown) {
    super(`The area "${area}" could not be loaded`, { cause });
    this.area = area;
  }
}

const runs = new Map<string, AreaRun>();
const shown = new Set<string>();

/** The area's present run. Throws AreaLoadError for an area that the page goes without. */
export function areaRun(id: string): AreaRun {
  const known = runs.get(id);
  if (known !== undefined) return known;
  const page = pageRelease(id);
  if (page === undefined) throw new AreaLoadError(id, new Error('not in the composition'));
  return begin(id, page);
}

/** Puts the area on its release anew, under fresh addresses, with everything that was loaded of it forgotten. */
export function restartRun(id: string): void {
  const { release, source, attempt } = areaRun(id);
  // A faulty chunk that did arrive waits in the build's chunk list for the next runtime of that name.
  Reflect.deleteProperty(globalThis, `webpackChunk${release.unique_name}`);
  begin(id, { release, source }, attempt + 1);
}

/** Whether there is a release of the area to turn to. */
export function hasFallback(id: string): boolean {
  const fallback = pageRelease(id)?.fallback ?? null;
  return fallback !== null && areaRun(id).release !== fallback;
}

/** Whether the area may turn to it in this page: one version of an area per page, so only before any of it was shown. */
export function canFallBack(id: string): boolean {
  return !shown.has(id) && hasFallback(id);
}

/** Puts the area on its fallback. */
export function fallBack(id: string): void {
  const page = pageRelease(id);
  if (page?.fallback)
    begin(id, { release: page.fallback, source: page.source === 'active' ? 'previous' : 'active' });
}

/** Tells that a part of the area stands on the screen. Returns whether it is the first. */
export function markShown(id: string): boolean {
  const isFirst = !shown.has(id);
  shown.add(id);
  return isFirst;
}

/**
 * What a later attempt adds to the addresses of a release's files; empty for the first. Under the plain address the
 * browser keeps a response that was faulty: in its cache, or with the document, which has preloaded it.
 */
export function attemptQuery({ attempt }: Pick<AreaRun, 'attempt'>): string {
  return attempt === 0 ? '' : `?attempt=${attempt}`;
}

function begin(id: string, { release, source }: Pick<AreaRun, 'release' | 'source'>, attempt = 0): AreaRun {
  const run: AreaRun = { release, source, attempt, retries: 0 };
  runs.set(id, run);
  return run;
}

declare global {
  /** What a remote's runtime adds to the addresses of its chunks and sheets (federation/build/src/webpack/retried-chunks-plugin.ts). */
  var portalAttempt: ((uniqueName: string) => string) | undefined;
}

globalThis.portalAttempt = (uniqueName) => {
  const run = [...runs.values()].find(({ release }) => release.unique_name === uniqueName);
  return run === undefined ? '' : attemptQuery(run);
};
