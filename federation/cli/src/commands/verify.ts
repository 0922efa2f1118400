import {
  areaReleaseSchema,
  hostReleaseSchema,
  type LiveHost,
  type LiveRelease,
} from '@portal/federation-contract/composition';
import { namedReleases } from '@portal/federation-contract/release-lookup';
import { verifyComposition } from '@portal/federation-contract/signed-composition';
import * as v from 'valibot';
import { defineCommand } from '../cli/command.ts';
import type { Context } from '../cli/context.ts';
import { exitCodes } from '../cli/exit-codes.ts';
import { readLive } from '../composition/composition-file.ts';
import { readHistory } from '../composition/history.ts';
import { OperationRefused } from '../operations/live-units.ts';
import { integrityOf } from '../releases/release-json.ts';
import { inParallel, parseJson, StoreError } from '../store/release-store.ts';

export const verify = defineCommand({
  name: 'verify',
  summary: 'fetch every live file and check its hash',
  options: { '--url <origin>': 'fetch from a running portal instead of the store' },
  details:
    'Checks the signature, every release.json, and every file of active, previous and canary releases; in the store, also\nthe whole chain of changes. Exit 5 when a hash or signature does not match.',
  input: v.object({ url: v.optional(v.pipe(v.string(), v.url('expected http(s)://host[:port]'))) }),
  async run({ url }, context) {
    const { store, publicKey, progress } = context;
    progress(`verifying ${url ?? store.place}`);
    const read =
      url === undefined ? async (file: string) => (await store.read(file))?.content : readFromPortal(url);
    const verified = await verifyLive(read, await publicKey());
    const changes = url === undefined ? await verifyChain(context) : undefined;
    return {
      data: { ...verified, ...(changes === undefined ? {} : { changes }) },
      text: textOf(verified, changes),
      code: verified.faults.length === 0 ? exitCodes.done : exitCodes.unverified,
    };
  },
});

/** Number of changes from the first composition to the live one. Throws CompositionRefused. */
async function verifyChain({ store, publicKey }: Context): Promise<number> {
  const key = await publicKey();
  let changes = 0;
  for await (const _entry of readHistory(store, await readLive(store, key), key)) changes += 1;
  return changes;
}

function textOf({ number, releases, files, faults }: Verified, changes: number | undefined): string {
  const chain = changes === undefined ? '' : `, ${changes} changes in an unbroken chain`;
  if (faults.length === 0)
    return `Composition ${number}: ${files} files of ${releases} releases match their signed hashes${chain}.`;
  return [
    `Composition ${number}: ${faults.length} of ${files} files do not match their signed hashes:`,
    ...faults.map((fault) => `  ${fault}`),
  ].join('\n');
}

/** Reads a file of the portal by its path, without a leading slash; undefined when there is none. */
type ReadFile = (path: string) => Promise<Buffer | undefined>;

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
  if (content === undefined) throw new OperationRefused('nothing is live: there is no composition.json');
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
    if (bytes === undefined) return `${path} is missing`;
    return integrityOf(bytes) === integrity ? [] : `${path} is not what was published`;
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
  if (content === undefined) return `${folder}release.json is missing`;
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

/** Reads files from a running portal. */
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
