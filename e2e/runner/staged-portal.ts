import { rm } from 'node:fs/promises';
import { type ComposedPortal, PortalFolder } from '../releases/portal-folder.ts';
import { type PortalServer, startServer } from './portal-server.ts';
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
    return { ...server, portal, dataFolder, stop: () => server.stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}
