import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { paceProbes } from './app/pace-probes.ts';
import type { Config } from './config/config.ts';
import { unavailable } from './errors/http-error.ts';
import { createHttpApp } from './http/http-app.ts';
import { maintenancePages } from './modules/delivery/portal-pages.ts';

/**
 * Builds the HTTP application of a portal that has not reached its database since it started: customers see the
 * maintenance page, every other request gets 503 with Retry-After, and the process is alive but not ready.
 */
export async function buildMaintenanceApp({
  config,
  log,
}: {
  config: Config;
  log: Logger;
}): Promise<FastifyInstance> {
  const app = createHttpApp({ config, log, missing: () => unavailable() });
  await app.register((probes, _options, done) => {
    paceProbes(probes);
    probes.get('/healthz', { logLevel: 'warn' }, async () => ({ success: true }));
    probes.get('/readyz', { logLevel: 'warn' }, async () => {
      throw unavailable();
    });
    done();
  });
  // Other servers send webhooks, which must not be refused permanently.
  for (const area of ['finances', 'messaging']) {
    app.post(`/v1/${area}/webhooks/*`, { config: { isCrossSite: true } }, async () => {
      throw unavailable();
    });
  }
  await app.register(maintenancePages(config));
  return app;
}
