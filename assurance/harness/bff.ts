import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { startServer } from '@portal/testbed/runner/portal-server';
import pg from 'pg';

export interface CheckBff {
  url: string;
  /** Id of the BFF's process. */
  pid: () => number;
  dataFolder: string;
  /** The whole output of the BFF, restarts included. */
  outputFile: string;
  /** The portal's database, without the checks of the BFF. */
  database: pg.Pool;
  /** Restarts the BFF over the same data with other settings. */
  restart: (env: Record<string, string>) => Promise<void>;
}

/** Settings of a BFF without pages, mails or demonstration account. */
const settings = { DEMO_ACCOUNT: 'false', LOG_LEVEL: 'error', BOT_CHECK: 'none' };

/**
 * Runs a check against a BFF and a database of its own, and stops both. `prepare` fills the data folder before the BFF starts;
 * with DATA_DIR in `env` the data is in that folder, and it stays.
 */
export async function withBff<Result>(
  measure: (bff: CheckBff) => Promise<Result>,
  env: Record<string, string> = {},
  prepare: (dataFolder: string) => Promise<void> = async () => undefined,
): Promise<Result> {
  const prepared = async (dataFolder: string) => {
    await prepare(dataFolder);
    return { settings: { ...settings, ...env } };
  };
  await using server = await startServer(prepared, { probe: '/healthz' });
  const dataFolder = env['DATA_DIR'] ?? server.dataFolder;
  let database = await openDatabase(dataFolder);
  const bff: CheckBff = {
    url: server.url,
    pid: server.pid,
    dataFolder,
    outputFile: server.outputFile,
    get database() {
      return database;
    },
    restart: async (more) => {
      await database.end();
      await server.restart(more);
      database = await openDatabase(dataFolder);
    },
  };
  try {
    return await measure(bff);
  } catch (error) {
    console.error(server.log());
    throw error;
  } finally {
    await database.end();
  }
}

/** Connects to the embedded database; its port and password are in files of the data folder. */
export async function openDatabase(dataFolder: string): Promise<pg.Pool> {
  const password = (await readFile(path.join(dataFolder, 'postgres-password'), 'utf8')).trim();
  const lines = (await readFile(path.join(dataFolder, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const pool = new pg.Pool({
    connectionString: `postgres://postgres:${password}@127.0.0.1:${lines[3]}/portal`,
    max: 4,
  });
  // A stopping server closes idle connections, which is no error here.
  pool.on('error', () => undefined);
  return pool;
}
