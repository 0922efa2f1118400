import { existsSync, renameSync } from 'node:fs';
import * as v from 'valibot';
import { defineCommand } from '../cli/command.ts';
import { UsageError } from '../cli/exit-codes.ts';
import { faultPoint } from '../fault-point.ts';
import { rotateKey } from '../operations/rotate-key.ts';
import { createSigningKey, readSigningKey } from '../signing/signing-key.ts';

const none = v.object({});

export const keysCreate = defineCommand({
  name: 'keys create',
  summary: 'make the key that signs compositions',
  details:
    'Its file is readable by its owner only and never written over. Give the printed line to every BFF.',
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
    'Afterwards the new key stands in the place of the old one, which is kept as <file>.retired. A BFF that still has\nthe old public key keeps serving the last composition that it could verify until it is restarted with the new one.',
  input: v.object({ newKey: v.string(), reason: v.optional(v.string(), 'keys are changed') }),
  async run({ newKey: newFile, reason }, context) {
    const { store, keyFile, command, who } = context;
    if (!existsSync(newFile))
      throw new UsageError(`There is no key at ${newFile}: "keys create --key ${newFile}" makes it`);
    const newKey = await readSigningKey(newFile);
    // An earlier attempt may have been cut off between the two renames.
    const retired = `${keyFile}.retired`;
    const key = await (existsSync(keyFile) ? context.key() : readSigningKey(retired));
    const number = await rotateKey({ store, key, newKey, command, who, why: reason });
    faultPoint('rotate-signed');
    if (existsSync(keyFile)) renameSync(keyFile, retired);
    faultPoint('rotate-retired');
    renameSync(newFile, keyFile);
    const text = `Composition ${number} is signed with key ${newKey.id}.\n${configured(newKey.publicKey)}`;
    return { data: { number, id: newKey.id, publicKey: newKey.publicKey }, text };
  },
});

function configured(publicKey: string): string {
  return `COMPOSITION_PUBLIC_KEY=${publicKey}`;
}
