import type { LiveRelease } from '@portal/federation-contract/composition';
import {
  type FirstRequest,
  type FirstRequests,
  firstRequestsFile,
  firstRequestsSchema,
} from '@portal/federation-contract/first-requests';
import { type ChosenRelease, findPage, indexPage } from '@portal/federation-contract/release-lookup';
import * as v from 'valibot';
import type { ReadReleased } from './released-files.ts';

interface PageRequest {
  releases: readonly ChosenRelease[];
  path: string;
  /** The host's page that shows the areas' plates. */
  platesPage: string | undefined;
}

/**
 * Finds the requests of the API that a page sends first: those of the area's page, or those of every plate. An area without
 * first-requests.json, or with one that cannot be read, has none.
 */
export function firstRequestsOfPages(
  readReleased: ReadReleased,
  onFault: (error: unknown) => void,
): (request: PageRequest) => Promise<readonly FirstRequest[]> {
  const parsed = new Map<string, FirstRequests>();
  const read = async (area: string, release: LiveRelease): Promise<FirstRequests> => {
    try {
      const text = (await readReleased(release, firstRequestsFile(area))) ?? '{}';
      const known = parsed.get(text) ?? v.parse(firstRequestsSchema, JSON.parse(text));
      if (parsed.size >= storedTexts) parsed.clear();
      parsed.set(text, known);
      return known;
    } catch (error) {
      // A development server may have no such file.
      if (release.manifest !== null) onFault(error);
      return { pages: {}, plates: {} };
    }
  };
  return async ({ releases, path, platesPage }) => {
    const guarded = releases.filter(({ area }) => area.access === 'session');
    if (path === platesPage) {
      const all = guarded.map(async ({ area, release }) => {
        const { plates } = await read(area.id, release);
        return area.plates.flatMap(({ id }) => plates[id] ?? []);
      });
      return (await Promise.all(all)).flat();
    }
    for (const { area, release } of guarded) {
      const page = findPage(area, path) ?? (area.base_path === path ? indexPage(area) : undefined);
      if (page !== undefined) return (await read(area.id, release)).pages[page.id] ?? [];
    }
    return [];
  };
}

/** Texts that are stored parsed: a few releases of each area. */
const storedTexts = 64;
