import { namedReleases } from '@portal/federation-contract/release-lookup';
import { copyFile, liveFile, readLive } from '../composition/composition-file.ts';
import type { UnitSet } from '../composition/write-composition.ts';
import { faultOfFile } from '../gate/check-release.ts';
import { isPublished, NoSuchRelease, readStoredArea, readStoredHost } from '../releases/release-json.ts';
import { type ReleaseName, releaseFolder } from '../releases/release-name.ts';
import type { ReleaseStore } from '../store/release-store.ts';

/**
 * Copies the releases of a set from one store to another, except those that are already there. release.json is copied
 * last, so a release that has it is complete. Returns the number of files. Throws NoSuchRelease when a file differs from
 * the published one.
 */
export async function copyReleases(from: ReleaseStore, to: ReleaseStore, units: UnitSet): Promise<number> {
  let copied = 0;
  for (const { unit, release } of namedReleases(units)) {
    const { version, manifest } = release;
    // A release of a development server is in no store.
    if (manifest === null) continue;
    const named = { unit, version, manifest };
    if (!(await isPublished(to, named))) copied += await copyRelease(from, to, named);
  }
  return copied;
}

interface NamedRelease extends ReleaseName {
  /** Integrity of its release.json. */
  manifest: string;
}

async function copyRelease(from: ReleaseStore, to: ReleaseStore, named: NamedRelease): Promise<number> {
  const folder = releaseFolder(named);
  const { release, manifest } = await (named.unit === 'host' ? readStoredHost : readStoredArea)(from, named);
  const refuse = (message: string) => new NoSuchRelease(`${named.unit}@${named.version}: ${message}`);
  if (manifest !== named.manifest) throw refuse('release.json is not what was deployed');
  const stored = (await from.list(folder)).map(({ path }) => path.slice(folder.length));
  const files = new Set([...Object.keys(release.files), ...stored]);
  files.delete('release.json');
  for (const file of [...files, 'release.json']) {
    const content = (await from.read(folder + file))?.content;
    const fault = faultOfFile(file, content, release.files);
    if (fault !== undefined) throw refuse(fault);
    if (content !== undefined) await to.write(folder + file, content);
  }
  return files.size + 1;
}

interface Mirrored {
  number: number;
  /** Number of new files. */
  copied: number;
  isChanged: boolean;
}

/**
 * Copies the live set of a store to the folder that a BFF serves: first the files, each checked, then the composition.
 * Throws CompositionRefused, or NoSuchRelease when a file differs from the published one; then the folder's live set is
 * unchanged.
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
