import { CompositionRefused, signedCompositionSchema } from '@portal/federation-contract/signed-composition';
import * as v from 'valibot';
import { parseJson, type ReleaseStore } from '../store/release-store.ts';
import { keyId, type SigningKey } from './signing-key.ts';
import { isSigned } from './trust.ts';

/**
 * A statement that another composition key has replaced this one, signed with this one. It is for those who still have the old key:
 * without it the composition of the new key looks damaged to them, and repairing it would undo the rotation.
 */
const successionSchema = v.strictObject({
  retired_key: v.string(),
  new_key: v.string(),
  /** The first composition of the new key. */
  number: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

/** Path of the statement of a key (SPKI, base64). */
export function successionFile(publicKey: string): string {
  return `successions/${keyId(publicKey)}.json`;
}

/** Stores that `newKey` has replaced `key` with the composition of this number, and forgets that `newKey` was once retired itself. */
export async function writeSuccession(
  store: ReleaseStore,
  key: SigningKey,
  newKey: SigningKey,
  number: number,
): Promise<void> {
  const statement = { retired_key: key.publicKey, new_key: newKey.publicKey, number };
  const signed = await key.sign(JSON.stringify(statement));
  await store.write(successionFile(key.publicKey), Buffer.from(`${JSON.stringify(signed)}\n`));
  await store.remove(successionFile(newKey.publicKey));
}

/**
 * Throws CompositionRefused when the key (SPKI, base64) has stated that another one has replaced it, unless it has signed composition `latest`
 * after that: the new key was lost, and the old one is used again.
 */
export async function refuseRetired(store: ReleaseStore, publicKey: string, latest = 0): Promise<void> {
  const file = await store.read(successionFile(publicKey));
  const signed = file && parseJson(signedCompositionSchema, file.content.toString());
  if (!signed?.success) return;
  const { payload, signature } = signed.output;
  if (!(await isSigned(payload, signature, publicKey))) return;
  const statement = parseJson(successionSchema, payload);
  if (!statement.success || statement.output.retired_key !== publicKey) return;
  const { new_key, number } = statement.output;
  if (latest > number) return;
  throw new CompositionRefused(
    'signature',
    `key ${keyId(publicKey)} was replaced by key ${keyId(new_key)} with composition ${number}: get the new key file, or COMPOSITION_PUBLIC_KEY, from the engineer who rotated it`,
  );
}
