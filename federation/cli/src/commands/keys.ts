import { existsSync, renameSync } from 'node:fs';
import { namedReleases } from '@portal/federation-contract/release-lookup';
import * as v from 'valibot';
import { changeOptionsSchema, defineCommand } from '../cli/command.ts';
import type { Context } from '../cli/context.ts';
import { UsageError } from '../cli/exit-codes.ts';
import { type Live, readLive } from '../composition/composition-file.ts';
import { readHistory } from '../composition/history.ts';
import { type ChangeRequest, writeComposition } from '../composition/write-composition.ts';
import { faultPoint } from '../fault-point.ts';
import { OperationRefused } from '../operations/live-units.ts';
import { signPublicationAgain } from '../releases/publication.ts';
import { releaseFolder, unitSchema } from '../releases/release-name.ts';
import { createSigningKey, keyId, readSigningKey, type SigningKey } from '../signing/signing-key.ts';
import type { TeamKey } from '../signing/trust.ts';

const none = v.object({});

export const keysCreate = defineCommand({
  name: 'keys create',
  summary: 'create a key that signs compositions, or the releases of a team',
  details:
    'Only the owner can read its file, and it is never overwritten. Add the printed line to the environment of every BFF.',
  input: none,
  async run(_input, { keyFile }) {
    const { id, publicKey } = await createSigningKey(keyFile);
    return {
      data: { file: keyFile, id, publicKey },
      text: `${keyFile} holds key ${id}.\n${configured(publicKey)}`,
    };
  },
});

export const keysShow = defineCommand({
  name: 'keys show',
  summary: 'print the public half of the key',
  input: none,
  async run(_input, { keyFile }) {
    const { id, publicKey } = await readSigningKey(keyFile);
    return { data: { file: keyFile, id, publicKey }, text: `Key ${id}\n${configured(publicKey)}` };
  },
});

export const keysRotate = defineCommand({
  name: 'keys rotate',
  summary: 'sign what is live with a new key',
  options: {
    '--new-key <file>': 'the new key, made by "keys create --key <file>"',
    '--reason <text>': 'why, for the audit record',
  },
  details:
    'The new key file replaces the old one, which is renamed to <file>.retired. A BFF with the old public key continues\nto serve the last composition that it verified until it is restarted with the new public key.',
  input: v.object({ newKey: v.string(), reason: v.optional(v.string(), 'key rotation') }),
  async run({ newKey: newFile, reason }, context) {
    const { keyFile } = context;
    if (!existsSync(newFile))
      throw new UsageError(`There is no key at ${newFile}: create it with "keys create --key ${newFile}"`);
    const newKey = await readSigningKey(newFile);
    // An earlier attempt may have been killed between the two renames.
    const retired = `${keyFile}.retired`;
    const key = await (existsSync(keyFile) ? context.key() : readSigningKey(retired));
    const number = await rotateKey({ ...context, key, newKey, why: reason });
    faultPoint('rotate-signed');
    if (existsSync(keyFile)) renameSync(keyFile, retired);
    faultPoint('rotate-retired');
    renameSync(newFile, keyFile);
    const text = `Composition ${number} is signed with key ${newKey.id}.\n${configured(newKey.publicKey)}`;
    return { data: { number, id: newKey.id, publicKey: newKey.publicKey }, text };
  },
});

export const keysList = defineCommand({
  name: 'keys list',
  summary: 'list the keys that may sign releases',
  input: none,
  async run(_input, { store, publicKey }) {
    const key = await publicKey();
    const keys = (await readLive(store, key))?.change.keys ?? [];
    const rows = keys.map(
      ({ id, units, since, revoked }) =>
        `${id}  ${units.join(', ')}  since ${since}${revoked === null ? '' : `, revoked ${revoked}`}`,
    );
    const text = [`${keyId(key)}  every unit, and compositions`, ...rows].join('\n');
    return { data: { composition_key: keyId(key), team_keys: keys }, text };
  },
});

const reasonSchema = changeOptionsSchema.entries.reason;
const reasonOption = { '--reason <text>': 'why, for the audit record' };

