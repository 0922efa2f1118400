import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Composition, compositionSchema, type LiveArea } from '@portal/contract/composition';
import { verifyComposition } from '@portal/contract/signed-composition';
import * as v from 'valibot';
import { type Build, liveHost, liveRelease, readAreaBuild, readHostBuild } from './releases/read-build.ts';
import { createSigningKey, readSigningKey } from './signing/signing-key.ts';

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
 * Puts built releases into the folder that the portal is served from, each under its own version, and makes them the
 * live composition, signed. Releases are immutable: a version that is there already is left alone. Nothing is written
 * when a build is faulty.
 */
export async function stagePortal(request: StageRequest): Promise<StagedPortal> {
  const { target, keyFile, bases = {} } = request;
  const key = await (existsSync(keyFile) ? readSigningKey(keyFile) : createSigningKey(keyFile));
  const previous = await readLive(target, key.publicKey);
  const host = readHostBuild(request.host);
  const areas = request.areas.map((folder) => ({ folder, ...readAreaBuild(folder) }));

  const composition = v.parse(compositionSchema, {
    format: 1,
    number: (previous?.number ?? 0) + 1,
    created: new Date().toISOString(),
    host: liveHost(host.release, placeOf({ place: 'host', build: host, base: bases['host'] })),
    areas: areas.map((build): LiveArea => {
      const { area } = build.release;
      const placed = placeOf({ place: `remotes/${area.id}`, build, base: bases[area.id] });
      return { area, active: liveRelease(build.release, placed), previous: null, canary: null };
    }),
  });
  if (previous !== undefined && isSame(previous, composition))
    return { composition: previous, publicKey: key.publicKey };

  for (const place of ['host', 'remotes']) mkdirSync(path.join(target, place), { recursive: true });
  if (bases['host'] === undefined) copyRelease(request.host, path.join(target, composition.host.base));
  for (const [index, { active }] of composition.areas.entries()) {
    const folder = areas[index]?.folder;
    if (active.manifest !== null && folder !== undefined) copyRelease(folder, path.join(target, active.base));
  }
  // Written aside and renamed: a reader sees the old composition or the new one, never a part.
  const file = path.join(target, 'composition.json');
  writeFileSync(`${file}.new`, `${JSON.stringify(await key.sign(JSON.stringify(composition)))}\n`);
  renameSync(`${file}.new`, file);
  return { composition, publicKey: key.publicKey };
}

function placeOf({
  place,
  build,
  base,
}: {
  place: string;
  build: Build<{ version: string }>;
  base: string | undefined;
}) {
  if (base !== undefined) return { base, commit: null, manifest: null };
  return { base: `/${place}/${build.release.version}/`, commit: null, manifest: build.manifest };
}

function copyRelease(folder: string, destination: string): void {
  if (existsSync(destination)) return;
  const aside = `${destination.replace(/\/$/, '')}.new`;
  mkdirSync(path.dirname(aside), { recursive: true });
  cpSync(folder, aside, { recursive: true });
  renameSync(aside, destination);
}

async function readLive(target: string, publicKey: string): Promise<Composition | undefined> {
  const file = path.join(target, 'composition.json');
  if (!existsSync(file)) return undefined;
  return verifyComposition(JSON.parse(readFileSync(file, 'utf8')), { publicKey }).catch(() => undefined);
}

function isSame(a: Composition, b: Composition): boolean {
  return JSON.stringify([a.host, a.areas]) === JSON.stringify([b.host, b.areas]);
}
