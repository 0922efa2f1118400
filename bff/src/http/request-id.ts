import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The caller's X-Request-Id if it is harmless in a log line, else a new one. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : newRequestId();
}

function newRequestId(): string {
  return `req_${randomBytes(9).toString('base64url')}`;
}
