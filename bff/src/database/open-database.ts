import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { connect, type Database } from './database.ts';
import { startEmbedded } from './embedded/embedded.ts';

export interface OpenDatabase {
  database: Database;
  close(): Promise<void>;
}

/** Connects to DATABASE_URL or starts the embedded server. Tools that run beside the portal set `share`. */
export async function openDatabase(
  config: Config,
  { share = false, log }: { share?: boolean; log?: Logger } = {},
): Promise<OpenDatabase> {
  const options = { poolSize: config.DATABASE_POOL_SIZE, timeoutSeconds: config.DATABASE_TIMEOUT_SECONDS };
  if (config.DATABASE_URL !== undefined) {
    const database = connect({ url: config.DATABASE_URL, ...options });
    return { database, close: () => database.close() };
  }
  const report = (event: string, err?: unknown) => log?.error({ err }, event);
  const embedded = await startEmbedded({ dataDir: config.DATA_DIR, share, report });
  const database = connect({ url: embedded.url, ...options });
  return {
    database,
    close: async () => {
      await database.close();
      await embedded.stop();
    },
  };
}
