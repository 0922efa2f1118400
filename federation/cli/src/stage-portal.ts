import { existsSync } from 'node:fs';
import type { Composition, LiveArea } from '@portal/federation-contract/composition';
import { CompositionRefused } from '@portal/federation-contract/signed-composition';
import { type Live, liveFile, newestCopy, readLive, trusted } from './composition/composition-file.ts';
import { isSameSet, type UnitSet, writeComposition } from './composition/write-composition.ts';
import { liveArea, withActive } from './operations/live-units.ts';
import { publishRelease } from './releases/publish-release.ts';
import {
  liveHost,
  liveRelease,
  placedHost,
  publishedVersions,
  readAreaBuild,
  readHostBuild,
  readStoredArea,
  readStoredHost,
} from './releases/release-json.ts';
import { type ReleaseName, releaseFolder } from './releases/release-name.ts';
import { createSigningKey, readSigningKey, type SigningKey } from './signing/signing-key.ts';
import type { TrustedStore } from './signing/trust.ts';
import { directoryStore } from './store/directory-store.ts';
import type { ReleaseStore } from './store/release-store.ts';

interface StageRequest {
  /** Absolute folder of the host's build. */
  host: string;
  /** Absolute folders of the areas' builds. */
  areas: string[];
  /** Absolute folder that the portal is served from. */
  target: string;
  /** File of the signing key; the key is created when the file is missing. */
  keyFile: string;
  /** Base URLs, by area id or `host`, of the builds that a development server serves. */
  bases?: Record<string, string>;
}

type StageStore = TrustedStore & { key: SigningKey };

interface StagedPortal {
  composition: Composition;
  /** Value of the BFF's `COMPOSITION_PUBLIC_KEY`. */
  publicKey: string;
}

/**
 * Publishes builds into the folder that the portal is served from and makes them live, without the gate and without a
 * reason: for local use. A version that is already published stays as it is. Nothing becomes live when a build is faulty.
 */
export async function stagePortal(request: StageRequest): Promise<StagedPortal> {
  const { target, keyFile } = request;
  const key = await (existsSync(keyFile) ? readSigningKey(keyFile) : createSigningKey(keyFile));
  const store = directoryStore(target);
  const composition = await store.exclusively(async () => {
    const live = await readTrusted(store, key);
    const target = { ...trusted(store, live, key.publicKey), key };
    const units = await stagedUnits(target, request, live?.composition);
    if (live !== undefined && isSameSet(live.composition, units)) return live.composition;
    return writeComposition({
      store,
      key,
      units,
      live,
      command: 'stage',
      who: 'npm',
      why: 'the builds of this machine',
      replacedTag: (await store.read(liveFile))?.tag,
      after: (await newestCopy(store, key.publicKey, 0))?.composition.number ?? 0,
    });
  });
  return { composition, publicKey: key.publicKey };
}

async function stagedUnits(
  store: StageStore,
  { host: hostFolder, areas: folders, bases = {} }: StageRequest,
  live: Composition | undefined,
): Promise<UnitSet> {
  const host = await stagedHost(store, hostFolder, bases['host']);
  const areas: LiveArea[] = [];
  for (const folder of folders) {
    areas.push(await stagedArea(store, folder, { bases, units: { host, areas: live?.areas ?? [] } }));
  }
  return { host, areas };
}

async function stagedHost(store: StageStore, folder: string, base: string | undefined) {
  const { release } = readHostBuild(folder);
  if (base !== undefined) return liveHost(release, developed(base));
  const name = { unit: 'host', version: release.version };
  await publishOnce(store, folder, name);
  return placedHost(await readStoredHost(store, name));
}

async function stagedArea(
  store: StageStore,
  folder: string,
  { bases, units }: { bases: Record<string, string>; units: UnitSet },
): Promise<LiveArea> {
  const { release } = readAreaBuild(folder);
  const { area, version } = release;
  const base = bases[area.id];
  if (base !== undefined)
    return { area, active: liveRelease(release, developed(base)), previous: null, canary: null };
  const name = { unit: area.id, version };
  await publishOnce(store, folder, name);
  return liveArea(withActive(units, await readStoredArea(store, name)), area.id);
}

/** The stored release counts, which may be an older build of the same version; one that this key has not signed is replaced. */
async function publishOnce(store: StageStore, folder: string, name: ReleaseName): Promise<void> {
  const isTrusted = (await publishedVersions(store, name.unit)).some(
    ({ version }) => version === name.version,
  );
  if (isTrusted) return;
  await store.remove(`${releaseFolder(name)}release.json`);
  const { key } = store;
  await publishRelease(store, { unit: name.unit, folder, by: 'npm', commit: null, sbomOf: null, key });
}

function developed(base: string) {
  return { base, commit: null, manifest: null };
}

/** The live composition; undefined when it was signed with another key, or before compositions were signed. */
async function readTrusted(store: ReleaseStore, key: SigningKey): Promise<Live | undefined> {
  try {
    return await readLive(store, key.publicKey);
  } catch (error) {
    if (error instanceof CompositionRefused) return undefined;
    throw error;
  }
}
