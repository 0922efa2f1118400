import { rm } from 'node:fs/promises';
import { type ComposedPortal, PortalFolder } from '../releases/portal-folder.ts';
import { freePort, startProcess } from './portal-process.ts';
import { createDataFolder } from './start-portal.ts';

export interface StagedPortal {
  url: string;
  portal: PortalFolder;
  dataFolder: string;
  /** The end of what the server has logged. */
  said: () => string;
  /** Starts the server anew over the same data, with other settings. */
  restart: (env: Record<string, string>) => Promise<void>;
  stop: () => Promise<void>;
}

/** Seconds. Database and demonstration data. */
const startLimit = 90;

/** Serves a portal of chosen releases on a free port of this machine, with data of its own. */
export async function startStagedPortal(
  composed: ComposedPortal,
  env: Record<string, string> = {},
): Promise<StagedPortal> {
  const dataFolder = await createDataFolder();
  const remove = () => rm(dataFolder, { recursive: true, force: true });
  try {
    const portal = await PortalFolder.create(dataFolder);
    await portal.compose(composed);
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const start = (more: Record<string, string>) =>
      startProcess({
        program: 'bff/src/server.ts',
        port,
        startLimit,
        env: {
          PUBLIC_URL: url,
          DATA_DIR: dataFolder,
          PORTAL_DIR: portal.folder,
          COMPOSITION_PUBLIC_KEY: portal.key.publicKey,
          PORTAL_ENV: 'development',
          LOG_LEVEL: 'warn',
          RATE_LIMIT_FACTOR: '1000',
          ...env,
          ...more,
        },
      });
    let server = await start({});
    return {
      url,
      portal,
      dataFolder,
      said: () => server.said(),
      restart: async (more) => {
        await server.stop();
        server = await start(more);
      },
      stop: () => server.stop().then(remove),
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
