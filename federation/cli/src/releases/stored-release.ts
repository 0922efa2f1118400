import {
  type AreaRelease,
  areaReleaseSchema,
  type HostRelease,
  hostReleaseSchema,
  type LiveHost,
  type LiveRelease,
} from '@portal/federation-contract/composition';
import * as v from 'valibot';
import type { ReleaseStore } from '../store/release-store.ts';
import { type Publication, publicationSchema } from './publication.ts';
import { integrityOf, liveHost, liveRelease } from './read-build.ts';
import { type ReleaseName, releaseFolder, unitFolder } from './release-name.ts';

/** There is no such release, or what is stored is none. */
export class NoSuchRelease extends Error {
  override readonly name = 'NoSuchRelease';
}

export interface StoredRelease<T> {
  name: ReleaseName;
  release: T;
  /** Integrity of release.json. */
  manifest: string;
  publication: Publication;
}
export type StoredArea = StoredRelease<AreaRelease>;
export type StoredHost = StoredRelease<HostRelease>;

/** Reads a published release of an area. Throws NoSuchRelease. */
export function readStoredArea(store: ReleaseStore, name: ReleaseName): Promise<StoredArea> {
  return readStored(store, name, areaReleaseSchema);
}

/** Reads a published release of the host. Throws NoSuchRelease. */
export function readStoredHost(store: ReleaseStore, name: ReleaseName): Promise<StoredHost> {
  return readStored(store, name, hostReleaseSchema);
}

/** An area's release as a composition names it. */
export function placedArea({ release, name, manifest, publication }: StoredArea): LiveRelease {
  return liveRelease(release, { base: `/${releaseFolder(name)}`, commit: publication.commit, manifest });
}

/** The host's release as a composition names it. */
export function placedHost({ release, name, manifest, publication }: StoredHost): LiveHost {
  return liveHost(release, { base: `/${releaseFolder(name)}`, commit: publication.commit, manifest });
}

/** A release's own word of itself, not checked against this tool's contract. Throws NoSuchRelease. */
export async function readRawRelease(store: ReleaseStore, name: ReleaseName): Promise<Buffer> {
  const file = await store.read(`${releaseFolder(name)}release.json`);
  if (file === undefined)
    throw new NoSuchRelease(
      `${name.unit}@${name.version} is not published: run "portal publish ${name.unit}"`,
    );
  return file.content;
}

/** Published versions, the newest first. */
export async function publishedVersions(store: ReleaseStore, unit: string): Promise<ReleaseName[]> {
  const files = await store.list(unitFolder(unit));
  const names = files
    .map(({ path }) => /^(?:host|remotes\/[^/]+)\/([^/]+)\/release\.json$/.exec(path)?.[1])
    .flatMap((version) => (version === undefined ? [] : [{ unit, version }]));
  const dated = await Promise.all(
    names.map(async (name) => ({ name, published: (await readPublication(store, name)).published })),
  );
  return dated.sort((a, b) => (a.published < b.published ? 1 : -1)).map(({ name }) => name);
}

/** Replaces `latest` by the version that was published last. Throws NoSuchRelease. */
export async function resolveName(store: ReleaseStore, name: ReleaseName): Promise<ReleaseName> {
  if (name.version !== 'latest') return name;
  const [latest] = await publishedVersions(store, name.unit);
  if (latest === undefined) throw new NoSuchRelease(`no release of ${name.unit} is published`);
  return latest;
}

async function readStored<T>(
  store: ReleaseStore,
  name: ReleaseName,
  schema: v.GenericSchema<unknown, T>,
): Promise<StoredRelease<T>> {
  const content = await readRawRelease(store, name);
  const release = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), content.toString());
  if (!release.success) {
    const issue = release.issues[0];
    throw new NoSuchRelease(
      `${name.unit}@${name.version} does not match this tool's contract: ${v.getDotPath(issue) ?? 'release.json'}: ${issue.message}`,
    );
  }
  return {
    name,
    release: release.output,
    manifest: integrityOf(content),
    publication: await readPublication(store, name),
  };
}

async function readPublication(store: ReleaseStore, name: ReleaseName): Promise<Publication> {
  const file = await store.read(`${releaseFolder(name)}publication.json`);
  const publication = v.safeParse(
    v.pipe(v.string(), v.parseJson(), publicationSchema),
    file?.content.toString(),
  );
  // A release from before publications were written down.
  if (!publication.success)
    return { published: new Date(0).toISOString(), by: 'unknown', commit: null, sbom: null };
  return publication.output;
}
