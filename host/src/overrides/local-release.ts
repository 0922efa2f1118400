import { areaReleaseSchema } from '@portal/federation-contract/composition';
import * as v from 'valibot';
import type { PageOverride } from './override-releases.ts';

type RefusalReason = 'unreachable' | 'malformed';

/** A local server that cannot be used in place of an area, and why. */
export class OverrideRefused extends Error {
  override readonly name = 'OverrideRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, cause: unknown) {
    super(`The override is refused: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** Milliseconds. A page waits for it before it draws anything. */
const readLimit = 3_000;

/**
 * Reads what a local server serves, from its release.json. Without hashes, as on every development server: its files
 * change with each keystroke. Throws OverrideRefused.
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
