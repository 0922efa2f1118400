import type { Composition, LiveArea, LiveHost, LiveRelease } from '@portal/federation-contract/composition';
import { isVersionWithdrawn } from '@portal/federation-contract/release-lookup';
import { CompositionRefused } from '@portal/federation-contract/signed-composition';
import { type Live, liveFile, newestCopy, readLive, trusted } from './composition/composition-file.ts';
import { isSameSet, type UnitSet, writeComposition } from './composition/write-composition.ts';
import { heldBuild } from './operations/held-builds.ts';
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
import { readOrCreateSigningKey, type SigningKey } from './signing/signing-key.ts';
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
  /** A sentence for each build that is not live because of a command, such as a rollback. */
  held: string[];
}

/**
 * Publishes builds into the folder that the portal is served from and makes them live, without the gate and without a
 * reason: for local use. A version that is already published stays as it is, and what is live stays when it is frozen, or when the
 * build was rolled back or withdrawn. Nothing becomes live when a build is faulty.
 */
export async function stagePortal(request: StageRequest): Promise<StagedPortal> {
  const { target, keyFile } = request;
  const key = await readOrCreateSigningKey(keyFile);
  const store = directoryStore(target);
  const held: string[] = [];
  const composition = await store.exclusively(async () => {
    const live = await readTrusted(store, key);
    const stage = { store: { ...trusted(store, live, key.publicKey), key }, live, held };
    const units = await stagedUnits(stage, request);
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
  return { composition, publicKey: key.publicKey, held };
}

interface Stage {
  store: StageStore;
  live: Live | undefined;
  /** Gets a sentence for each build that does not go live. */
  held: string[];
}

async function stagedUnits(
  stage: Stage,
  { host: hostFolder, areas: folders, bases = {} }: StageRequest,
): Promise<UnitSet> {
  const hosts = await stagedHosts(stage, hostFolder, bases['host']);
  const areas: LiveArea[] = [];
  for (const folder of folders) {
    const area = await stagedArea(stage, folder, { bases, host: hosts.host });
    if (area !== undefined) areas.push(area);
  }
  return { ...hosts, areas, withdrawn: stage.live?.composition.withdrawn };
}

type Hosts = Pick<UnitSet, 'host' | 'previous_host' | 'canary_host'>;

async function stagedHosts(stage: Stage, folder: string, base: string | undefined): Promise<Hosts> {
  const { release } = readHostBuild(folder);
  if (base !== undefined) return { host: liveHost(release, developed(base)) };
  const name = { unit: 'host', version: release.version };
  const live = stage.live?.composition;
  const isUsable = await publishUsable(stage, folder, { name, active: live?.host.version });
  if (live !== undefined && !isUsable) return hostsOf(live);
  const host = placedHost(await readStoredHost(stage.store, name));
  return live !== undefined && isSameRelease(live.host, host) ? hostsOf(live) : { host };
}

function hostsOf({ host, previous_host: previous, canary_host: canary }: Hosts): Hosts {
  return { host, ...(previous && { previous_host: previous }), ...(canary && { canary_host: canary }) };
}

/** Undefined for an area that is not live, and whose build may not go live. */
async function stagedArea(
  stage: Stage,
  folder: string,
  { bases, host }: { bases: Record<string, string>; host: LiveHost },
): Promise<LiveArea | undefined> {
  const { release } = readAreaBuild(folder);
  const { area, version } = release;
  const base = bases[area.id];
  if (base !== undefined)
    return { area, active: liveRelease(release, developed(base)), previous: null, canary: null };
  const name = { unit: area.id, version };
  const areas = stage.live?.composition.areas ?? [];
  const before = areas.find((one) => one.area.id === area.id);
  if (!(await publishUsable(stage, folder, { name, active: before?.active.version }))) return before;
  const after = liveArea(withActive({ host, areas }, await readStoredArea(stage.store, name)), area.id);
  return before !== undefined && isSameRelease(before.active, after.active) ? before : after;
}

/** A set with the live release also has its canary. */
function isSameRelease(a: LiveHost | LiveRelease, b: LiveHost | LiveRelease): boolean {
  return a.version === b.version && a.manifest === b.manifest;
}

/** Publishes a build, unless its version is withdrawn. Returns whether it may be live. */
async function publishUsable(
  { store, live, held }: Stage,
  folder: string,
  { name, active }: { name: ReleaseName; active: string | undefined },
): Promise<boolean> {
  if (!isVersionWithdrawn(store.trust, name.unit, name.version)) await publishOnce(store, folder, name);
  const reason = live && (await heldBuild(store, live, { name, active }));
  if (reason !== undefined) held.push(reason);
  return reason === undefined;
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
