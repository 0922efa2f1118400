import { createHash, randomBytes } from 'node:crypto';
import type { Secrets } from './secrets.ts';

/** Creates a token of 256 random bits, as text for a cookie or a link. */
export function newToken(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** Hashes a token for storage, so that a stolen table holds no usable tokens. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

interface NewAccountToken {
  token: string;
  /** What is stored: the hash checks the token, `last4` identifies it, `sealed` shows it to its owner. */
  stored: { hash: Buffer; last4: string; sealed: string };
}

/** Creates an API token of 256 random bits. */
export function makeAccountToken(secrets: Secrets, accountId: string): NewAccountToken {
  const token = newToken();
  const sealed = secrets.seal('account_token', accountId, token);
  return { token, stored: { hash: hashToken(token), last4: token.slice(-4), sealed } };
}
