import type { UnitSet } from '../composition/write-composition.ts';
import { faultOfFile } from '../gate/check-files.ts';
import { type ReleaseName, releaseFolder } from '../releases/release-name.ts';
import { NoSuchRelease, readStoredArea, readStoredHost } from '../releases/stored-release.ts';
import type { ReleaseStore } from '../store/release-store.ts';

interface NamedRelease extends ReleaseName {
  /** Integrity of its release.json. */
  manifest: string;
}

/**
 * Copies every release that a set names from one store to another, release.json last: one that has it is there whole, and is left
 * alone. Returns the number of files. Throws NoSuchRelease when a file is not what was published.
 */
export async function copyReleases(from: ReleaseStore, to: ReleaseStore, units: UnitSet): Promise<number> {
  let copied = 0;
  for (const release of releasesOf(units)) {
    if ((await to.read(`${releaseFolder(release)}release.json`)) === undefined)
      copied += await copyRelease(from, to, release);
  }
  return copied;
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

/** What a development server serves stands in no store. */
function releasesOf({ host, areas }: UnitSet): NamedRelease[] {
  const placed = areas.flatMap(({ area, active, previous, canary }) =>
    [active, previous, canary?.release ?? null].map((release) => ({ unit: area.id, release })),
  );
  return [{ unit: 'host', release: host }, ...placed].flatMap(({ unit, release }) =>
    release === null || release.manifest === null
      ? []
      : [{ unit, version: release.version, manifest: release.manifest }],
  );
}
