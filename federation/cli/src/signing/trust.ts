import type { Withdrawn } from '@portal/federation-contract/composition';
import { type SignedComposition, signatureAlgorithm } from '@portal/federation-contract/signed-composition';
import * as v from 'valibot';
import { unitSchema } from '../releases/release-name.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { keyId } from './signing-key.ts';

/** A key that the composition key has allowed to sign releases of some units. Changes of keys are recorded changes. */
export const teamKeySchema = v.strictObject({
  id: v.string(),
  /** SPKI, base64. */
  public_key: v.pipe(v.string(), v.base64()),
  /** Ids of areas, or `host`. */
  units: v.pipe(v.array(unitSchema), v.minLength(1)),
  since: v.pipe(v.string(), v.isoTimestamp()),
  revoked: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
});
export type TeamKey = v.InferOutput<typeof teamKeySchema>;

/** Who may sign releases: the composition key those of every unit, a team's key those of its units. */
export interface Trust {
  /** The composition key: SPKI, base64. */
  publicKey: string;
  teamKeys: readonly TeamKey[];
  /** Versions that may not go live again. */
  withdrawn?: Withdrawn | undefined;
}

/** A store from which releases are read only with a trusted signature. */
export interface TrustedStore extends ReleaseStore {
  trust: Trust;
}

/** A text with its signature; `signed-composition.ts` states the algorithm. */
export type SignedText = SignedComposition;

/** Returns why a text is not signed for a unit, or undefined when it is. */
export async function signatureFault(
  { payload, signature, key_id }: SignedText,
  unit: string,
  { publicKey, teamKeys }: Trust,
): Promise<string | undefined> {
  const team = teamKeys.find(({ id }) => id === key_id);
  if (key_id !== keyId(publicKey)) {
    if (team === undefined)
      return `it is signed with the unknown key ${key_id} (if that is a team's, "portal keys trust" adds it)`;
    if (team.revoked !== null) return `the key ${key_id} that signed it was revoked on ${team.revoked}`;
    if (!team.units.includes(unit))
      return `the key ${key_id} that signed it may sign ${team.units.join(', ')} only`;
  }
  const spki = key_id === keyId(publicKey) ? publicKey : team?.public_key;
  const isValid = spki !== undefined && (await isSigned(payload, signature, spki));
  return isValid ? undefined : 'its signature is not valid';
}

/** Whether the key (SPKI, base64) has signed the text. The signature is base64. */
export async function isSigned(text: string, signature: string, publicKey: string): Promise<boolean> {
  try {
    const spki = Buffer.from(publicKey, 'base64');
    const key = await crypto.subtle.importKey('spki', spki, signatureAlgorithm, false, ['verify']);
    return await crypto.subtle.verify(
      signatureAlgorithm,
      key,
      Buffer.from(signature, 'base64'),
      Buffer.from(text),
    );
  } catch {
    return false;
  }
}
