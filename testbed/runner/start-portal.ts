import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, startProcess } from './portal-process.ts';

export interface Portal {
  url: string;
  /** Undefined for a portal that was running already and did not say. */
  dataFolder: string | undefined;
  stop: () => Promise<void>;
}

/** Seconds. A first build of everything and the demonstration data included. */
const startLimit = 180;

/**
 * Starts the product as `npm start` does, on a free port of this machine and with data of its own. Throws
 * PortalStartError, and leaves nothing behind, when it does not come up or `signal` aborts the wait.
 */
export async function startPortal(signal: AbortSignal): Promise<Portal> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const dataFolder = await createDataFolder();
  const remove = () => rm(dataFolder, { recursive: true, force: true });
  try {
    const { stop } = await startProcess({
      program: 'tooling/commands/start.ts',
      port,
      startLimit,
      signal,
      env: {
        PUBLIC_URL: url,
        DATA_DIR: dataFolder,
        PORTAL_ENV: 'development',
        LOG_LEVEL: 'warn',
        RATE_LIMIT_FACTOR: '1000',
      },
    });
    return { url, dataFolder, stop: () => stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** A portal that somebody else runs and stops. */
export function joinPortal(url: string, dataFolder: string | undefined): Portal {
  return { url: url.replace(/\/$/, ''), dataFolder, stop: async () => undefined };
}

/** An empty folder for a portal's data. */
export async function createDataFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-e2e-'));
  // As root the database runs under another account, which has to get in.
  await chmod(folder, 0o755);
  return folder;
}
