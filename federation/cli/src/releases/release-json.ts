import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type AreaRelease,
  areaReleaseSchema,
  type HostRelease,
  hostReleaseSchema,
  type LiveHost,
  type LiveRelease,
} from '@portal/federation-contract/composition';
import { isVersionWithdrawn } from '@portal/federation-contract/release-lookup';
import * as v from 'valibot';
import type { TrustedStore } from '../signing/trust.ts';
import { parseJson, type ReleaseStore } from '../store/release-store.ts';
import { type Publication, readPublication } from './publication.ts';
import { type ReleaseName, releaseFolder, unitFolder } from './release-name.ts';

/** A release is not published, or its release.json cannot be used. */
export class NoSuchRelease extends Error {
  override readonly name = 'NoSuchRelease';
}

export interface Build<T> {
  release: T;
  /** Integrity of release.json. */
  manifest: string;
}

interface StoredRelease<T> extends Build<T> {
  name: ReleaseName;
  publication: Publication;
}
export type StoredArea = StoredRelease<AreaRelease>;
export type StoredHost = StoredRelease<HostRelease>;

/** Reads an area's release.json from the folder of a build. Throws when it is missing or invalid. */
export function readAreaBuild(folder: string): Build<AreaRelease> {
  return readBuild(folder, areaReleaseSchema);
}

/** Reads the host's release.json from the folder of a build. Throws when it is missing or invalid. */
export function readHostBuild(folder: string): Build<HostRelease> {
  return readBuild(folder, hostReleaseSchema);
}

function readBuild<T>(folder: string, schema: v.GenericSchema<unknown, T>): Build<T> {
  const bytes = readFileSync(path.join(folder, 'release.json'));
  return { release: v.parse(schema, JSON.parse(bytes.toString())), manifest: integrityOf(bytes) };
}

