import { existsSync } from 'node:fs';
import type { Composition, LiveArea } from '@portal/federation-contract/composition';
import { CompositionRefused } from '@portal/federation-contract/signed-composition';
import { type Live, liveFile, readLive } from './composition/live.ts';
import { isSameSet, type UnitSet, writeComposition } from './composition/write-composition.ts';
import { withActive } from './operations/live-units.ts';
import { publishRelease } from './releases/publish-release.ts';
import { liveHost, liveRelease, readAreaBuild, readHostBuild } from './releases/read-build.ts';
import { type ReleaseName, releaseFolder } from './releases/release-name.ts';
import { placedHost, readStoredArea, readStoredHost, type StoredRelease } from './releases/stored-release.ts';
import { createSigningKey, readSigningKey, type SigningKey } from './signing/signing-key.ts';
import { directoryStore } from './store/directory-store.ts';
import type { ReleaseStore } from './store/release-store.ts';

interface StageRequest {
  /** Absolute folder of the host's build. */
  host: string;
  /** Absolute folders of the areas' builds. */
  areas: string[];
  /** Absolute folder that the portal is served from. */
  target: string;
  /** The signing key's file; a key is made when there is none. */
  keyFile: string;
  /** Base URLs, by area id or `host`, of builds that a development server serves instead. */
  bases?: Record<string, string>;
}

interface StagedPortal {
  composition: Composition;
  /** Value of the BFF's `COMPOSITION_PUBLIC_KEY`. */
  publicKey: string;
}

/**
 * Publishes built releases into the folder that the portal is served from and makes them the live composition: the short
 * way for one's own machine, without gate and without stated reason. A version that is there already is left alone.
 * Nothing becomes live when a build is faulty.
 */
export async function stagePortal(request: StageRequest): Promise<StagedPortal> {
  const { target, keyFile } = request;
  const key = await (existsSync(keyFile) ? readSigningKey(keyFile) : createSigningKey(keyFile));
  const store = directoryStore(target);
  const composition = await store.exclusively(async () => {
    const live = await readTrusted(store, key);
    const units = await stagedParts(store, request, live?.composition);
    if (live !== undefined && isSameSet(live.composition, units)) return live.composition;
    const replacedTag = await tagOf(store);
    return writeComposition({
      store,
      key,
      units,
      live,
      command: 'stage',
      who: 'npm',
      why: 'the builds of this machine',
      ...(replacedTag === undefined ? {} : { replacedTag }),
    });
  });
  return { composition, publicKey: key.publicKey };
}

async function stagedParts(
  store: ReleaseStore,
  request: StageRequest,
  live: Composition | undefined,
): Promise<UnitSet> {
  const { bases = {} } = request;
  const host = await stagedHost(store, request.host, bases['host']);
  const areas: LiveArea[] = [];
  for (const folder of request.areas) {
    areas.push(await stagedArea(store, folder, { bases, units: { host, areas: live?.areas ?? [] } }));
  }
  return { host, areas };
}

async function stagedHost(store: ReleaseStore, folder: string, base: string | undefined) {
  const { release } = readHostBuild(folder);
  if (base !== undefined) return liveHost(release, developed(base));
  return placedHost(
    await published(store, folder, { unit: 'host', version: release.version }, readStoredHost),
  );
}

async function stagedArea(
  store: ReleaseStore,
  folder: string,
  { bases, units }: { bases: Record<string, string>; units: UnitSet },
): Promise<LiveArea> {
  const { release } = readAreaBuild(folder);
  const { area } = release;
  const base = bases[area.id];
  if (base !== undefined)
    return { area, active: liveRelease(release, developed(base)), previous: null, canary: null };
  const name = { unit: area.id, version: release.version };
  const { areas } = withActive(units, await published(store, folder, name, readStoredArea));
  const staged = areas.find((one) => one.area.id === area.id);
  if (staged === undefined) throw new Error(`${area.id} has not been staged`);
  return staged;
}

/** What is stored counts, not what was built: the version may have been there already. */
async function published<T>(
  store: ReleaseStore,
  folder: string,
  name: ReleaseName,
  readStored: (store: ReleaseStore, name: ReleaseName) => Promise<StoredRelease<T>>,
): Promise<StoredRelease<T>> {
  if ((await store.read(`${releaseFolder(name)}release.json`)) === undefined)
    await publishRelease(store, { unit: name.unit, folder, by: 'npm', commit: null, sbomOf: null });
  return readStored(store, name);
}

function developed(base: string) {
  return { base, commit: null, manifest: null };
}

/** A composition of another key, or from before compositions were signed, is no reason not to start. */
async function readTrusted(store: ReleaseStore, key: SigningKey): Promise<Live | undefined> {
  try {
    return await readLive(store, key.publicKey);
  } catch (error) {
    if (error instanceof CompositionRefused) return undefined;
    throw error;
  }
}

async function tagOf(store: ReleaseStore): Promise<string | undefined> {
  return (await store.read(liveFile))?.tag;
}
