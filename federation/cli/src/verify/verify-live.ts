import {
  areaReleaseSchema,
  hostReleaseSchema,
  type LiveHost,
  type LiveRelease,
} from '@portal/federation-contract/composition';
import { namedReleases } from '@portal/federation-contract/release-lookup';
import { verifyComposition } from '@portal/federation-contract/signed-composition';
import * as v from 'valibot';
import { OperationRefused } from '../operations/live-units.ts';
import { expandCopy } from '../releases/expand-copy.ts';
import { integrityOf } from '../releases/release-json.ts';
import { inParallel, parseJson, type ReleaseStore, StoreError } from '../store/release-store.ts';

/**
 * Reads a file of the portal by its path, without a leading slash; undefined when there is none. With an encoding, the
 * file as a browser that accepts it gets it, decoded; null when what is stored cannot be decoded.
 */
export type ReadFile = (path: string, encoding?: Encoding) => Promise<Buffer | null | undefined>;
const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

export interface Verified {
  number: number;
  releases: number;
  files: number;
  faults: string[];
}

const manifestSchema = v.union([areaReleaseSchema, hostReleaseSchema]);

/**
 * Reads every file of every live release (active, previous, canary) and compares it with the signed composition and the
 * release.json. Throws CompositionRefused when the composition itself is refused.
 */
export async function verifyLive(read: ReadFile, publicKey: string): Promise<Verified> {
  const content = await read('composition.json');
  if (!content) throw new OperationRefused('nothing is live: there is no composition.json');
  const composition = await verifyComposition(signedPart(content), { publicKey });
  const releases = namedReleases(composition).filter(({ release }) => release.manifest !== null);
  const faults: string[] = [];
  const files = new Map<string, string>();
  for (const { release } of releases) {
    const listed = await filesOf(read, release);
    if (typeof listed === 'string') faults.push(listed);
    else for (const [path, integrity] of listed) files.set(path, integrity);
  }
  const found = await inParallel([...files], async ([path, integrity]) => {
    const bytes = await read(path);
    if (bytes === undefined || bytes === null) return `${path} is missing`;
    const bad = integrityOf(bytes) === integrity ? [] : [`${path} is not what was published`];
    for (const encoding of encodings) {
      const decoded = await read(path, encoding);
      if (decoded === null || (decoded !== undefined && integrityOf(decoded) !== integrity))
        bad.push(`${path} as ${encoding} is not what was published`);
    }
    return bad;
  });
  faults.push(...found.flat());
  return { number: composition.number, releases: releases.length, files: files.size, faults: faults.sort() };
}

/** The signed composition of the file. In the store, the file also contains the record of the change. */
function signedPart(content: Buffer): unknown {
  const file = parseJson(v.record(v.string(), v.unknown()), content.toString());
  if (!file.success) return undefined;
  const { payload, signature, key_id } = file.output;
  return { payload, signature, key_id };
}

/** Paths and integrities of a release's files, or the fault of the release as text. */
async function filesOf(
  read: ReadFile,
  { base, manifest, files: named }: LiveHost | LiveRelease,
): Promise<[string, string][] | string> {
  const folder = base.replace(/^\//, '');
  const content = await read(`${folder}release.json`);
  if (!content) return `${folder}release.json is missing, and with it the list of the release's files`;
  if (integrityOf(content) !== manifest)
    return `${folder}release.json does not match its hash in the composition`;
  const release = parseJson(manifestSchema, content.toString());
  if (!release.success) return `${folder}release.json is malformed`;
  const files = Object.entries(release.output.files);
  const other = Object.entries(named).find(
    ([name, file]) => release.output.files[name]?.integrity !== file.integrity,
  );
  if (other !== undefined)
    return `${folder}${other[0]} has another hash in the composition than in release.json`;
  return files.map(([name, file]) => [folder + name, file.integrity]);
}

/** Reads files from a store. An encoding stands for the compressed copy beside the file. */
export function readFromStore(store: ReleaseStore): ReadFile {
  return async (path, encoding) => {
    if (encoding === undefined) return (await store.read(path))?.content;
    const kind = encoding === 'br' ? 'br' : 'gz';
    const content = (await store.read(`${path}.${kind}`))?.content;
    return content && (expandCopy(content, kind) ?? null);
  };
}

/** Reads files from a running portal, in the encodings that browsers accept. */
export function readFromPortal(origin: string): ReadFile {
  return async (path, encoding) => {
    const headers = { 'accept-encoding': encoding ?? 'identity' };
    const response = await fetch(new URL(`/${path}`, origin), { redirect: 'error', headers }).catch(
      (error: unknown) => {
        throw new StoreError(`${origin} cannot be reached`, { cause: error });
      },
    );
    if (response.status === 404) return undefined;
    if (!response.ok) throw new StoreError(`${response.url} returned ${response.status}`);
    return response.arrayBuffer().then(
      (bytes) => Buffer.from(bytes),
      // The body is not what its Content-Encoding says.
      () => null,
    );
  };
}
