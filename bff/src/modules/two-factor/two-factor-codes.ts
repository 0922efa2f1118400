import { createHmac, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { AppContext } from '../../app/context.ts';
import type { Queryable, Transaction } from '../../database/database.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import {
  lockTwoFactor,
  replaceRecoveryCodes,
  updateLastUsedStep,
  useRecoveryCode,
} from './two-factor.repository.ts';

// The defaults of RFC 6238, which every authenticator supports.
const form = { algorithm: 'SHA1', digits: 6, period: 30 };
/** The accepted deviation in steps, for clock differences and typing time. */
const window = 1;

/** Creates a secret of 160 random bits in Base32, the length that RFC 4226 recommends. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the QR code's URL: `otpauth://totp/Dalat:ann%40example.com?issuer=Dalat&secret=…`. */
export function otpauthUrl(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ ...form, issuer, label, secret }).toString();
}

/** Returns the step of 30 seconds that a code belongs to; undefined if the code is wrong or out of time. */
export function stepOfCode(secret: string, code: string, now = Date.now()): number | undefined {
  const delta = new TOTP({ ...form, secret }).validate({ token: code, timestamp: now, window });
  return delta === null ? undefined : TOTP.counter({ period: form.period, timestamp: now }) + delta;
}

const codeCount = 10;
const recoveryPurpose = 'recovery codes';
// Crockford's alphabet, readable on paper: no I, L, O and U. 32 characters give uniform bits.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Creates ten recovery codes of 50 random bits each and deletes the earlier ones. They are shown once. */
export async function issueRecoveryCodes(database: Queryable, secrets: Secrets, accountId: string) {
  const codes = Array.from({ length: codeCount }, newCode);
  const key = secrets.deriveKey(recoveryPurpose);
  const hashes = codes.map((code) => hashCode(key, accountId, code));
  await replaceRecoveryCodes(database, accountId, { hashes, keyId: secrets.keyId });
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

function newCode(): string {
  return [...randomBytes(10)].map((byte) => alphabet[byte % alphabet.length]).join('');
}

/** Hashes with a key, so that a stolen table does not allow trying all codes. */
function hashCode(key: Buffer, accountId: string, code: string): Buffer {
  return createHmac('sha256', key).update(`${accountId}:${code}`).digest();
}

/** Hashes an entered code of either kind, right or wrong, so that a repeated request is recognised by it. */
export function hashEnteredCode(secrets: Secrets, accountId: string, code: string): string {
  return hashCode(secrets.deriveKey('entered codes'), accountId, code).toString('hex');
}

/** `codesLeft` counts the unused recovery codes. */
type TwoFactorProof = { by: 'totp' | 'recovery_code'; codesLeft: number };

/** Redeems a code of the authenticator or a recovery code, each once. Returns undefined if it is not the account's. */
export async function redeemTwoFactorCode(
  { secrets }: AppContext,
  tx: Transaction,
  accountId: string,
  code: string,
): Promise<TwoFactorProof | undefined> {
  const row = await lockTwoFactor(tx, accountId);
  if (row === undefined || row.secret === null) return undefined;
  const codesLeft = row.recovery_codes_left;
  if (code.length !== 6) {
    // The codes may have been issued under an earlier SECRETS_KEY.
    const hashes = secrets.deriveKeys(recoveryPurpose).map((key) => hashCode(key, accountId, code));
    const isTaken = await useRecoveryCode(tx, accountId, hashes);
    return isTaken ? { by: 'recovery_code', codesLeft: codesLeft - 1 } : undefined;
  }
  const step = stepOfCode(secrets.open('totp', accountId, row.secret), code);
  if (step === undefined || step <= row.last_used_step) return undefined;
  await updateLastUsedStep(tx, accountId, step);
  return { by: 'totp', codesLeft };
}
