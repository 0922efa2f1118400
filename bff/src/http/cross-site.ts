import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../errors/http-error.ts';

const safeMethods = new Set(['GET', 'HEAD']);

/** Refuses requests that change something unless the portal's own pages send them. */
export function refuseCrossSite(app: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  const publicOrigin = new URL(publicUrl).origin;
  app.addHook('onRequest', async (request) => {
    // The path of the route, because the URL may contain escapes that the router decodes.
    const path = request.routeOptions.url ?? '/v1/';
    if (safeMethods.has(request.method) || !path.startsWith('/v1/')) return;
    // A form or a link cannot set this header, and no other origin is allowed to.
    const isOurs = request.headers['x-requested-with'] === 'portal';
    if (!isOurs || !isSameSite(request) || !isSameOrigin(request, publicOrigin))
      throw new HttpError('csrf_failed');
  });
}

function isSameSite(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin';
}

function isSameOrigin(request: FastifyRequest, publicOrigin: string): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined || origin === publicOrigin) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
