import { rm } from 'node:fs/promises';
import { type ComposedPortal, PortalFolder } from '../releases/portal-folder.ts';
import { freePort, type PortalProcess, startProcess } from './portal-process.ts';
import { createDataFolder } from './start-portal.ts';

interface Served {
  dataFolder: string;
  portalFolder: string;
  publicKey: string;
}

export interface PortalServer {
  url: string;
  /** The end of the server's output. */
  log: () => string;
  /** Restarts the server over the same data with other settings. */
  restart: (env: Record<string, string>) => Promise<void>;
  stop: () => Promise<void>;
}

/** Seconds, for the database and the demonstration data. */
const startLimit = 120;

/** Serves a folder of releases on a free local port. */
export async function startServer(
  { dataFolder, portalFolder, publicKey }: Served,
  env: Record<string, string> = {},
): Promise<PortalServer> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const start = (more: Record<string, string>): Promise<PortalProcess> =>
    startProcess({
      program: 'demo/src/server.ts',
      port,
      startLimit,
      env: {
        PUBLIC_URL: url,
        DATA_DIR: dataFolder,
        PORTAL_DIR: portalFolder,
        COMPOSITION_PUBLIC_KEY: publicKey,
        // A restart as production, which reads no key from a file, needs the same key.
        SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
        PORTAL_ENV: 'development',
        LOG_LEVEL: 'warn',
        RATE_LIMIT_FACTOR: '1000',
        // Checks send thousands of forms. The journeys run with the default bot check.
        BOT_CHECK: 'none',
        ...env,
        ...more,
      },
    });
  let server = await start({});
  return {
    url,
    log: () => server.log(),
    restart: async (more) => {
      await server.stop();
      server = await start(more);
    },
    stop: () => server.stop(),
  };
}

/** Stops the portal when this process is interrupted. */
export function stopWithProcess(stop: () => Promise<void>): void {
  const leave = () => void stop().finally(() => process.exit(130));
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, leave);
}

export interface StagedPortal extends PortalServer {
  portal: PortalFolder;
  dataFolder: string;
}

/** Serves a portal of chosen releases on a free local port, with data of its own. */
export async function startStagedPortal(composed: ComposedPortal): Promise<StagedPortal> {
  const dataFolder = await createDataFolder();
  const remove = () => rm(dataFolder, { recursive: true, force: true });
  try {
    const portal = await PortalFolder.create(dataFolder);
    await portal.compose(composed);
    const { folder: portalFolder, key } = portal;
    const server = await startServer({ dataFolder, portalFolder, publicKey: key.publicKey });
    const stop = () => server.stop().then(remove);
    stopWithProcess(stop);
    return { ...server, portal, dataFolder, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}
