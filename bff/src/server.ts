import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from './build-app.ts';
import { type Config, ConfigError, loadConfig } from './config/config.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open-database.ts';
import { seedDemonstration } from './demo/seed-demonstration.ts';
import { OperatorError } from './errors/operator-error.ts';
import { createLog } from './log.ts';
import { portalPages } from './modules/portal/portal-pages.ts';
import { startQueue } from './queue/queue.ts';
import { createSecrets } from './secrets/secrets.ts';
import { type Lifetime, untilSignal } from './stop-on-signal.ts';

/** The demonstration account's published credentials. */
export const demoCredentials = { email: 'demo@dalat.example', password: 'Dalat-2026!' };

try {
  const config = loadConfig(process.env);
  const log = createLog(config.LOG_LEVEL, { isForPeople: config.PORTAL_ENV === 'development' });
  // A state that nobody foresaw is left by a new start; the record says why.
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught');
    process.exit(1);
  });
  await untilSignal((lifetime) => start(config, log, lifetime), {
    onSignal: (signal) => log.info({ signal }, 'stopping'),
  });
  process.exit(0);
} catch (error) {
  // What the person at the terminal can mend is told in words; anything else needs its stack.
  const isKnown = error instanceof OperatorError;
  console.error(isKnown ? error.message : error);
  process.exit(1);
}

/** Each step leaves word of how it ends: requests under way are answered, then jobs are finished, then the database ends. */
async function start(config: Config, log: Logger, { onStop, throwIfStopping }: Lifetime): Promise<void> {
  const { database, close } = await openDatabase(config);
  onStop(close);
  throwIfStopping();
  await migrate(database);
  throwIfStopping();
  const secrets = createSecrets(config);
  await seedDemonstration({ config, database, secrets }, log);
  throwIfStopping();
  const queue = await startQueue(database, log);
  onStop(() => queue.stop());
  const app = await buildApp({ config, database, queue, secrets, log, pages: portalPages(config, database) });
  onStop(() => app.close());
  await queue.work();
  await listen(app, config);
  throwIfStopping();
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

/** What the person who started the portal on a desk wants to know. */
export function welcomeText(config: Config): string {
  const lines = [
    `The portal is ready:   ${config.PUBLIC_URL}`,
    ...(config.DEMO_ACCOUNT
      ? [`Demonstration login:   ${demoCredentials.email} / ${demoCredentials.password}`]
      : []),
    ...(config.SMTP_URL === undefined ? [`Development mailbox:   ${config.PUBLIC_URL}/dev/mail`] : []),
    'To stop it:            Ctrl-C',
  ];
  return `\n${lines.join('\n')}\n`;
}
