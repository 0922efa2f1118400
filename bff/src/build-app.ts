import { releaseMetrics } from '@portal/federation-server/release-metrics';
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import type { Logger } from 'pino';
import { createAccountLoad } from './app/account-load.ts';
import type { AppContext } from './app/context.ts';
import type { Config } from './config/config.ts';
import type { Database } from './database/database.ts';
import { compressResponses } from './http/compress-responses.ts';
import { refuseCrossSite } from './http/cross-site.ts';
import { handleErrors, sendProblem, toHttpError } from './http/error-handler.ts';
import { refuseUnreadableText } from './http/readable-requests.ts';
import { logRequests, requestId } from './http/request-log.ts';
import { addSecurityHeaders, refuseUnreadable, securityHeaders } from './http/security-headers.ts';
import { warnOfUnknownProxies } from './http/unknown-proxies.ts';
import { createMailer } from './mail/mailer.ts';
import { jobs, modules } from './modules.ts';
import type { Queue } from './queue/queue.ts';
import type { Secrets } from './secrets/secrets.ts';
import { createSessions } from './sessions/sessions.ts';

export interface AppOptions {
  config: Config;
  database: Database;
  queue: Queue;
  secrets: Secrets;
  log: Logger;
  /** Serves the front end. */
  pages?: (app: FastifyInstance, context: AppContext) => Promise<void>;
  /** Whether the process will stop soon: `/readyz` fails then, and connections end with their next response. */
  isStopping?: () => boolean;
}

const bodyLimitBytes = 64 * 1024;
/** Responses of these routes hold secrets, such as the last characters of a token. */
const secretRoutes = /^\/v1\/(?:users|accounts)\//;

/** Builds the HTTP application without listening: tests inject requests, run-portal.ts listens. */
export async function buildApp({
  config,
  database,
  queue,
  secrets,
  log,
  pages,
  isStopping = () => false,
}: AppOptions): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = log;
  const security = { isSecure: config.COOKIE_SECURE };
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // A URL that cannot be decoded fails before any route and its error handler.
    frameworkErrors: (error, request, reply) => {
      addSecurityHeaders(reply, security);
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
  });
  // JSON is the only accepted body: another site's form cannot send it without a preflight request.
  app.removeContentTypeParser('text/plain');
  refuseUnreadableText(app);
  logRequests(app);
  securityHeaders(app, security);
  compressResponses(app, { isSecret: (route) => secretRoutes.test(route) });
  const isProduction = config.PORTAL_ENV === 'production';
  if (isProduction) warnOfUnknownProxies(app);
  refuseCrossSite(app, { publicUrl: config.PUBLIC_URL, acceptsHost: !isProduction });
  handleErrors(app);
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping()) reply.header('connection', 'close');
  });

  const mailer = createMailer(config, database, queue);
  const sessions = createSessions(config);
  const load = createAccountLoad(config);
  const metrics = config.OPS_TOKEN === undefined ? undefined : releaseMetrics();
  const context: AppContext = {
    config,
    database,
    queue,
    mailer,
    sessions,
    secrets,
    load,
    log,
    readiness: [async () => !isStopping()],
    metrics,
  };
  await queue.add([...mailer.jobs, ...jobs.flatMap((jobsOf) => jobsOf(context))]);
  for (const routes of modules) await app.register((scope) => routes(scope, context));
  if (pages !== undefined) await app.register((scope) => pages(scope, context));
  return app;
}
