import type { Parts } from '../composition/write-composition.ts';
import { checkFiles } from '../gate/check-files.ts';
import { type ReleaseName, releaseFolder } from '../releases/release-name.ts';
import { NoSuchRelease, readStoredArea, readStoredHost } from '../releases/stored-release.ts';
import type { ReleaseStore } from '../store/release-store.ts';

/**
 * Copies every release that a set names from one store to another, release.json last: one that has it is there whole, and is left
 * alone. Returns the number of files. Throws NoSuchRelease when a file is not what was published.
 */
export async function copyReleases(from: ReleaseStore, to: ReleaseStore, parts: Parts): Promise<number> {
  let copied = 0;
  for (const name of namesOf(parts)) {
    const manifest = `${releaseFolder(name)}release.json`;
    if ((await to.read(manifest)) !== undefined) continue;
    await checkWhole(from, name);
    const files = (await from.list(releaseFolder(name)))
      .map(({ path }) => path)
      .filter((path) => path !== manifest);
    for (const path of [...files, manifest]) {
      const file = await from.read(path);
      if (file !== undefined) await to.write(path, file.content);
      copied += 1;
    }
  }
  return copied;
}

/** What a development server serves stands in no store. */
function namesOf({ host, areas }: Parts): ReleaseName[] {
  const placed = areas.flatMap(({ area, active, previous, canary }) =>
    [active, previous, canary?.release ?? null].map((release) => ({ unit: area.id, release })),
  );
  return [{ unit: 'host', release: host }, ...placed].flatMap(({ unit, release }) =>
    release === null || release.manifest === null ? [] : [{ unit, version: release.version }],
  );
}

async function checkWhole(store: ReleaseStore, name: ReleaseName): Promise<void> {
  const { release } = await (name.unit === 'host' ? readStoredHost : readStoredArea)(store, name);
  const [finding] = (await checkFiles(store, name, release.files)).findings;
  if (finding !== undefined) throw new NoSuchRelease(`${finding.release}: ${finding.message}`);
}
