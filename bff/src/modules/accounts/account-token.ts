import type { Secrets } from '../../secrets/secrets.ts';
import { hashToken, newToken } from '../sessions/session-token.ts';

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
