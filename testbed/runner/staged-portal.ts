import { rm } from 'node:fs/promises';
import { type ComposedPortal, PortalFolder } from '../releases/portal-folder.ts';
import { type PortalServer, startServer, stopWithProcess } from './portal-server.ts';
import { createDataFolder } from './start-portal.ts';

export interface StagedPortal extends PortalServer {
  portal: PortalFolder;
  dataFolder: string;
}

/** Serves a portal of chosen releases on a free port of this machine, with data of its own. */
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
