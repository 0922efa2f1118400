import { Secret, TOTP } from 'otpauth';

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
