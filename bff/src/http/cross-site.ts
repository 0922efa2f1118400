import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../errors/http-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Accepts requests of other servers. The route uses no session and authenticates each request itself. */
    isCrossSite?: boolean;
  }
}

const safeMethods = new Set(['GET', 'HEAD']);

interface Origins {
  /** The origin of the portal's pages. */
  publicUrl: string;
  /**
   * Accepts pages of the host that the request names as well, because a development portal has several names. In
   * production a caller must not choose the origin.
   */
  acceptsHost: boolean;
}

/** Refuses requests that change something unless the portal's own pages send them. */
export function refuseCrossSite(app: FastifyInstance, origins: Origins): void {
  app.addHook('onRequest', async (request) => {
    // The path of the route, because the URL may contain escapes that the router decodes.
    const path = request.routeOptions.url ?? '/v1/';
    if (safeMethods.has(request.method) || !path.startsWith('/v1/')) return;
    if (request.routeOptions.config.isCrossSite === true) return;
    // A form or a link cannot set this header, and no other origin is allowed to.
    const isOurs = request.headers['x-requested-with'] === 'portal';
    if (!isOurs || !isSameSite(request) || !isSameOrigin(request, origins))
      throw new HttpError('csrf_failed');
  });
}

function isSameSite(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin';
}

function isSameOrigin({ headers: { origin, host } }: FastifyRequest, { publicUrl, acceptsHost }: Origins) {
  if (origin === undefined || origin === publicUrl) return true;
  return acceptsHost && URL.canParse(origin) && new URL(origin).host === host;
}
