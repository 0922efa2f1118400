import type { FastifyInstance } from 'fastify';

/** Bytes. The parts of a body are those of packets, or of buffers of the sender. */
const small = 64;
/** Small parts that a body may have: slices of packets end in the middle of parts, and a proxy or a slow line may cut off some. */
const mostSmall = 256;

/**
 * Ends connections that send a body in tiny parts: Node emits each of them, and it is appended alone, before anything else looks at the
 * request, so that a body of the permitted size in parts of one byte occupied the process for half a second. Bodies that nobody reads have
 * no permitted size.
 */
export function limitSmallChunks(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    const { 'content-length': length, 'transfer-encoding': coding } = raw.headers;
    // Most requests have no body.
    if (length === undefined && coding === undefined) {
      done();
      return;
    }
    const push = raw.push.bind(raw);
    let count = 0;
    raw.push = (part, encoding) => {
      if (part === null || part.length >= small) return push(part, encoding);
      count += 1;
      if (count <= mostSmall) return push(part, encoding);
      // The rest of the slice is still parsed, and dropped here.
      if (count > mostSmall + 1) return false;
      request.log.warn({ address: request.ip }, 'a connection that sent a body in tiny parts was ended');
      raw.socket.destroy();
      return false;
    };
    // What Node calls for a body that was not read: it would not push the parts any longer, which still cost their parsing.
    Reflect.set(raw, '_dump', () => raw.removeAllListeners('data').resume());
    done();
  });
}
