import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { type Config, ConfigError, loadConfig } from './config/config.ts';
import { EmbeddedPostgresError } from './database/embedded-error.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open-database.ts';
import { seedDemonstration } from './demo/seed-demonstration.ts';
import { createLog } from './log.ts';
import { portalPages } from './modules/portal/portal-pages.ts';
import { startQueue } from './queue/queue.ts';
import { welcomeText } from './welcome-text.ts';

const stopPatienceMs = 15_000;

try {
  await start();
} catch (error) {
  // What the person at the terminal can mend is told in words; anything else needs its stack.
  const isKnown = error instanceof ConfigError || error instanceof EmbeddedPostgresError;
  console.error(isKnown ? error.message : error);
  process.exit(1);
}

async function start(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLog(config.LOG_LEVEL, { isForPeople: config.PORTAL_ENV === 'development' });
  const { database, close } = await openDatabase(config);
  await migrate(database);
  await seedDemonstration(database, config, log);
  const queue = await startQueue(database, log);
  const app = await buildApp({ config, database, queue, log, pages: portalPages(config, database) });
  await queue.work();
  await listen(app, config);
  stopOnSignal(log, async () => {
    await app.close();
    await queue.stop();
    await close();
  });
  if (config.PORTAL_ENV === 'development') console.log(welcomeText(config));
  else log.info({ address: config.PUBLIC_URL }, 'ready');
}

async function listen(app: FastifyInstance, { HOST: host, PORT: port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    throw isTaken ? new ConfigError([`PORT: ${port} is in use on ${host}; expected a free one`]) : error;
  }
}

/** Requests under way are answered, jobs under way are finished, then the database ends. A second signal cuts it short. */
function stopOnSignal(log: Logger, stop: () => Promise<void>): void {
  let isStopping = false;
  const end = async (signal: string) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), stopPatienceMs).unref();
    await stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(signal));
  // A state that nobody foresaw is left by a new start; the record says why.
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught');
    process.exit(1);
  });
}
