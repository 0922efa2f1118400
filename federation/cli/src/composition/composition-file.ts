import type { Composition } from '@portal/federation-contract/composition';
import {
  CompositionRefused,
  signatureAlgorithm,
  signedCompositionSchema,
  verifyComposition,
} from '@portal/federation-contract/signed-composition';
import * as v from 'valibot';
import type { SigningKey } from '../signing/signing-key.ts';
import { sha256 } from '../store/release-store.ts';
import { type Change, changeSchema } from './change.ts';

/** composition.json: the signed composition and the signed record of the change that made it. */
const compositionFileSchema = v.strictObject({
  ...signedCompositionSchema.entries,
  change: v.optional(v.string()),
  change_signature: v.optional(v.string()),
});

export interface ReadComposition {
  composition: Composition;
  /** Absent in a composition from before changes were recorded. */
  change: Change | undefined;
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
 * Checks everything that composition.json says: both signatures, the shapes, and that the change belongs to the
 * composition. Throws CompositionRefused.
 */
export async function readCompositionFile(content: Buffer, publicKey: string): Promise<ReadComposition> {
  const file = v.safeParse(v.pipe(v.string(), v.parseJson(), compositionFileSchema), content.toString());
  if (!file.success) throw new CompositionRefused('malformed', 'composition.json is malformed');
  const { change, change_signature: changeSignature, ...envelope } = file.output;
  const composition = await verifyComposition(envelope, { publicKey });
  if (change === undefined) return { composition, change: undefined };
  if (changeSignature === undefined || !(await isSigned(change, changeSignature, publicKey)))
    throw new CompositionRefused('signature', 'the change record is not signed with the expected key');
  const record = v.safeParse(v.pipe(v.string(), v.parseJson(), changeSchema), change);
  if (!record.success) throw new CompositionRefused('malformed', 'the change record is malformed');
  if (
    record.output.number !== composition.number ||
    record.output.payload_sha256 !== sha256(envelope.payload)
  )
    throw new CompositionRefused('signature', 'the change record belongs to another composition');
  return { composition, change: record.output };
}

async function isSigned(text: string, signature: string, publicKey: string): Promise<boolean> {
  const spki = Buffer.from(publicKey, 'base64');
  const key = await crypto.subtle.importKey('spki', spki, signatureAlgorithm, false, ['verify']);
  return crypto.subtle.verify(signatureAlgorithm, key, Buffer.from(signature, 'base64'), Buffer.from(text));
}
