import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Milliseconds for which a client may take nothing of a response. The kernel reports room only when it has sent about a third of
 * its buffer, a megabyte: three minutes are 6 kB a second.
 */
const limitMs = 180_000;

/**
 * Ends connections whose client does not read its response, which would occupy memory without end. One that reads slowly may take as
 * long as it needs, and so may a response that the server has not begun.
 */
export function endStalledResponses(app: FastifyInstance, afterMs = limitMs): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    // A test's request without a connection would wait for its time limit after its end.
    if (!(socket instanceof Socket)) {
      done();
      return;
    }
    // Node reports a pause only if no part of what waits was sent meanwhile.
    reply.raw.setTimeout(afterMs, () => {
      if (socket.writableLength === 0) return;
      request.log.warn({ address: request.ip }, 'a connection whose client does not read was ended');
      // Without a reset, the kernel would keep what waits for further minutes.
      socket.resetAndDestroy();
    });
    done();
  });
}
