import { isDeepStrictEqual } from 'node:util';
import { type Composition, compositionSchema, type Withdrawn } from '@portal/federation-contract/composition';
import * as v from 'valibot';
import { faultPoint } from '../fault-point.ts';
import type { SigningKey } from '../signing/signing-key.ts';
import type { TeamKey } from '../signing/trust.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { composeFile, copyFile, type Live, liveFile } from './composition-file.ts';
import type { RolloutRule } from './rollout-rules.ts';
import { changedStates, statesOf } from './states.ts';

/** The units of a composition that commands decide on. */
export type UnitSet = Pick<Composition, 'host' | 'previous_host' | 'canary_host' | 'areas' | 'withdrawn'>;

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
  const membersOf = ({ host, previous_host, canary_host, areas, withdrawn }: UnitSet) => [
    host,
    previous_host,
    canary_host,
    areas,
    present(withdrawn),
  ];
  return isDeepStrictEqual(membersOf(a), membersOf(b));
}

/** The withdrawals of a set, undefined when there are none. */
function present(withdrawn: Withdrawn | undefined): Withdrawn | undefined {
  const isEmpty = withdrawn?.areas.length === 0 && Object.keys(withdrawn.versions).length === 0;
  return isEmpty ? undefined : withdrawn;
}

interface WriteRequest extends ChangeRequest {
  /** Without `withdrawn`, the withdrawals of the live composition stay. */
  units: UnitSet;
  /** The composition that the decision is based on. */
  live: Live | undefined;
  /** The tag of the file when it is not `live`: a composition that the key does not verify is replaced. */
  replacedTag?: string | undefined;
  /** The team keys from now on; those of the live composition by default. */
  teamKeys?: readonly TeamKey[];
  /** When releases may go live from now on; the rules of the live composition by default. */
  rollout?: readonly RolloutRule[];
  /** SHA-256 of the report of the trial run, in hex. */
  trialRun?: string | undefined;
  /** The next number is above this one, too. */
  after?: number;
  /** The previous key (SPKI, base64) when this change replaces it. */
  retiredKey?: string;
}

/**
 * Makes the next composition live: signs it and its change, swaps composition.json if it is still `live`, and writes the
 * numbered copy. Throws StoreConflict. If the process is killed, either the old or the new composition is live.
 */
export async function writeComposition(request: WriteRequest): Promise<Composition> {
  const { store, live } = request;
  // The writer of the live composition may have been killed before its copy was written.
  if (live !== undefined) await writeCopy(store, live);
  const { composition, content } = await make(request);
  faultPoint('before-swap');
  await store.swap(liveFile, content, request.replacedTag ?? live?.tag ?? null);
  faultPoint('after-swap');
  await writeCopy(store, { composition, content });
  faultPoint('after-copy');
  store.seen?.record(composition.number);
  return composition;
}

/** A copy is written only of a composition that has been live: it proves that the head must not fall behind it. */
async function writeCopy(
  store: ReleaseStore,
  { composition: { number }, content }: Pick<Live, 'composition' | 'content'>,
): Promise<void> {
  const file = copyFile(number);
  if (!(await store.read(file))?.content.equals(content)) await store.write(file, content);
}

async function make(request: WriteRequest) {
  const { store, key, live, units, command, who, why, retiredKey, trialRun, after = 0 } = request;
  const { host, previous_host, canary_host, areas } = units;
  const number = Math.max(live?.composition.number ?? 0, after, store.seen?.lost() ?? 0) + 1;
  const when = new Date().toISOString();
  const withdrawn = present(units.withdrawn ?? live?.composition.withdrawn);
  const composition = v.parse(compositionSchema, {
    format: 1,
    number,
    created: when,
    host,
    ...(previous_host && { previous_host }),
    ...(canary_host && { canary_host }),
    areas,
    ...(withdrawn && { withdrawn }),
  });
  const content = await composeFile(key, composition, {
    command,
    who,
    when,
    why,
    ...changedStates(statesOf(live?.composition), statesOf(composition)),
    previous_sha256: live?.sha256 ?? null,
    rollout: [...(request.rollout ?? live?.change.rollout ?? [])],
    keys: [...(request.teamKeys ?? live?.change.keys ?? [])],
    ...(trialRun === undefined ? {} : { trial_run: trialRun }),
    ...(retiredKey === undefined ? {} : { retired_key: retiredKey }),
  });
  return { composition, content };
}
