import type { Area } from '@portal/federation-contract/area';
import { areaReleaseSchema, type LiveRelease } from '@portal/federation-contract/composition';
import * as v from 'valibot';

/** A release that a developer runs instead of an area's live release, or in addition to the live areas. */
export interface PageOverride {
  area: Area;
  release: LiveRelease;
}

type RefusalReason = 'unreachable' | 'malformed';

/** A local server that cannot be used as an override, and the reason. */
export class OverrideRefused extends Error {
  override readonly name = 'OverrideRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, cause: unknown) {
    super(`The override is refused: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** Milliseconds. The page waits for the response before it renders anything. */
const readLimit = 3_000;

/**
 * Reads the release.json of a development server. Its files have no hashes, because they change with each edit. Throws
 * OverrideRefused.
 */
export async function readLocalRelease(origin: string): Promise<PageOverride> {
  const release = v.safeParse(areaReleaseSchema, await readJson(`${origin}release.json`));
  if (!release.success) throw new OverrideRefused('malformed', release.issues[0].message);
  const { area, version, shared, entry, unique_name, pages } = release.output;
  const placed = { base: origin, commit: null, manifest: null, files: {} };
  return { area, release: { version, shared, entry, unique_name, pages, ...placed } };
}

async function readJson(address: string): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(readLimit);
    const response = await fetch(address, { credentials: 'omit', cache: 'no-store', signal });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await response.json();
  } catch (error) {
    throw new OverrideRefused('unreachable', error);
  }
}
