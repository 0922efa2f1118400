import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Address } from './connections.ts';
import { connect, type Database } from './database.ts';
import { startEmbedded } from './embedded/embedded.ts';

export interface OpenDatabase {
  /** Connected as the server's role. */
  database: Database;
  /** Calls `work` with a connection of the role that owns the database; undefined if its address is unknown. */
  asOwner: (<Result>(work: (owner: Database) => Promise<Result>) => Promise<Result>) | undefined;
  close(): Promise<void>;
}

/** Connects to DATABASE_URL or starts the embedded server. Tools that run beside the portal set `share`. */
export async function openDatabase(
  config: Config,
  { share = false, log }: { share?: boolean; log?: Logger } = {},
): Promise<OpenDatabase> {
  const options = { poolSize: config.DATABASE_POOL_SIZE, timeoutSeconds: config.DATABASE_TIMEOUT_SECONDS };
  const ownerOf =
    (url: Address) =>
    async <Result>(work: (owner: Database) => Promise<Result>): Promise<Result> => {
      const owner = connect({ url, poolSize: 2, timeoutSeconds: config.DATABASE_TIMEOUT_SECONDS });
      try {
        return await work(owner);
      } finally {
        await owner.close();
      }
    };
  if (config.DATABASE_URL !== undefined) {
    const database = connect({ url: config.DATABASE_URL, ...options });
    const { DATABASE_OWNER_URL: ownerUrl } = config;
    const asOwner = ownerUrl === undefined ? undefined : ownerOf(ownerUrl);
    return { database, asOwner, close: () => database.close() };
  }
  const report = (event: string, err?: unknown) => log?.error({ err }, event);
  const embedded = await startEmbedded({ dataDir: config.DATA_DIR, share, report });
  const database = connect({ url: () => embedded.url, ...options, isEmbedded: true });
  return {
    database,
    asOwner: ownerOf(() => embedded.ownerUrl),
    close: async () => {
      await database.close();
      await embedded.stop();
    },
  };
}
