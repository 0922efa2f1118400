import { createHmac, randomBytes } from 'node:crypto';

const secretPrefix = 'whsec_';

/** Creates the secret of a webhook: 256 random bits, as Standard Webhooks writes them. */
export function newWebhookSecret(): string {
  return secretPrefix + randomBytes(32).toString('base64');
}

interface SignedContent {
  /** The event, the same in every attempt and replay. */
  id: string;
  /** When this attempt is made, in seconds since 1970. */
  seconds: number;
  body: string;
}

/**
 * Returns the headers of Standard Webhooks: HMAC-SHA-256 of id, time and body with each of the secrets, so that a receiver can
 * replace one without an interruption.
 */
export function signedHeaders(
  { id, seconds, body }: SignedContent,
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}
