import path from 'node:path';
import { buildApp } from './app.ts';
import { ConfigError, loadConfig } from './config/config.ts';
import { EmbeddedPostgresError } from './database/embedded-error.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open-database.ts';
import { createLog } from './log.ts';
import { portalPages } from './modules/portal/portal-pages.ts';
import { startQueue } from './queue/queue.ts';

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
  const log = createLog(config.LOG_LEVEL);
  const { database, close } = await openDatabase(config);
  await migrate(database);
  const queue = await startQueue(database, log);
  const app = await buildApp({ config, database, queue, log, pages: portalPages(config) });
  await queue.work();
  await app.listen({ host: config.HOST, port: config.PORT });
  log.info({ address: config.PUBLIC_URL, data: path.resolve(config.DATA_DIR) }, 'ready');

  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    await app.close();
    await queue.stop();
    await close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal));
}
