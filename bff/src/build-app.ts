import { releaseMetrics } from '@portal/federation-server/release-metrics';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createAccountLoad } from './app/account-load.ts';
import type { AppContext } from './app/context.ts';
import { createFoundSessions } from './app/found-sessions.ts';
import { sharePages } from './app/page-share.ts';
import type { Config } from './config/config.ts';
import type { Database } from './database/database.ts';
import { createHttpApp } from './http/http-app.ts';
import { createMailer } from './mail/mailer.ts';
import { attachReceipts } from './modules/payments/payment-documents.ts';
import { openapiRoutes } from './modules/platform/openapi.ts';
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
  const app = createHttpApp({ config, log });
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping()) reply.header('connection', 'close');
  });

  const mailer = createMailer(config, database, queue, attachReceipts(database));
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
    foundSessions: createFoundSessions(),
    foundBrowsers: createFoundSessions(),
    log,
    readiness: [],
    isStopping,
    metrics,
  };
  await queue.add([...mailer.jobs, ...jobs.flatMap((jobsOf) => jobsOf(context))]);
  for (const routes of modules) await app.register((scope) => routes(scope, context));
  await app.register((scope) => {
    sharePages(scope, load);
    return Promise.all([openapiRoutes(scope, context), pages?.(scope, context)]).then(() => undefined);
  });
  return app;
}
