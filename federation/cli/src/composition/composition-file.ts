import type { Composition } from '@portal/federation-contract/composition';
import {
  CompositionRefused,
  signedCompositionSchema,
  verifyComposition,
} from '@portal/federation-contract/signed-composition';
import * as v from 'valibot';
import { keyId, type SigningKey } from '../signing/signing-key.ts';
import { refuseRetired } from '../signing/succession.ts';
import { isSigned, type Trust, type TrustedStore, teamKeySchema } from '../signing/trust.ts';
import { parseJson, type ReleaseStore, sha256 } from '../store/release-store.ts';
import { rolloutRuleSchema } from './rollout-rules.ts';

export const liveFile = 'composition.json';

/** Path of the copy of a composition, by its number. */
export function copyFile(number: number): string {
  return `compositions/${number}.json`;
}

const areaStateSchema = v.strictObject({
  active: v.string(),
  previous: v.nullable(v.string()),
  canary: v.nullable(v.strictObject({ version: v.string(), percent: v.number() })),
  /** Whether the whole area is withdrawn. */
  withdrawn: v.optional(v.boolean()),
  withdrawn_versions: v.optional(v.array(v.string())),
});
/** The live versions of an area, or of the host. */
export type AreaState = v.InferOutput<typeof areaStateSchema>;

/** Area id or `host` → its live versions, null for none; only of units that a change affects. */
const statesSchema = v.record(v.string(), v.nullable(areaStateSchema));
export type States = v.InferOutput<typeof statesSchema>;

const changeSchema = v.strictObject({
  number: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** The command line after `portal`. */
  command: v.string(),
  who: v.string(),
  when: v.pipe(v.string(), v.isoTimestamp()),
  why: v.string(),
  before: statesSchema,
  after: statesSchema,
  /** SHA-256 of the payload that this change made live, in hex. */
  payload_sha256: v.string(),
  /** SHA-256 of the previous composition's file, in hex; null for the first. */
  previous_sha256: v.nullable(v.string()),
  /** The team keys after this change. */
  keys: v.optional(v.array(teamKeySchema), []),
  /** When releases may go live, after this change. */
  rollout: v.optional(v.array(rolloutRuleSchema), []),
  /** SHA-256 of the report of the trial run before this change, in hex; absent without a run. */
  trial_run: v.optional(v.string()),
  /** SPKI, base64, of the key that signed everything before this change, when the change replaced the key. */
  retired_key: v.optional(v.string()),
});
/** The audit record of one composition, signed like the composition and stored in the same file. */
export type Change = v.InferOutput<typeof changeSchema>;

/** composition.json: the signed composition and the signed record of the change that made it. */
const compositionFileSchema = v.strictObject({
  ...signedCompositionSchema.entries,
  change: v.optional(v.string()),
  change_signature: v.optional(v.string()),
});

export interface ReadComposition {
  composition: Composition;
  change: Change;
}

export interface Live extends ReadComposition {
  content: Buffer;
  sha256: string;
  /** For `swap`; null when the file is missing and this composition comes from a copy. */
  tag: string | null;
}

/**
 * Reads and verifies the live composition; undefined when there is none. Throws CompositionRefused, also when a newer
 * composition has been live: somebody has put an older file back.
 */
export async function readLive(store: ReleaseStore, publicKey: string): Promise<Live | undefined> {
  const file = await store.read(liveFile);
  const live = file && {
    ...(await readCompositionFile(file.content, publicKey).catch((error) =>
      addAdvice(error, { store, publicKey, content: file.content }),
    )),
    ...file,
    sha256: sha256(file.content),
  };
  const number = live?.composition.number ?? 0;
  const newest = await newestCopy(store, publicKey, number);
  const highest = newest?.composition.number ?? store.seen?.highest() ?? 0;
  if (highest > number)
    throw new CompositionRefused(
      'number',
      `composition ${highest} has been live, but ${liveFile} ${live === undefined ? 'is missing' : `holds ${number}`}: ${adviceFor(store, newest)}`,
    );
  store.seen?.record(number);
  return live;
}

interface Refused {
  store: ReleaseStore;
  publicKey: string;
  content: Buffer;
}

async function addAdvice(error: unknown, { store, publicKey, content }: Refused): Promise<never> {
  if (error instanceof CompositionRefused) {
    await refuseRetired(store, publicKey);
    const advice = adviceFor(store, await newestCopy(store, publicKey, 0));
    error.message += `${signerOf(content, publicKey)}: ${advice}`;
  }
  throw error;
}