/** Subresource integrity of a file's content: SHA-384, base64. */
export function integrityOf(content: Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/** Reads a published release of an area and checks its signature. Throws NoSuchRelease. */
export function readStoredArea(store: TrustedStore, name: ReleaseName): Promise<StoredArea> {
  return readStored(store, name, areaReleaseSchema);
}

/** Reads a published release of the host and checks its signature. Throws NoSuchRelease. */
export function readStoredHost(store: TrustedStore, name: ReleaseName): Promise<StoredHost> {
  return readStored(store, name, hostReleaseSchema);
}

async function readStored<T extends AreaRelease | HostRelease>(
  store: TrustedStore,
  name: ReleaseName,
  schema: v.GenericSchema<unknown, T>,
): Promise<StoredRelease<T>> {
  if (isVersionWithdrawn(store.trust, name.unit, name.version)) throw withdrawn(name);
  const build = await readReleaseJson(store, name, schema);
  const publication = await readPublication(store, name);
  if (typeof publication === 'string') throw untrusted(name, publication);
  if (publication.manifest !== build.manifest)
    throw untrusted(name, 'its release.json is not the one that was published');
  return { name, ...build, publication };
}

function withdrawn({ unit, version }: ReleaseName): NoSuchRelease {
  const text = `${unit}@${version}`;
  return new NoSuchRelease(`${text} is withdrawn ("portal history" says why): "portal reinstate ${text}"`);
}

/** The error of a release whose publication has a fault; it says what repairs it. */
export function untrusted({ unit, version }: ReleaseName, fault: string): NoSuchRelease {
  return new NoSuchRelease(
    `${unit}@${version} cannot be trusted: ${fault}; to repair it, build the same commit and run "portal publish ${unit}"`,
  );
}

/** Reads release.json of an area or of the host without checking who published it. Throws NoSuchRelease. */
export function readUncheckedRelease(
  store: ReleaseStore,
  name: ReleaseName,
): Promise<Build<AreaRelease | HostRelease>> {
  return name.unit === 'host'
    ? readReleaseJson(store, name, hostReleaseSchema)
    : readReleaseJson(store, name, areaReleaseSchema);
}

async function readReleaseJson<T extends AreaRelease | HostRelease>(
  store: ReleaseStore,
  name: ReleaseName,
  schema: v.GenericSchema<unknown, T>,
): Promise<Build<T>> {
  const text = `${name.unit}@${name.version}`;
  const content = (await store.read(`${releaseFolder(name)}release.json`))?.content;
  if (content === undefined)
    throw new NoSuchRelease(`${text} is not published: run "portal publish ${name.unit}"`);
  const release = parseJson(schema, content.toString());
  if (!release.success) {
    const issue = release.issues[0];
    const place = v.getDotPath(issue) ?? 'release.json';
    throw new NoSuchRelease(`${text} does not match this tool's contract: ${place}: ${issue.message}`);
  }
  const { output } = release;
  const unit = 'area' in output ? output.area.id : 'host';
  if (unit !== name.unit || output.version !== name.version)
    throw untrusted(name, `its release.json is that of ${unit}@${output.version}`);
  return { release: output, manifest: integrityOf(content) };
}

/** Whether a release is published: its release.json is the last file that `publish` writes. */
export async function isPublished(store: ReleaseStore, name: ReleaseName): Promise<boolean> {
  return (await store.read(`${releaseFolder(name)}release.json`)) !== undefined;
}

interface Placed {
  /** Path or URL of the release's folder, with a trailing slash. */
  base: string;
  commit: string | null;
  /** Integrity of release.json; null for a development server. */
  manifest: string | null;
}

/** An area's release in the form of a composition. */
export function liveRelease(
  { area: _, needs: __, uses: ___, ...release }: AreaRelease,
  placed: Placed,
): LiveRelease {
  return { ...release, ...placed, files: codeFiles(release.files, placed) };
}

/** The host's release in the form of a composition. */
export function liveHost(
  { provides: _, exports: __, contracts: ___, reads: ____, ...release }: HostRelease,
  placed: Placed,
): LiveHost {
  return { ...release, ...placed, files: codeFiles(release.files, placed) };
}

/** A stored release of an area in the form of a composition. */
export function placedArea(stored: StoredArea): LiveRelease {
  return liveRelease(stored.release, placeOf(stored));
}

/** A stored release of the host in the form of a composition. */
export function placedHost(stored: StoredHost): LiveHost {
  return liveHost(stored.release, placeOf(stored));
}

function placeOf({ name, manifest, publication }: StoredRelease<unknown>): Placed {
  return { base: `/${releaseFolder(name)}`, commit: publication.commit, manifest };
}

// Every page contains the composition, so it lists only code; release.json lists every file. The files of a development
// server change with each edit and have no hashes.
function codeFiles<T>(files: Record<string, T>, { manifest }: Placed): Record<string, T> {
  if (manifest === null) return {};
  return Object.fromEntries(Object.entries(files).filter(([name]) => /\.(?:js|css)$/.test(name)));
}

/** Versions that somebody trusted has published, the newest first. */
export async function publishedVersions(store: TrustedStore, unit: string): Promise<ReleaseName[]> {
  const { published } = await readPublications(store, unit);
  return published.map(({ name }) => name);
}

export interface PublishedRelease {
  name: ReleaseName;
  /** When it was published, by the clock of the machine that did it. */
  published: string;
}

interface Publications {
  /** What somebody trusted has published, the newest first. */
  published: PublishedRelease[];
  /** What cannot be trusted, and why. */
  refused: { name: ReleaseName; fault: string }[];
}

/** Reads the publications of a unit that are not withdrawn. */
export async function readPublications(store: TrustedStore, unit: string): Promise<Publications> {
  const stored = await storedVersions(store, unit);
  const usable = stored.filter(({ version }) => !isVersionWithdrawn(store.trust, unit, version));
  const read = await Promise.all(
    usable.map(async (name) => ({ name, publication: await readPublication(store, name) })),
  );
  return {
    published: read
      .flatMap(({ name, publication }) =>
        typeof publication === 'string' ? [] : [{ name, published: publication.published }],
      )
      .sort((a, b) => (a.published < b.published ? 1 : -1)),
    refused: read.flatMap(({ name, publication }) =>
      typeof publication === 'string' ? [{ name, fault: publication }] : [],
    ),
  };
}

/** Versions with a release.json, trusted or not, in no particular order. */
export async function storedVersions(store: ReleaseStore, unit: string): Promise<ReleaseName[]> {
  const files = await store.list(unitFolder(unit));
  return files
    .map(({ path: file }) => /^(?:host|remotes\/[^/]+)\/([^/]+)\/release\.json$/.exec(file)?.[1])
    .flatMap((version) => (version === undefined ? [] : [{ unit, version }]));
}
