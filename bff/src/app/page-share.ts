import type { FastifyInstance } from 'fastify';
import { holdPlace, leavePlace } from '../http/held-places.ts';
import { type AccountLoad, addressShare } from './account-load.ts';

/**
 * Shares pages and files between addresses, so that one visitor cannot use up what others need. A request leaves its share when
 * its response is ready: a slow line holds nothing, and neither does the pause before a refusal. Those of visitors who have left are
 * dropped.
 *
 * It leaves in a later turn of the event loop. What is in memory is answered before the next connection is read, so that the
 * requests of a flood would otherwise never meet, and none of them wait.
 */
export function sharePages(app: FastifyInstance, load: AccountLoad): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { promise: left, resolve } = Promise.withResolvers<void>();
    const leave = () => void setImmediate(resolve);
    holdPlace(request, leave);
    reply.raw.once('close', leave);
    const begin = (error?: Error) => {
      if (request.raw.socket.destroyed) reply.hijack();
      else done(error);
    };
    const enter = () => {
      begin();
      return request.raw.socket.destroyed ? Promise.resolve() : left;
    };
    load.run(addressShare(request.ip), 'pages', enter).catch(begin);
  });
  // After the hook that compresses, which costs most.
  app.addHook('onSend', async (request, _reply, payload) => {
    leavePlace(request);
    return payload;
  });
}
