import { canonicalPublicKey } from '../signing/signing-key.ts';
import { UsageError } from './exit-codes.ts';

/** The SPKI in base64 of a public key as a user gives it: alone, or as the line that `portal keys create` prints. Throws UsageError. */
export async function parsePublicKey(text: string): Promise<string> {
  const key = await canonicalPublicKey(text.replace(/^COMPOSITION_PUBLIC_KEY=/, ''));
  if (key !== undefined) return key;
  throw new UsageError(
    'public key: expected an ECDSA P-256 public key, the line that "portal keys create" prints',
  );
}
