import type { FastifyReply } from 'fastify';

/** One search in an index for each file that is being sent. */
const checkMs = 30_000;

/**
 * Ends a response that is still being sent when `hasAccess` no longer holds, because its session was ended or its token replaced: a
 * thief must not go on downloading after the owner has logged out all devices. A session that only expires ends nothing, because a
 * customer may wait for a file without a click. Calls `onClose` when nothing is sent any longer.
 */
export function endWithAccess(
  { raw, log }: FastifyReply,
  hasAccess: () => Promise<boolean>,
  onClose: () => void,
): void {
  if (raw.closed) {
    onClose();
    return;
  }
  const check = async () => {
    if (await hasAccess()) return;
    log.info('a download was ended with the access to it');
    // Otherwise the kernel would still send the megabytes that wait in its buffers.
    raw.socket?.resetAndDestroy();
  };
  // A database that does not respond ends no download.
  const timer = setInterval(() => void check().catch(() => undefined), checkMs);
  raw.once('close', () => {
    clearInterval(timer);
    onClose();
  });
}
