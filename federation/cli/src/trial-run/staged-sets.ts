import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { copyReleases } from '../compose/copy-releases.ts';
import { type UnitSet, writeComposition } from '../composition/write-composition.ts';
import { createSigningKey } from '../signing/signing-key.ts';
import type { TrustedStore } from '../signing/trust.ts';
import { directoryStore } from '../store/directory-store.ts';

/** A folder that a portal can be served from. */
export interface StagedSet {
  folder: string;
  /** SPKI, base64: verifies the folder's composition. */
  publicKey: string;
}

/**
 * Writes a set into a folder of its own, signed with a key of its own. The releases are copied to `releases`, which the
 * folders share and which later runs reuse. Throws NoSuchRelease when a file is not what was published.
 */
export async function stageSet(
  from: TrustedStore,
  units: UnitSet,
  { folder, releases }: { folder: string; releases: string },
): Promise<StagedSet> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await copyReleases(from, directoryStore(releases), units);
  for (const name of ['host', 'remotes']) {
    mkdirSync(path.join(releases, name), { recursive: true });
    symlinkSync(path.join(releases, name), path.join(folder, name), 'dir');
  }
  const key = await createSigningKey(path.join(folder, 'key.pem'));
  const record = { command: 'trial run', who: 'portal', why: 'trial run' };
  await writeComposition({ ...record, store: directoryStore(folder), key, units, live: undefined });
  return { folder, publicKey: key.publicKey };
}

/**
 * The set as the pages of a trial run get it: the candidates' canaries for everybody, and nothing to fall back to, because
 * a fallback would hide a failure.
 */
export function withoutFallbacks(units: UnitSet, candidates: readonly string[]): UnitSet {
  const { previous_host: _, canary_host: canaryHost, ...others } = units;
  const host = (candidates.includes('host') ? canaryHost?.release : undefined) ?? units.host;
  const areas = units.areas.map((live) => {
    const tried = candidates.includes(live.area.id) ? live.canary : null;
    const { area, release } = tried ?? { area: live.area, release: live.active };
    return { area, active: release, previous: null, canary: null };
  });
  return { ...others, host, areas };
}

/** Removes the folders of releases that none of the sets names. */
export async function removeOtherReleases(releases: string, sets: readonly UnitSet[]): Promise<void> {
  if (!existsSync(releases)) return;
  const named = new Set(
    sets.flatMap(({ host, areas }) => [host, ...areas.map(({ active }) => active)].map(({ base }) => base)),
  );
  const store = directoryStore(releases);
  for (const { path: file } of [...(await store.list('host/')), ...(await store.list('remotes/'))]) {
    const folder = /^(?:host|remotes\/[^/]+)\/[^/]+\//.exec(file)?.[0];
    if (folder !== undefined && !named.has(`/${folder}`)) await store.remove(file);
  }
}
