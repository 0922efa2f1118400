import { CompositionRefused } from '@portal/federation-contract/signed-composition';
import {
  copyFile,
  type Live,
  liveFile,
  readCompositionFile,
  readLive,
  trusted,
} from '../composition/composition-file.ts';
import { readHistory } from '../composition/history.ts';
import { NoSuchRelease } from '../releases/release-json.ts';
import { refuseRetired, successionFile } from '../signing/succession.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { copyReleases } from './copy-releases.ts';

interface Mirrored {
  number: number;
  /** Number of files that were missing or damaged. */
  copied: number;
  isChanged: boolean;
}

/**
 * Copies the live set of a store to another, usually the folder that a BFF serves: first the files, each checked, then the
 * composition, then the copies of older compositions that are missing there. Damaged files are replaced. Throws
 * CompositionRefused, also for an older composition than the target's, or NoSuchRelease when a file differs from the
 * published one; then the target's live set is unchanged.
 */
export async function mirrorStore(
  from: ReleaseStore,
  to: ReleaseStore,
  publicKey: string,
): Promise<Mirrored> {
  const live = await readLive(from, publicKey);
  if (live === undefined) throw new NoSuchRelease(`nothing is live in ${from.place}`);
  const { number } = live.composition;
  return to.exclusively(async () => {
    const present = await to.read(liveFile);
    const before = present && (await readCompositionFile(present.content, publicKey).catch(() => undefined));
    if (before === undefined) await refuseRetired(to, publicKey, number);
    if (before !== undefined && before.composition.number > number)
      throw new CompositionRefused(
        'number',
        `${to.place} has composition ${before.composition.number}, ${from.place} only ${number}`,
      );
    const isSame = present?.content.equals(live.content) === true;
    if (before?.composition.number === number && !isSame)
      throw new CompositionRefused(
        'number',
        `${to.place} has another composition ${number} than ${from.place}`,
      );
    const copied = await copyReleases(trusted(from, live, publicKey), to, live.composition);
    if (!isSame) await to.swap(liveFile, live.content, (await to.read(liveFile))?.tag ?? null);
    if (before === undefined) await to.remove(successionFile(publicKey));
    // What is in the target need not be fetched, unless it is damaged.
    const nearest = { ...from, read: async (file: string) => (await to.read(file)) ?? from.read(file) };
    if (!(await copyHistory(nearest, to, live, publicKey))) await copyHistory(from, to, live, publicKey);
    return { number, copied, isChanged: !isSame || copied > 0 };
  });
}

/**
 * Copies the compositions that have been live, so that the store can be filled again from its mirror with its history.
 * Returns false where the history is broken: that does not concern customers, and "verify" reports it.
 */
async function copyHistory(
  from: ReleaseStore,
  to: ReleaseStore,
  live: Live,
  publicKey: string,
): Promise<boolean> {
  try {
    for await (const { composition, change, content } of readHistory(from, live, publicKey)) {
      const file = copyFile(composition.number);
      if (!(await to.read(file))?.content.equals(content)) await to.write(file, content);
      if (change.retired_key !== undefined) await copySuccession(from, to, change.retired_key);
    }
    return true;
  } catch (error) {
    if (error instanceof CompositionRefused) return false;
    throw error;
  }
}

/** Copies what a retired key says of its successor, for those who still have that key. */
async function copySuccession(from: ReleaseStore, to: ReleaseStore, retiredKey: string): Promise<void> {
  const file = successionFile(retiredKey);
  const stated = await from.read(file);
  if (stated !== undefined && (await to.read(file)) === undefined) await to.write(file, stated.content);
}

interface MirrorRequest {
  from: ReleaseStore;
  to: ReleaseStore;
  /** SPKI, base64. */
  publicKey: string;
  /** Milliseconds after which everything is read again although nothing has changed, to find damaged files. */
  checkEvery: number;
}

/**
 * The rounds of a mirror that runs continuously. A round reads only composition.json of both stores while neither has
 * changed, and otherwise does what `mirrorStore` does; then it returns undefined. Throws as `mirrorStore` does.
 */
export function mirrorRounds({
  from,
  to,
  publicKey,
  checkEvery,
}: MirrorRequest): () => Promise<Mirrored | undefined> {
  const tagIn = async (store: ReleaseStore) => (await store.read(liveFile))?.tag;
  let settled: { from: string | undefined; to: string | undefined; at: number } | undefined;
  return async () => {
    const at = performance.now();
    // Read before the rest: a change that comes meanwhile is left to the next round.
    const tag = await tagIn(from);
    const isFresh = settled !== undefined && at - settled.at < checkEvery;
    if (isFresh && settled?.from === tag && settled?.to === (await tagIn(to))) return undefined;
    settled = undefined;
    const mirrored = await mirrorStore(from, to, publicKey);
    settled = { from: tag, to: await tagIn(to), at };
    return mirrored;
  };
}