/** Which other key a composition says that it is signed with, in words; empty if it names none. Perhaps the given key is the wrong one. */
export function signerOf(content: Buffer | undefined, publicKey: string): string {
  const file = parseJson(compositionFileSchema, content?.toString());
  const own = keyId(publicKey);
  return file.success && file.output.key_id !== own
    ? ` (it is signed with key ${file.output.key_id}, this one is ${own}: if this is the wrong key file, nothing is damaged)`
    : '';
}

/** Where a composition can be had that the store has lost. */
export const copyFromMirror = 'copy it from a mirror ("portal mirror --store <mirror> --to <store>")';

/** How to repair the live composition. "portal restore" needs the newest one's copy. */
function adviceFor(store: ReleaseStore, newest: Pick<Live, 'composition'> | undefined): string {
  const number = newest?.composition.number ?? 0;
  return number > 0 && number >= (store.seen?.highest() ?? 0) ? 'run "portal restore"' : copyFromMirror;
}

/** The newest copy of a composition with a number above `after` that the key has signed; undefined when there is none. */
export async function newestCopy(
  store: ReleaseStore,
  publicKey: string,
  after: number,
): Promise<Omit<Live, 'tag'> | undefined> {
  const numbers = (await store.list('compositions/'))
    .map(({ path }) => Number(/^compositions\/(\d+)\.json$/.exec(path)?.[1] ?? 0))
    .filter((number) => number > after);
  for (const number of numbers.sort((a, b) => b - a)) {
    const content = (await store.read(copyFile(number)))?.content;
    // Anyone who can write to the store can add files here; only signed ones count, under their own number.
    const read = content && (await readCompositionFile(content, publicKey).catch(() => undefined));
    if (content && read?.composition.number === number) return { ...read, content, sha256: sha256(content) };
  }
  return undefined;
}

/**
 * The newest signed copy in place of a live composition that is missing, damaged, or older. Throws CompositionRefused
 * when there is none, when a newer composition has been live, or when the key is retired.
 */
export async function recoverLive(store: ReleaseStore, publicKey: string): Promise<Live> {
  await refuseRetired(store, publicKey);
  const newest = await newestCopy(store, publicKey, 0);
  const highest = store.seen?.highest() ?? 0;
  if (newest === undefined || newest.composition.number < highest)
    throw new CompositionRefused(
      'number',
      `${liveFile} cannot be used, and no copy of ${highest > 0 ? `composition ${highest}` : 'a composition'} is signed: see "portal restore --help"`,
    );
  return { ...newest, tag: (await store.read(liveFile))?.tag ?? null };
}

/** The store with the keys that may sign its releases, as the live composition states them. */
export function trusted(
  store: ReleaseStore,
  live: ReadComposition | undefined,
  publicKey: string,
): TrustedStore {
  const withdrawn = live?.composition.withdrawn;
  const trust: Trust = { publicKey, teamKeys: live?.change.keys ?? [], withdrawn };
  return { ...store, trust };
}

/** The bytes of composition.json for a composition and its change. */
export async function composeFile(
  key: SigningKey,
  composition: Composition,
  change: Omit<Change, 'number' | 'payload_sha256'>,
): Promise<Buffer> {
  const payload = JSON.stringify(composition);
  const record = JSON.stringify({
    number: composition.number,
    ...change,
    payload_sha256: sha256(payload),
  } satisfies Change);
  const [signed, { signature }] = await Promise.all([key.sign(payload), key.sign(record)]);
  return Buffer.from(
    `${JSON.stringify({ ...signed, change: record, change_signature: signature }, null, 2)}\n`,
  );
}

/**
 * Checks both signatures of composition.json, the shapes, and that the change belongs to the composition. Throws
 * CompositionRefused.
 */
export async function readCompositionFile(content: Buffer, publicKey: string): Promise<ReadComposition> {
  const file = parseJson(compositionFileSchema, content.toString());
  if (!file.success) throw new CompositionRefused('malformed', 'composition.json is malformed');
  const { change, change_signature: changeSignature, ...envelope } = file.output;
  const composition = await verifyComposition(envelope, { publicKey });
  if (change === undefined) throw new CompositionRefused('malformed', 'the record of its change is missing');
  if (changeSignature === undefined || !(await isSigned(change, changeSignature, publicKey)))
    throw new CompositionRefused('signature', 'the change record is not signed with the expected key');
  const record = parseJson(changeSchema, change);
  if (!record.success) throw new CompositionRefused('malformed', 'the change record is malformed');
  if (
    record.output.number !== composition.number ||
    record.output.payload_sha256 !== sha256(envelope.payload)
  )
    throw new CompositionRefused('signature', 'the change record belongs to another composition');
  return { composition, change: record.output };
}
