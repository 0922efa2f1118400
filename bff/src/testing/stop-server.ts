import { rm } from 'node:fs/promises';
import { running } from './running-server.ts';

/** Jest's global tear-down: stops the server and deletes its data. */
export default async function stopServer(): Promise<void> {
  await running.server?.stop();
  if (running.dataDir !== undefined) await rm(running.dataDir, { recursive: true, force: true });
}
