import type { LiveRelease } from '@portal/federation-contract/composition';
import { localePath, namespaceOwner } from '@portal/federation-contract/release-lookup';
import type { ReleaseSource } from '@portal/federation-contract/release-telemetry';
import type { AreaModule } from '@portal/shared/area';
import { create } from 'zustand';
import { pageComposition, pageRelease } from '../composition/page-releases.ts';
import { alternateBase } from './released-address.ts';

/** The load state of an area in this page: the release that is used, and the progress of loading it. */
export interface AreaLoad {
  readonly release: LiveRelease;
  readonly source: ReleaseSource;
  /** Whether the files come from the second copy of the releases. */
  readonly isAlternate: boolean;
  /** How often the release's files were requested before; a later request uses another address. */
  attempt: number;
  /** Automatic retries after failures. */
  retries: number;
  module?: Promise<AreaModule>;
  /** The running step of the fallback sequence; resolves to false when no step is left. */
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

const loads = new Map<string, AreaLoad>();
const shown = new Set<string>();
const useGenerations = create<Record<string, number>>(() => ({}));

/** The load state of an area. Throws AreaLoadError for an area without a release in this page. */
export function areaLoad(id: string): AreaLoad {
  const known = loads.get(id);
  if (known !== undefined) return known;
  const page = pageRelease(id);
  if (page === undefined) throw new AreaLoadError(id, new Error('not in the composition'));
  return begin(id, page);
}

/** Counts how often an area was loaded in this page. Each generation has components of its own. */
export function currentGeneration(area: string): number {
  return useGenerations.getState()[area] ?? 0;
}

/** `currentGeneration` as a hook. */
export function useGeneration(area: string): number {
  return useGenerations((generations) => generations[area] ?? 0);
}

/** Loads an area again, under new addresses, for those of its slots that failed; the others continue unchanged. */
export function reloadArea(id: string): void {
  beginAgain(id, { isAlternate: false });
  nextGeneration(id);
}

/**
 * Loads an area again, from the second copy of its release, for the components that are not on the screen yet. Returns
 * false when there is no second copy, or it is in use.
 */
export function loadFromAlternate(id: string): boolean {
  const { release, isAlternate } = areaLoad(id);
  if (isAlternate || alternateBase(release) === undefined) return false;
  beginAgain(id, { isAlternate: true });
  return true;
}

function beginAgain(id: string, { isAlternate }: Pick<AreaLoad, 'isAlternate'>): void {
  const { release, source, attempt } = areaLoad(id);
  // Otherwise the next runtime of the same name would use a faulty chunk.
  Reflect.deleteProperty(globalThis, `webpackChunk${release.unique_name}`);
  begin(id, { release, source, isAlternate }, attempt + 1);
}

/** Whether the area has a fallback release that is not in use yet. */
export function hasFallback(id: string): boolean {
  const fallback = pageRelease(id)?.fallback ?? null;
  return fallback !== null && areaLoad(id).release !== fallback;
}

/** Whether this page may use the fallback: only before the area is shown, because a page runs one version of an area. */
export function canFallBack(id: string): boolean {
  return !shown.has(id) && hasFallback(id);
}

/** Changes the area to its fallback release. */
export function fallBack(id: string): void {
  const page = pageRelease(id);
  if (page?.fallback)
    begin(id, { release: page.fallback, source: page.source === 'active' ? 'previous' : 'active' });
}

/** Changes the area to its fallback release and renders its slots again. */
export function replaceRelease(id: string): void {
  fallBack(id);
  nextGeneration(id);
}

/** Renders an area's failed slots again when the work that took too long is finished after all, unless the area was reloaded. */
export function showWhenLoaded(id: string, load: AreaLoad, work: Promise<unknown>): void {
  work.then(
    () => load === loads.get(id) && nextGeneration(id),
    () => undefined,
  );
}

/** Records that a component of the area is on the screen. Returns whether it is the first. */
export function markShown(id: string): boolean {
  const isFirst = !shown.has(id);
  shown.add(id);
  return isFirst;
}

/**
 * The query that a later attempt adds to the addresses of a release's files; empty for the first. Under the plain
 * address the browser reuses a faulty response: from its cache, or from the document's preload.
 */
export function attemptQuery({ attempt }: Pick<AreaLoad, 'attempt'>): string {
  return attempt === 0 ? '' : `?attempt=${attempt}`;
}

function begin(
  id: string,
  { release, source, isAlternate = false }: Pick<AreaLoad, 'release' | 'source'> & { isAlternate?: boolean },
  attempt = 0,
): AreaLoad {
  const load: AreaLoad = { release, source, isAlternate, attempt, retries: 0 };
  loads.set(id, load);
  return load;
}

function nextGeneration(id: string): void {
  useGenerations.setState({ [id]: currentGeneration(id) + 1 });
}

declare global {
  /** The query that a remote's runtime adds to the addresses of its chunks and sheets (federation/build, runtime-plugins). */
  var portalAttempt: ((uniqueName: string) => string) | undefined;
}

globalThis.portalAttempt = (uniqueName) => {
  const load = [...loads.values()].find(({ release }) => release.unique_name === uniqueName);
  return load === undefined ? '' : attemptQuery(load);
};

/** The address of a namespace: in the release of its area, otherwise in the host's. */
export function localeUrl(language: string, namespace: string): string {
  const { host, releases } = pageComposition();
  const owner = namespaceOwner(releases, namespace);
  const path = localePath(language, namespace);
  if (owner === undefined) return host.base + path;
  return fileAddress(areaLoad(owner.area.id), path);
}

/** Whether a namespace belongs to an area. */
export function isOfArea(namespace: string): boolean {
  return namespaceOwner(pageComposition().releases, namespace) !== undefined;
}

/** The address of a file of an area's release at which the area is loaded now. */
export function fileAddress(load: AreaLoad, path: string): string {
  const { release, isAlternate } = load;
  return ((isAlternate ? alternateBase(release) : undefined) ?? release.base) + path + attemptQuery(load);
}
