import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ReleasedFiles } from '@portal/federation-contract/composition';
import { faultPoint } from '../fault-point.ts';
import { faultOfFile } from '../gate/check-release.ts';
import type { SigningKey } from '../signing/signing-key.ts';
import { type ReleaseStore, StoreConflict } from '../store/release-store.ts';
import { type Publication, publicationFile } from './publication.ts';
import { isPublicationValid, type PublicationAuthority, publishedManifest } from './published-manifest.ts';
import { integrityOf, readAreaBuild, readHostBuild } from './release-json.ts';
import { type ReleaseName, releaseFolder } from './release-name.ts';

/** The build cannot become a release; the message says why. */
export class PublishRefused extends Error {
  override readonly name = 'PublishRefused';
}

interface PublishRequest {
  /** Id of the area, or `host`. */
  unit: string;
  /** Absolute folder of the build. */
  folder: string;
  by: string;
  commit: string | null;
  /** Returns the CycloneDX document of a version, as JSON; null to store none. */
  sbomOf: ((version: string) => object) | null;
  /** Check the build without storing it. */
  isDryRun?: boolean;
  /** Signs the publication: the composition key, or a team's. */
  key: SigningKey;
  /** Decides which bytes a version has; without it, the release.json in the store does. */
  authority?: PublicationAuthority | undefined;
  onFile?: (done: number, all: number) => void;
}

interface Published {
  name: ReleaseName;
  /** False when the same bytes are already published. */
  isNew: boolean;
  /** Number of files that were damaged or missing in the store, and are there again. */
  repaired: number;
  files: number;
  /** Bytes, without compressed copies. */
  size: number;
}

/**
 * Stores a build as a release. release.json is written last and never changes; without it there is no release. If the same
 * bytes are published already, files that are damaged in the store are replaced, and a signature that is not trusted. Throws
 * PublishRefused when a file differs from release.json, or the version is published with other bytes.
 */
export async function publishRelease(store: ReleaseStore, request: PublishRequest): Promise<Published> {
  const { name, files, manifest } = readBuild(request);
  const target = releaseFolder(name);
  const published = {
    name,
    files: Object.keys(files).length,
    size: Object.values(files).reduce((sum, { size }) => sum + size, 0),
    repaired: 0,
  };
  const contents = checkedFiles(request.folder, files);
  if (await isPublished(store, name, manifest, request.authority)) {
    if (request.isDryRun === true) return { ...published, isNew: false };
    const repaired = await repairFiles(store, target, contents, files);
    return {
      ...published,
      isNew: false,
      repaired: repaired + (await repairRecords(store, name, request, manifest)),
    };
  }
  if (request.isDryRun === true) return { ...published, isNew: true };
  faultPoint('publish-started');
  for (const [index, [file, content]] of contents.entries()) {
    await store.write(`${target}${file}`, content);
    request.onFile?.(index + 1, contents.length);
  }
  await writePublication(store, name, request, manifest);
  faultPoint('publish-before-release');
  try {
    await store.create(`${target}release.json`, manifest);
  } catch (error) {
    if (!(error instanceof StoreConflict)) throw error;
    return { ...published, isNew: !(await isPublished(store, name, manifest, request.authority)) };
  }
  faultPoint('publish-done');
  return { ...published, isNew: true };
}

/** Writes the files that are missing or damaged in the store. Returns their number. */
async function repairFiles(
  store: ReleaseStore,
  target: string,
  contents: readonly NamedContent[],
  files: ReleasedFiles,
): Promise<number> {
  let repaired = 0;
  for (const [file, content] of contents) {
    const stored = await store.read(`${target}${file}`);
    if (stored !== undefined && faultOfFile(file, stored.content, files) === undefined) continue;
    await store.write(`${target}${file}`, content);
    repaired += 1;
  }
  return repaired;
}

/** Writes release.json and publication.json again unless they are those of the build. Returns the number of written files. */
async function repairRecords(
  store: ReleaseStore,
  name: ReleaseName,
  request: PublishRequest,
  manifest: Buffer,
): Promise<number> {
  const { authority } = request;
  // Without a live composition, the key that publishes is the only one that is known.
  const trust = authority?.store.trust ?? { publicKey: request.key.publicKey, teamKeys: [] };
  const isValid = await isPublicationValid({ ...store, trust }, name, integrityOf(manifest));
  if (!isValid) await writePublication(store, name, request, manifest);
  const file = `${releaseFolder(name)}release.json`;
  const isIntact = (await store.read(file))?.content.equals(manifest) === true;
  if (!isIntact) await store.write(file, manifest);
  return Number(!isValid) + Number(!isIntact);
}

function readBuild({ unit, folder }: PublishRequest) {
  const file = path.join(folder, 'release.json');
  if (!existsSync(file)) throw new PublishRefused(`${folder} contains no build: release.json is missing`);
  try {
    const { release } = unit === 'host' ? readHostBuild(folder) : readAreaBuild(folder);
    if ('area' in release && release.area.id !== unit)
      throw new PublishRefused(`${folder} contains the area ${release.area.id}, not ${unit}`);
    return { name: { unit, version: release.version }, files: release.files, manifest: readFileSync(file) };
  } catch (error) {
    if (error instanceof PublishRefused) throw error;
    throw new PublishRefused(
      `${file} breaks the contract: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Whether the version is in the store with the bytes of the build, damaged or not. Throws PublishRefused for other bytes. */
async function isPublished(
  store: ReleaseStore,
  name: ReleaseName,
  manifest: Buffer,
  authority?: PublicationAuthority,
): Promise<boolean> {
  const found = await store.read(`${releaseFolder(name)}release.json`);
  if (found === undefined) return false;
  const isIntact = found.content.equals(manifest);
  const built = integrityOf(manifest);
  if (
    authority === undefined ? isIntact : isIntact && (await isPublicationValid(authority.store, name, built))
  )
    return true;
  const decided =
    authority === undefined ? integrityOf(found.content) : await publishedManifest(authority, name);
  if (decided === undefined || decided === built) return true;
  throw new PublishRefused(
    `${name.unit}@${name.version} is already published with other bytes: a release never changes; raise the version`,
  );
}

type NamedContent = [name: string, content: Buffer];

/** The files of a build, checked against release.json, with their compressed copies. */
function checkedFiles(folder: string, files: ReleasedFiles): NamedContent[] {
  return Object.entries(files).flatMap(([name, { size, integrity }]) => {
    const file = path.join(folder, name);
    const content = existsSync(file) ? readFileSync(file) : undefined;
    if (content === undefined) throw new PublishRefused(`${name} is in release.json but missing`);
    if (content.length !== size || integrityOf(content) !== integrity)
      throw new PublishRefused(`${name} does not match its hash in release.json`);
    const copies = ['.br', '.gz'].filter((suffix) => existsSync(file + suffix));
    const own: NamedContent = [name, content];
    return [own, ...copies.map((suffix): NamedContent => [name + suffix, readFileSync(file + suffix)])];
  });
}

async function writePublication(
  store: ReleaseStore,
  name: ReleaseName,
  { by, commit, sbomOf, key }: PublishRequest,
  manifest: Buffer,
): Promise<void> {
  const json = (value: object) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  if (sbomOf !== null) await store.write(`${releaseFolder(name)}sbom.json`, json(sbomOf(name.version)));
  const publication: Publication = {
    ...name,
    manifest: integrityOf(manifest),
    published: new Date().toISOString(),
    by,
    commit,
    sbom: sbomOf === null ? null : 'sbom.json',
  };
  await store.write(publicationFile(name), json(await key.sign(JSON.stringify(publication))));
}
