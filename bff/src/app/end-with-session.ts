import type { FastifyReply } from 'fastify';
import { findSession } from '../sessions/sessions.repository.ts';
import type { Session } from '../sessions/sessions.ts';
import type { AppContext } from './context.ts';

/** One search in an index for each file that is being sent. */
const checkMs = 30_000;

/**
 * Ends a response that is still being sent when its session has been ended: a thief must not go on downloading after the owner has
 * logged out all devices. A session that expires meanwhile ends nothing, because a customer may wait for a file without a click.
 */
export function endWithSession(
  { database }: Pick<AppContext, 'database'>,
  { tokenHash, idle_expires_at }: Session,
  { raw, log }: FastifyReply,
): void {
  if (raw.closed) return;
  let expires = Date.parse(idle_expires_at);
  const check = async () => {
    const row = await findSession(database.system, tokenHash);
    if (row !== undefined) {
      const idleExpiry = Date.parse(row.last_seen) + row.idle_seconds * 1000;
      expires = Math.min(idleExpiry, Date.parse(row.expires_at));
    } else if (Date.now() < expires) {
      log.info('a download was ended with its session');
      // Otherwise the kernel would still send the megabytes that wait in its buffers.
      raw.socket?.resetAndDestroy();
    }
  };
  // A database that does not respond ends no download.
  const timer = setInterval(() => void check().catch(() => undefined), checkMs);
  raw.once('close', () => clearInterval(timer));
}
