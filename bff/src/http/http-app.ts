import { type FastifyBaseLogger, type FastifyInstance, fastify } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { HttpError } from '../errors/http-error.ts';
import { compressResponses } from './compress-responses.ts';
import { refuseCrossSite } from './cross-site.ts';
import { handleErrors, sendProblem, toHttpError } from './error-handler.ts';
import { dropGoneRequests } from './gone-requests.ts';
import { limitJson } from './limited-json.ts';
import { createRefusalPace } from './pace-refusals.ts';
import { parseInSlices } from './parse-in-slices.ts';
import { limitPipelinedRequests } from './pipelined-requests.ts';
import { refuseUnreadableText } from './readable-requests.ts';
import { logRequests, ResponseLog, requestId } from './request-log.ts';
import { addSecurityHeaders, refuseUnreadable, securityHeaders } from './security-headers.ts';
import { limitSmallChunks } from './small-chunks.ts';
import { endStalledResponses } from './stalled-responses.ts';
import { warnOfUnknownProxies } from './unknown-proxies.ts';

const bodyLimitBytes = 64 * 1024;

interface HttpAppOptions {
  config: Config;
  log: Logger;
  /** Creates the error of addresses without a route; by default 404. */
  missing?: () => HttpError;
}

/** Creates an application without routes: what holds for every request and response. */
export function createHttpApp({ config, log, missing }: HttpAppOptions): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log;
  const security = { isSecure: config.COOKIE_SECURE };
  const beforeRefusal = createRefusalPace(config);
  const app = fastify({
    loggerInstance,
    logController: new ResponseLog(),
    // A URL that cannot be decoded fails before any route and its error handler.
    frameworkErrors: async (error, request, reply) => {
      addSecurityHeaders(reply, security);
      await beforeRefusal(request);
      sendProblem(request, reply, toHttpError(error));
    },
    clientErrorHandler: refuseUnreadable(security),
    genReqId: requestId,
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    bodyLimit: bodyLimitBytes,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    // The database stops last, so requests that arrive during the shutdown are answered normally.
    return503OnClosing: false,
    exposeHeadRoutes: true,
    // Node would refuse requests without the header where no hook counts them: refuseUnreadableText does it.
    http: { requireHostHeader: false },
  });
  parseInSlices(app.server);
  // Node would refuse them, too. An expectation that is not met is no reason not to answer (RFC 9110).
  app.server.on('checkExpectation', (...exchange) => app.server.emit('request', ...exchange));
  // JSON is the only accepted body: another site's form cannot send it without a preflight request.
  app.removeContentTypeParser('text/plain');
  dropGoneRequests(app);
  limitPipelinedRequests(app);
  limitSmallChunks(app);
  endStalledResponses(app);
  limitJson(app);
  refuseUnreadableText(app);
  logRequests(app);
  securityHeaders(app, security);
  compressResponses(app);
  const isProduction = config.PORTAL_ENV === 'production';
  if (isProduction) warnOfUnknownProxies(app);
  refuseCrossSite(app, { publicUrl: config.PUBLIC_URL, acceptsHost: !isProduction });
  handleErrors(app, { beforeRefusal, missing });
  return app;
}
