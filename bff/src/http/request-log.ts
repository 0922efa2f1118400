import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { ClientGone } from './gone-requests.ts';

/** Returns the caller's X-Request-Id if it is safe in a log line, otherwise a new id. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : newRequestId();
}

function newRequestId(): string {
  return `req_${randomBytes(9).toString('base64url')}`;
}

/** Longer than every path of the API and of the portal's files. */
const longestPath = 300;

/**
 * Logs one line for each response. It logs the path only: a query may hold a phone number, a header the session. Anybody can send
 * paths of 16 KB, so a longer one is cut.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      path: request.url.replace(/[?#].*$/s, '').slice(0, longestPath),
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime),
    };
    request.log.info(line, 'request completed');
  });
}

/** Logs a response that ends before it is complete: as an error, unless its client has gone. */
export class ResponseLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true });
  }

  override streamError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    const isClosed = 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
    const isAbandoned = reply.raw.destroyed && (isClosed || error instanceof ClientGone);
    if (isAbandoned) request.log.info('abandoned');
    else request.log.error({ err: error }, 'a response has ended before it was complete');
  }
}
