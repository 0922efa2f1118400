import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, as text for a cookie or a link. */
export function newToken(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** What is stored of a token: whoever reads the table cannot use it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
