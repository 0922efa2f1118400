import type { Composition } from '@portal/federation-contract/composition';
import { readHistory } from '../composition/history.ts';
import { type Live, readLive } from '../composition/live.ts';
import { writeComposition } from '../composition/write-composition.ts';
import { faultPoint } from '../fault-point.ts';
import { type ReleaseName, releaseFolder } from '../releases/release-name.ts';
import { publishedVersions } from '../releases/stored-release.ts';
import type { SigningKey } from '../signing/signing-key.ts';
import { type ReleaseStore, StoreConflict } from '../store/release-store.ts';

interface GarbageRequest {
  store: ReleaseStore;
  key: SigningKey;
  command: string;
  who: string;
  why: string;
  /** How many compositions, and how many published releases of each area, are kept. */
  keep: number;
  /** What was live in so many days is kept: pages that are open still fetch from it. */
  days: number;
  isDryRun?: boolean;
}

export interface Garbage {
  removed: ReleaseName[];
  /** Folders of publications that were never finished. */
  leftovers: string[];
  kept: number;
}

const dayMs = 24 * 60 * 60 * 1000;
/** A publication that is still under way must not be taken for one that has been cut off. Milliseconds. */
const leftoverAge = dayMs;

/**
 * Removes releases that nothing names: no composition of the last so many, or of the last days, with its previous
 * releases and canaries, and that are not among the last so many published ones of their area. The change is recorded as a composition. A
 * release's release.json goes first; somebody who deploys it meanwhile is refused, or gets it back.
 */
export async function collectGarbage(request: GarbageRequest): Promise<Garbage> {
  const { store, key } = request;
  return store.exclusively(async () => {
    const live = await readLive(store, key.publicKey);
    if (live === undefined) return { removed: [], leftovers: [], kept: 0 };
    const found = await findGarbage(request, live);
    if (request.isDryRun !== true) await remove(request, live, found);
    return found;
  });
}

async function findGarbage(request: GarbageRequest, live: Live): Promise<Garbage> {
  const { store, keep } = request;
  const named = await namedFolders(request, live);
  const files = [...(await store.list('host/')), ...(await store.list('remotes/'))];
  const folders = Map.groupBy(files, ({ path }) => /^(?:host|remotes\/[^/]+)\/[^/]+\//.exec(path)?.[0] ?? '');
  const units = [...new Set([...folders.keys()].flatMap((folder) => unitOf(folder) ?? []))];
  const versions = await Promise.all(units.map((unit) => publishedVersions(store, unit)));
  const removed = versions.flatMap((names) =>
    names.slice(keep).filter((name) => !named.has(releaseFolder(name))),
  );
  const leftovers = [...folders].flatMap(([folder, content]) => {
    const isRelease = content.some(({ path }) => path === `${folder}release.json`);
    const isOld = content.every(({ modified }) => Date.now() - modified.getTime() > leftoverAge);
    return folder !== '' && !isRelease && isOld && !named.has(folder) ? [folder] : [];
  });
  return { removed, leftovers, kept: versions.flat().length - removed.length };
}

/** Folders that one of the last compositions names, or one that was live not long ago. */
async function namedFolders({ store, key, keep, days }: GarbageRequest, live: Live): Promise<Set<string>> {
  const since = Date.now() - days * dayMs;
  const named = new Set<string>();
  let count = 0;
  /** When the composition ceased to be live. */
  let until = Date.now();
  for await (const { composition } of readHistory(store, live, key.publicKey)) {
    if (count >= Math.max(1, keep) && until <= since) break;
    for (const folder of foldersOf(composition)) named.add(folder);
    count += 1;
    until = Date.parse(composition.created);
  }
  return named;
}

/** Folders of all releases that a composition names. */
function foldersOf({ host, areas }: Composition): string[] {
  const releases = areas.flatMap(({ active, previous, canary }) => [
    active,
    previous,
    canary?.release ?? null,
  ]);
  return [host, ...releases].flatMap((release) =>
    release === null ? [] : [release.base.replace(/^\//, '')],
  );
}

function unitOf(folder: string): string | undefined {
  return folder.startsWith('host/') ? 'host' : /^remotes\/([^/]+)\//.exec(folder)?.[1];
}

async function remove(request: GarbageRequest, live: Live, { removed, leftovers }: Garbage): Promise<void> {
  const { store } = request;
  const folders = removed.map(releaseFolder);
  if (folders.length > 0) await withdraw(request, live, folders);
  for (const folder of [...folders, ...leftovers]) {
    for (const { path } of await store.list(folder)) {
      await store.remove(path);
      faultPoint('gc-file-removed');
    }
  }
}

/** After this nobody can deploy the releases: they are none any more, and what was read before is out of date. */
async function withdraw(request: GarbageRequest, live: Live, folders: string[]): Promise<void> {
  const { store } = request;
  const manifests = await Promise.all(
    folders.map(
      async (folder) =>
        [`${folder}release.json`, (await store.read(`${folder}release.json`))?.content] as const,
    ),
  );
  for (const [file] of manifests) {
    await store.remove(file);
    faultPoint('gc-manifest-removed');
  }
  try {
    await writeComposition({
      ...request,
      live,
      units: { host: live.composition.host, areas: live.composition.areas },
    });
  } catch (error) {
    if (error instanceof StoreConflict)
      for (const [file, content] of manifests) if (content !== undefined) await store.write(file, content);
    throw error;
  }
  faultPoint('gc-swapped');
}
