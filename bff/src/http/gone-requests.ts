import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Nobody waits for the response any more: the client has closed the connection or aborted the request. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** A signal that is aborted when the client goes away. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const abort = () => gone.abort(new ClientGone('the client has gone away'));
  response.once('close', abort);
  if (response.destroyed) abort();
  return gone.signal;
}

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
