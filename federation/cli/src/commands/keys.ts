import { existsSync } from 'node:fs';
import { namedReleases } from '@portal/federation-contract/release-lookup';
import * as v from 'valibot';
import { defineCommand } from '../cli/command.ts';
import { UsageError } from '../cli/exit-codes.ts';
import { type Live, readLive } from '../composition/composition-file.ts';
import { readHistory } from '../composition/history.ts';
import { type ChangeRequest, writeComposition } from '../composition/write-composition.ts';
import { faultPoint } from '../fault-point.ts';
import { OperationRefused } from '../operations/live-units.ts';
import { signPublicationAgain } from '../releases/publication.ts';
import { releaseFolder } from '../releases/release-name.ts';
import { replaceKeyFile, retiredFileFor } from '../signing/retired-key-files.ts';
import { createSigningKey, readSigningKey, type SigningKey } from '../signing/signing-key.ts';
import { writeSuccession } from '../signing/succession.ts';

const none = v.object({});

export const keysCreate = defineCommand({
  name: 'keys create',
  summary: 'create a key that signs compositions, or the releases of a team',
  details:
    'Only the owner can read its file, and it is never overwritten. Add the printed line to the environment of every BFF and mirror.',
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
    'The new key file replaces the old one, which is renamed to <file>.retired, or to\n<file>.retired-<key> if that name is taken: no key is ever overwritten. A mirror or BFF with the old public key\ncontinues with the last composition that it verified. Restart every mirror with the new public key first, then every BFF: a BFF with the\nnew key refuses what a mirror with the old key has left in its folder.',
  input: v.object({ newKey: v.string(), reason: v.optional(v.string(), 'key rotation') }),
  async run({ newKey: newFile, reason }, context) {
    const { keyFile } = context;
    if (!existsSync(newFile))
      throw new UsageError(`There is no key at ${newFile}: create it with "keys create --key ${newFile}"`);
    const newKey = await readSigningKey(newFile);
    // Tools of an earlier version left no key here when they were killed between two renames.
    const key = await (existsSync(keyFile) ? context.key() : readSigningKey(`${keyFile}.retired`));
    if (key.id === newKey.id) {
      // Without the key file, its error says where the key is.
      await context.key();
      throw new UsageError(
        `${newFile} holds key ${key.id}, which is the current one: create another with "keys create --key <file>"`,
      );
    }
    const retired = await retiredFileFor(keyFile, key);
    const number = await rotateKey({ ...context, key, newKey, why: reason });
    faultPoint('rotate-signed');
    replaceKeyFile({ keyFile, newFile, retired });
    const text = [
      `Composition ${number} is signed with key ${newKey.id}.`,
      `The new key is now in ${keyFile}, where commands expect it; the old one is in ${retired}.`,
      configured(newKey.publicKey),
      'Restart every "portal mirror" with this public key first, then every BFF.',
      'Give the new key file to every other engineer and pipeline that deploys: commands refuse the old one.',
    ].join('\n');
    return { data: { number, id: newKey.id, publicKey: newKey.publicKey }, text };
  },
});

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
      await writeSuccession(store, key, newKey, signed.composition.number);
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
    await writeSuccession(store, key, newKey, number);
    await signAgain({ store, key, newKey }, await readLive(store, newKey.publicKey));
    return number;
  });
}

/**
 * Signs the releases that have been live with the new key, if the old key signed them; the chain of compositions states their hashes.
 * What a team's key signed stays as it is, so that revoking that key covers it.
 */
async function signAgain(
  { store, key, newKey }: Pick<Rotation, 'store' | 'key' | 'newKey'>,
  live: Live | undefined,
): Promise<void> {
  const trust = { publicKey: key.publicKey, teamKeys: [] };
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
