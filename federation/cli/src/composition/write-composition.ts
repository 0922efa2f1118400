import { isDeepStrictEqual } from 'node:util';
import { type Composition, compositionSchema } from '@portal/federation-contract/composition';
import * as v from 'valibot';
import { faultPoint } from '../fault-point.ts';
import type { SigningKey } from '../signing/signing-key.ts';
import { type ReleaseStore, StoreConflict } from '../store/release-store.ts';
import { composeFile, copyFile, type Live, liveFile } from './composition-file.ts';
import { changedStates, statesOf } from './states.ts';

/** The units of a composition that commands decide on. */
export type UnitSet = Pick<Composition, 'host' | 'areas'>;

export interface ChangeRequest {
  store: ReleaseStore;
  /** Signs the composition and the record of the change. */
  key: SigningKey;
  /** The command line after `portal`. */
  command: string;
  who: string;
  why: string;
}

/** Whether two sets have the same releases. The order of their members' keys does not count. */
export function isSameSet(a: UnitSet, b: UnitSet): boolean {
  return isDeepStrictEqual([a.host, a.areas], [b.host, b.areas]);
}

interface WriteRequest extends ChangeRequest {
  units: UnitSet;
  /** The composition that the decision is based on. */
  live: Live | undefined;
  /** The tag of the file when it is not `live`: a composition that the key does not verify is replaced. */
  replacedTag?: string | undefined;
  /** The previous key (SPKI, base64) when this change replaces it. */
  retiredKey?: string;
}

/** How many numbers may have been taken by writers that did not finish. */
const numbersToTry = 1_000;

/**
 * Makes the next composition live: signs it and its change, writes the numbered copy, and swaps composition.json if it
 * is still `live`. Throws StoreConflict. If the process is killed, either the old or the new composition is live.
 */
export async function writeComposition(request: WriteRequest): Promise<Composition> {
  const { store, live } = request;
  faultPoint('before-copy');
  const { composition, content } = await writeCopy(request);
  faultPoint('after-copy');
  await store.swap(liveFile, content, request.replacedTag ?? live?.tag ?? null);
  faultPoint('after-swap');
  return composition;
}

// A copy's number is never reused: a writer that was killed or refused leaves its copy behind. The chain of hashes shows
// which copies were live.
async function writeCopy(request: WriteRequest): Promise<{ composition: Composition; content: Buffer }> {
  const first = (request.live?.composition.number ?? 0) + 1;
  for (let number = first; number < first + numbersToTry; number += 1) {
    const made = await make(request, number);
    try {
      await request.store.create(copyFile(number), made.content);
      return made;
    } catch (error) {
      if (!(error instanceof StoreConflict)) throw error;
    }
  }
  throw new StoreConflict(`the ${numbersToTry} numbers after ${first} are all taken`);
}

async function make(
  { key, live, units: { host, areas }, command, who, why, retiredKey }: WriteRequest,
  number: number,
) {
  const when = new Date().toISOString();
  const composition = v.parse(compositionSchema, { format: 1, number, created: when, host, areas });
  const content = await composeFile(key, composition, {
    command,
    who,
    when,
    why,
    ...changedStates(statesOf(live?.composition), statesOf(composition)),
    // A composition from before changes were recorded has no copy: the chain begins after it.
    previous_sha256: live?.change === undefined ? null : live.sha256,
    ...(retiredKey === undefined ? {} : { retired_key: retiredKey }),
  });
  return { composition, content };
}
