import { namedReleases } from '@portal/federation-contract/release-lookup';
import { CompositionRefused } from '@portal/federation-contract/signed-composition';
import { copyFile, liveFile, readCompositionFile, readLive } from '../composition/composition-file.ts';
import type { UnitSet } from '../composition/write-composition.ts';
import { faultOfFile } from '../gate/check-release.ts';
import { NoSuchRelease, readUncheckedRelease } from '../releases/release-json.ts';
import { type ReleaseName, releaseFolder } from '../releases/release-name.ts';
import type { ReleaseStore } from '../store/release-store.ts';

/**
 * Copies the files of a set's releases from one store to another: those that are missing there, and those that are not
 * what was published. release.json is copied last, so a release that has it is complete. Returns the number of files.
 * Throws NoSuchRelease when a file to copy differs from the published one.
 */
export async function copyReleases(from: ReleaseStore, to: ReleaseStore, units: UnitSet): Promise<number> {
  let copied = 0;
  for (const { unit, release } of namedReleases(units)) {
    const { version, manifest } = release;
    // A release of a development server is in no store.
    if (manifest === null) continue;
    copied += await copyRelease(from, to, { unit, version, manifest });
  }
  return copied;
}

interface NamedRelease extends ReleaseName {
  /** Integrity of its release.json. */
  manifest: string;
}

async function copyRelease(from: ReleaseStore, to: ReleaseStore, named: NamedRelease): Promise<number> {
  const folder = releaseFolder(named);
  const { release, manifest } = await readUncheckedRelease(from, named);
  const refuse = (message: string) => new NoSuchRelease(`${named.unit}@${named.version}: ${message}`);
  if (manifest !== named.manifest) throw refuse('release.json is not what was deployed');
  const stored = (await from.list(folder)).map(({ path }) => path.slice(folder.length));
  const files = new Set([...Object.keys(release.files), ...stored]);
  files.delete('release.json');
  let copied = 0;
  for (const file of [...files, 'release.json']) {
    const present = (await to.read(folder + file))?.content;
    const isListed = !/^(?:release|publication|sbom)\.json$/.test(file);
    if (isListed && present !== undefined && faultOfFile(file, present, release.files) === undefined)
      continue;
    const content = (await from.read(folder + file))?.content;
    const fault = faultOfFile(file, content, release.files);
    if (fault !== undefined) throw refuse(fault);
    if (content === undefined || present?.equals(content)) continue;
    await to.write(folder + file, content);
    copied += 1;
  }
  return copied;
}

interface Mirrored {
  number: number;
  /** Number of new files. */
  copied: number;
  isChanged: boolean;
}

/**
 * Copies the live set of a store to the folder that a BFF serves: first the files, each checked, then the composition.
 * Damaged files are replaced. Throws CompositionRefused, also for an older composition than the folder's, or NoSuchRelease
 * when a file differs from the published one; then the folder's live set is unchanged.
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
    if (before !== undefined && before.composition.number > number)
      throw new CompositionRefused(
        'number',
        `${to.place} has composition ${before.composition.number}, ${from.place} only ${number}`,
      );
    const copied = await copyReleases(from, to, live.composition);
    if (present?.content.equals(live.content)) return { number, copied, isChanged: copied > 0 };
    await to.write(copyFile(number), live.content);
    await to.swap(liveFile, live.content, (await to.read(liveFile))?.tag ?? null);
    return { number, copied, isChanged: true };
  });
}
