import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, startProcess } from './portal-process.ts';

export interface Portal {
  url: string;
  /** Undefined for a running portal whose data folder is unknown. */
  dataFolder: string | undefined;
  stop: () => Promise<void>;
}

/** Seconds, for a complete build, the database and the demonstration data. */
const startLimit = 180;

/**
 * Starts the portal as `npm start` does, on a free local port with data of its own. Throws PortalStartError and removes
 * everything when the portal does not start or `signal` aborts.
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

/** A portal that is already running and is not stopped by the tests. */
export function joinPortal(url: string, dataFolder: string | undefined): Portal {
  return { url: url.replace(/\/$/, ''), dataFolder, stop: async () => undefined };
}

/** Creates an empty folder for a portal's data. */
export async function createDataFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-e2e-'));
  // Under root the database runs as another user, who needs access.
  await chmod(folder, 0o755);
  return folder;
}
