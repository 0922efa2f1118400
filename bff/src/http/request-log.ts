import type { FastifyInstance } from 'fastify';

/** One line an answer. The path only: a query may hold a phone number, a header the session. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      path: request.url.replace(/[?#].*$/s, ''),
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime),
    };
    request.log.info(line, 'answered');
  });
}
