import type { Composition, LiveHost, LiveRelease } from '@portal/federation-contract/composition';
import { areaReleaseSchema, hostReleaseSchema } from '@portal/federation-contract/composition';
import { verifyComposition } from '@portal/federation-contract/signed-composition';
import * as v from 'valibot';
import { OperationRefused } from '../operations/live-units.ts';
import { integrityOf } from '../releases/read-build.ts';
import { StoreError } from '../store/release-store.ts';

/** Reads a file of the portal by its path, without a leading slash; undefined: there is none. */
export type ReadFile = (path: string) => Promise<Buffer | undefined>;

export interface Verified {
  number: number;
  releases: number;
  files: number;
  faults: string[];
}

type Placed = LiveHost | LiveRelease;

const parallelFiles = 8;
const manifestSchema = v.union([areaReleaseSchema, hostReleaseSchema]);

/**
 * Fetches every file of every live release (active, previous, canary) and compares it with what the signed composition
 * and the releases say. Throws CompositionRefused when the composition itself cannot be trusted.
 */
export async function verifyLive(read: ReadFile, publicKey: string): Promise<Verified> {
  const content = await read('composition.json');
  if (content === undefined) throw new OperationRefused('nothing is live: there is no composition.json');
  const composition = await verifyComposition(signedPart(content), { publicKey });
  const releases = releasesOf(composition);
  const faults: string[] = [];
  const files = new Map<string, string>();
  for (const release of releases) {
    const listed = await filesOf(read, release);
    if (typeof listed === 'string') faults.push(listed);
    else for (const [path, integrity] of listed) files.set(path, integrity);
  }
  const waiting = [...files];
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const fault = await faultOf(read, ...next);
      if (fault !== undefined) faults.push(fault);
    }
  }
  await Promise.all(Array.from({ length: parallelFiles }, work));
  return { number: composition.number, releases: releases.length, files: files.size, faults: faults.sort() };
}

/** The file in the store holds the change record too; what a server sends does not. */
function signedPart(content: Buffer): unknown {
  const file = v.safeParse(
    v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())),
    content.toString(),
  );
  if (!file.success) return undefined;
  const { payload, signature, key_id } = file.output;
  return { payload, signature, key_id };
}

function releasesOf({ host, areas }: Composition): Placed[] {
  const placed = areas.flatMap(({ active, previous, canary }) => [active, previous, canary?.release ?? null]);
  return [host, ...placed].filter((release) => release !== null).filter(({ manifest }) => manifest !== null);
}

/** Paths and integrities of a release's files; a text says what is wrong. */
async function filesOf(
  read: ReadFile,
  { base, manifest, files: named }: Placed,
): Promise<[string, string][] | string> {
  const folder = base.replace(/^\//, '');
  const content = await read(`${folder}release.json`);
  if (content === undefined) return `${folder}release.json is missing`;
  if (integrityOf(content) !== manifest)
    return `${folder}release.json does not match its hash in the composition`;
  const release = v.safeParse(v.pipe(v.string(), v.parseJson(), manifestSchema), content.toString());
  if (!release.success) return `${folder}release.json is malformed`;
  const files = Object.entries(release.output.files);
  const other = Object.entries(named).find(
    ([name, file]) => release.output.files[name]?.integrity !== file.integrity,
  );
  if (other !== undefined)
    return `${folder}${other[0]} has another hash in the composition than in release.json`;
  return files.map(([name, file]) => [folder + name, file.integrity]);
}

async function faultOf(read: ReadFile, path: string, integrity: string): Promise<string | undefined> {
  const content = await read(path);
  if (content === undefined) return `${path} is missing`;
  return integrityOf(content) === integrity ? undefined : `${path} is not what was published`;
}

/** Reads from a running portal, as a browser does. */
export function readFromPortal(origin: string): ReadFile {
  return async (path) => {
    const response = await fetch(new URL(`/${path}`, origin), { redirect: 'error' }).catch(
      (error: unknown) => {
        throw new StoreError(`${origin} cannot be reached`, { cause: error });
      },
    );
    if (response.status === 404) return undefined;
    if (!response.ok) throw new StoreError(`${response.url} returned ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  };
}
