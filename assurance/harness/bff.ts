import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { freePort, startProcess } from '@portal/testbed/runner/portal-process';
import { stopWithProcess } from '@portal/testbed/runner/portal-server';
import { createDataFolder } from '@portal/testbed/runner/start-portal';
import pg from 'pg';

export interface CheckBff {
  url: string;
  /** The portal's database, without the checks of the BFF. */
  database: pg.Pool;
  /** Restarts the BFF over the same data with other settings. */
  restart: (env: Record<string, string>) => Promise<void>;
  log: () => string;
}

/** Settings of a BFF without pages, mails or demonstration account. */
const settings = {
  PORTAL_ENV: 'development',
  DEMO_ACCOUNT: 'false',
  LOG_LEVEL: 'error',
  BOT_CHECK: 'none',
};

/** Runs a check against a BFF and a database of its own, and stops both. */
export async function withBff(
  measure: (bff: CheckBff) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  const dataFolder = await createDataFolder();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const start = (more: Record<string, string>) =>
    startProcess({
      program: 'demo/src/server.ts',
      port,
      startLimit: 60,
      env: { ...settings, PUBLIC_URL: url, DATA_DIR: dataFolder, ...env, ...more },
    });
  const remove = () => rm(dataFolder, { recursive: true, force: true });
  let server = await start({}).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  let database = await openDatabase(dataFolder);
  const stop = async () => {
    await database.end();
    await server.stop();
    await remove();
  };
  stopWithProcess(stop);
  const bff: CheckBff = {
    url,
    get database() {
      return database;
    },
    restart: async (more) => {
      await database.end();
      await server.stop();
      server = await start(more);
      database = await openDatabase(dataFolder);
    },
    log: () => server.log(),
  };
  try {
    await measure(bff);
  } catch (error) {
    console.error(server.log());
    throw error;
  } finally {
    await stop();
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
