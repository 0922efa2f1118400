import { createHmac, randomBytes } from 'node:crypto';
import type { Queryable } from '../../database/database.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import { replaceRecoveryCodes, useRecoveryCode } from './two-factor.repository.ts';

const codeCount = 10;
// Crockford's: no I, L, O or U, so that a code can be read from paper. 32 letters: each byte gives five even bits.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Gives the account ten new codes of 50 random bits each and voids the earlier ones. They are shown once. */
export async function issueRecoveryCodes(
  database: Queryable,
  secrets: Secrets,
  accountId: string,
): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, newCode);
  const hashes = codes.map((code) => hashCode(secrets, accountId, code));
  await replaceRecoveryCodes(database, accountId, hashes);
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

/** Takes a code in its normal form, ten characters, once. */
export function redeemRecoveryCode(
  database: Queryable,
  secrets: Secrets,
  accountId: string,
  code: string,
): Promise<boolean> {
  return useRecoveryCode(database, accountId, hashCode(secrets, accountId, code));
}

function newCode(): string {
  return [...randomBytes(10)].map((byte) => alphabet[byte % alphabet.length]).join('');
}

/** Keyed: whoever reads the table cannot try all codes. */
function hashCode(secrets: Secrets, accountId: string, code: string): Buffer {
  return createHmac('sha256', secrets.deriveKey('recovery codes')).update(`${accountId}:${code}`).digest();
}
