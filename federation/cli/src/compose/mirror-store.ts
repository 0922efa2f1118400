import { liveFile, readLive } from '../composition/live.ts';
import { copyFile } from '../composition/write-composition.ts';
import { NoSuchRelease } from '../releases/stored-release.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { copyReleases } from './copy-releases.ts';

export interface Mirrored {
  number: number;
  /** Files that were not there yet. */
  copied: number;
  isChanged: boolean;
}

/**
 * Brings a folder that a BFF serves into step with a store: first every file that the live composition names, checked,
 * and only then the composition. Throws CompositionRefused, or NoSuchRelease when a file is not what was published; what
 * the folder has live then stays as it was.
 */
export async function mirrorStore(
  from: ReleaseStore,
  to: ReleaseStore,
  publicKey: string,
): Promise<Mirrored> {
  const live = await readLive(from, publicKey);
  if (live === undefined) throw new NoSuchRelease(`nothing is live in ${from.place}`);
  const { number } = live.composition;
  const present = await to.read(liveFile);
  if (present?.content.equals(live.content)) return { number, copied: 0, isChanged: false };
  return to.exclusively(async () => {
    const copied = await copyReleases(from, to, live.composition);
    await to.write(copyFile(number), live.content);
    await to.swap(liveFile, live.content, (await to.read(liveFile))?.tag ?? null);
    return { number, copied, isChanged: true };
  });
}
