import type { FastifyInstance } from 'fastify';

/** Anybody can send the header, so the number of warnings is limited. */
const mostWarnings = 10;

const warning =
  'a request with X-Forwarded-For came from an address that TRUSTED_PROXIES does not name; if it is a reverse proxy, all ' +
  'its customers share the limits of that address, and a few wrong passwords lock them out';

/** Warns once about each sender of X-Forwarded-For whose header is not believed. */
export function warnOfUnknownProxies(app: FastifyInstance): void {
  const warned = new Set<string>();
  app.addHook('onRequest', async (request) => {
    if (request.headers['x-forwarded-for'] === undefined) return;
    const { remoteAddress = '' } = request.socket;
    const isTrusted = (request.ips?.length ?? 0) > 1;
    if (isTrusted || warned.has(remoteAddress) || warned.size >= mostWarnings) return;
    warned.add(remoteAddress);
    request.log.warn({ address: remoteAddress }, warning);
  });
}
