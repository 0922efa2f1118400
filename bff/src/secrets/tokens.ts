import { createHash, randomBytes } from 'node:crypto';
import type { Secrets } from './secrets.ts';

/** 256 random bits, as text for a cookie or a link. */
export function newToken(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** What is stored of a token: whoever reads the table cannot use it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

interface NewAccountToken {
  token: string;
  /** What is stored: enough to check the token, to recognise it, and to show it to its owner. */
  stored: { hash: Buffer; last4: string; sealed: string };
}

/** Makes an API token: 256 random bits. */
export function makeAccountToken(secrets: Secrets, accountId: string): NewAccountToken {
  const token = newToken();
  const sealed = secrets.seal('account_token', accountId, token);
  return { token, stored: { hash: hashToken(token), last4: token.slice(-4), sealed } };
}
