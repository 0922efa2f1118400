import type { FastifyInstance } from 'fastify';

/**
 * Drops requests whose sender has reset the connection before they were read: nobody waits for a response, and the kernel no
 * longer knows the address, even if Node has not noticed the reset yet. Node stores an address that it has read once, so later
 * hooks and handlers find it in `request.ip`, whatever has happened to the connection since. It must be the first hook.
 */
export function dropGoneRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    if (!socket.destroyed && socket.remoteAddress !== undefined) {
      done();
      return;
    }
    reply.hijack();
    socket.destroy();
  });
}
