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

// What every authenticator understands: RFC 6238 with its own defaults.
const form = { algorithm: 'SHA1', digits: 6, period: 30 };
/** Steps that a phone's clock, or the time of typing, may be off. */
const window = 1;

/** 160 random bits in Base32, the length that RFC 4226 recommends. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** What the QR code says: `otpauth://totp/Dalat:ann%40example.com?issuer=Dalat&secret=…`. */
export function otpauthUrl(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ ...form, issuer, label, secret }).toString();
}

/** The number of the 30 seconds that a code belongs to; undefined if it is not the secret's, or not of now. */
export function stepOfCode(secret: string, code: string, now = Date.now()): number | undefined {
  const delta = new TOTP({ ...form, secret }).validate({ token: code, timestamp: now, window });
  return delta === null ? undefined : TOTP.counter({ period: form.period, timestamp: now }) + delta;
}

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

export interface SecondStep {
  by: 'totp' | 'recovery_code';
  /** Unused recovery codes. */
  codesLeft: number;
}

/** Takes a code of the authenticator or a recovery code, each once. Undefined: it is none of the account's. */
export async function takeSecondStep(
  { secrets }: AppContext,
  tx: Transaction,
  accountId: string,
  code: string,
): Promise<SecondStep | undefined> {
  const row = await lockTwoFactor(tx, accountId);
  if (row === undefined || row.secret === null) return undefined;
  const codesLeft = row.recovery_codes_left;
  if (code.length !== 6) {
    const isTaken = await redeemRecoveryCode(tx, secrets, accountId, code);
    return isTaken ? { by: 'recovery_code', codesLeft: codesLeft - 1 } : undefined;
  }
  const step = stepOfCode(secrets.open('totp', accountId, row.secret), code);
  if (step === undefined || step <= row.last_used_step) return undefined;
  await updateLastUsedStep(tx, accountId, step);
  return { by: 'totp', codesLeft };
}