export const keysTrust = defineCommand({
  name: 'keys trust',
  summary: "allow a team's key to sign the releases of some units",
  arguments: '<spki> <unit...>',
  options: reasonOption,
  details:
    'The public key is the line that "keys create" prints for the team. Releases of other units that it signs are refused.\nTrusting a key again replaces its units.',
  input: v.object({
    spki: v.pipe(
      v.string(),
      v.transform((text) => text.replace(/^COMPOSITION_PUBLIC_KEY=/, '')),
      v.base64(),
    ),
    unit: v.pipe(v.array(unitSchema), v.minLength(1)),
    reason: v.optional(reasonSchema),
  }),
  async run({ spki: publicKey, unit: units, reason = 'a team key' }, context) {
    const id = keyId(publicKey);
    const number = await changeKeys(context, reason, (keys) => [
      ...keys.filter((one) => one.id !== id),
      { id, public_key: publicKey, units, since: new Date().toISOString(), revoked: null },
    ]);
    return {
      data: { number, id, units },
      text: `Composition ${number}: key ${id} may sign ${units.join(', ')}.`,
    };
  },
});

export const keysRevoke = defineCommand({
  name: 'keys revoke',
  summary: 'refuse every release that a key has signed',
  arguments: '<id>',
  options: reasonOption,
  details:
    'Live releases stay live: the composition key has signed them. They cannot be deployed or rolled back to again until\nthey are published with another key.',
  input: v.object({ id: v.string(), reason: v.optional(reasonSchema) }),
  async run({ id, reason = 'revoked' }, context) {
    const number = await changeKeys(context, reason, (keys) => {
      if (!keys.some((one) => one.id === id))
        throw new OperationRefused(`there is no team key ${id}: see "keys list"`);
      const revoked = new Date().toISOString();
      return keys.map((one) => (one.id === id ? { ...one, revoked } : one));
    });
    return { data: { number, id }, text: `Composition ${number}: key ${id} is revoked.` };
  },
});

/** Writes a composition with the same releases and other team keys; returns its number. */
async function changeKeys(
  context: Context,
  why: string,
  next: (keys: readonly TeamKey[]) => TeamKey[],
): Promise<number> {
  const { store } = context;
  const key = await context.key();
  return store.exclusively(async () => {
    const live = await readLive(store, key.publicKey);
    if (live === undefined)
      throw new OperationRefused('nothing is live yet: deploy with the composition key first');
    const teamKeys = next(live.change.keys);
    return (await writeComposition({ ...context, key, why, live, units: live.composition, teamKeys })).number;
  });
}

function configured(publicKey: string): string {
  return `COMPOSITION_PUBLIC_KEY=${publicKey}`;
}

/**
 * Signs the live set with a new key as the next composition. Its record names the retired key, which verifies the earlier
 * history. A composition that the new key already signed is not changed. Returns the number. Throws OperationRefused when nothing is live.
 */
export async function rotateKey({ key, newKey, ...change }: Rotation): Promise<number> {
  const { store } = change;
  return store.exclusively(async () => {
    const signed = await readLive(store, newKey.publicKey).catch(() => undefined);
    // An earlier attempt reached this step.
    if (signed !== undefined) {
      await signAgain({ store, key, newKey }, signed);
      return signed.composition.number;
    }
    const live = await readLive(store, key.publicKey);
    if (live === undefined)
      throw new OperationRefused('nothing is live yet: there is no composition to sign');
    const units = live.composition;
    const request = { ...change, key: newKey, live, units, retiredKey: key.publicKey };
    const { number } = await writeComposition(request);
    faultPoint('rotate-written');
    await signAgain({ store, key, newKey }, await readLive(store, newKey.publicKey));
    return number;
  });
}

/**
 * Signs the releases that have been live with the new key. The chain of compositions states their hashes; of the rest, only what a
 * trusted key has signed counts.
 */
async function signAgain(
  { store, key, newKey }: Pick<Rotation, 'store' | 'key' | 'newKey'>,
  live: Live | undefined,
): Promise<void> {
  const trust = { publicKey: key.publicKey, teamKeys: live?.change.keys ?? [] };
  const seen = new Set<string>();
  for await (const { composition } of readHistory(store, live, newKey.publicKey)) {
    for (const { unit, release } of namedReleases(composition)) {
      const name = { unit, version: release.version };
      if (seen.has(releaseFolder(name))) continue;
      seen.add(releaseFolder(name));
      await signPublicationAgain(store, { name, manifest: release.manifest, trust, key: newKey });
    }
  }
}

/** `key` has signed the live composition. */
type Rotation = ChangeRequest & { newKey: SigningKey };
