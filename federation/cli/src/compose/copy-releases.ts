import { namedReleases } from '@portal/federation-contract/release-lookup';
import type { UnitSet } from '../composition/write-composition.ts';
import { checkFiles, faultOfFile, isCompressedCopy } from '../gate/check-release.ts';
import { readPublication } from '../releases/publication.ts';
import { NoSuchRelease, readUncheckedRelease } from '../releases/release-json.ts';
import { type ReleaseName, releaseFolder } from '../releases/release-name.ts';
import type { TrustedStore } from '../signing/trust.ts';
import type { ReleaseStore } from '../store/release-store.ts';

/**
 * Copies the files of a set's releases from one store to another: those that are missing there, and those that are not
 * what was published. release.json is copied last, so a release that has it is complete. A publication that no trusted key
 * has signed replaces none. Returns the number of files.
 * Throws NoSuchRelease when a file to copy differs from the published one, unless the other store has the whole release.
 */
export async function copyReleases(from: TrustedStore, to: ReleaseStore, units: UnitSet): Promise<number> {
  let copied = 0;
  for (const { unit, release } of namedReleases(units)) {
    const { version, manifest } = release;
    // A release of a development server is in no store.
    if (manifest === null) continue;
    const named = { unit, version, manifest };
    try {
      copied += await copyRelease(from, to, named);
    } catch (error) {
      // A release that is damaged in the store must not hold up the changes of others where it is whole.
      if (!(error instanceof NoSuchRelease) || !(await isWhole(to, named))) throw error;
    }
  }
  return copied;
}

/** Whether a store has a release with all its files, as they were published. */
async function isWhole(store: ReleaseStore, named: NamedRelease): Promise<boolean> {
  try {
    const { release, manifest } = await readUncheckedRelease(store, named);
    if (manifest !== named.manifest) return false;
    return (await checkFiles(store, named, release.files)).length === 0;
  } catch (error) {
    if (error instanceof NoSuchRelease) return false;
    throw error;
  }
}

const ownFiles = new Set(['publication.json', 'sbom.json']);

interface NamedRelease extends ReleaseName {
  /** Integrity of its release.json. */
  manifest: string;
}

async function copyRelease(from: TrustedStore, to: ReleaseStore, named: NamedRelease): Promise<number> {
  const folder = releaseFolder(named);
  const { release, manifest } = await readUncheckedRelease(from, named);
  const refuse = (message: string) => new NoSuchRelease(`${named.unit}@${named.version}: ${message}`);
  if (manifest !== named.manifest) throw refuse('release.json is not what was deployed');
  const stored = (await from.list(folder)).map(({ path }) => path.slice(folder.length));
  // Anyone who can write to the store can add files: only those that the release lists are copied, and what belongs to them.
  const isOwn = (file: string) => ownFiles.has(file) || isCompressedCopy(file, release.files);
  const files = new Set([...Object.keys(release.files), ...stored.filter(isOwn)]);
  const isSigned = typeof (await readPublication(from, named)) !== 'string';
  let copied = 0;
  for (const file of [...files, 'release.json']) {
    const present = (await to.read(folder + file))?.content;
    if (file === 'publication.json' && present !== undefined && !isSigned) continue;
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
