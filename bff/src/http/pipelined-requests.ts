import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests that one connection may have unanswered. Browsers and reverse proxies send the next one after a response. */
const mostUnanswered = 8;

/**
 * Ends connections that send request after request without waiting for responses: Node parses and emits all that a packet
 * contains, so that one visitor could occupy the process and fill its memory. It follows
 * `dropGoneRequests`, before all other hooks.
 */
export function limitPipelinedRequests(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count <= mostUnanswered) {
      unanswered.set(socket, count);
      reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
      done();
      return;
    }
    reply.hijack();
    request.log.warn({ address: request.ip }, 'a connection with too many unanswered requests was ended');
    socket.destroy();
  });
}
