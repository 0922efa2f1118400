import { rmSync } from 'node:fs';
import path from 'node:path';
import { directoryStore } from '../store/directory-store.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { storeReport } from './trial-report.ts';
import type { PagePictures } from './trial-run.ts';

const file = 'report';

/** Saves the pictures of a run on this machine, also of one that was refused. */
export async function saveLastRun(dataFolder: string, pages: readonly PagePictures[]): Promise<void> {
  if (pages.length === 0) return;
  rmSync(folderOf(dataFolder), { recursive: true, force: true });
  const store = directoryStore(folderOf(dataFolder));
  const report = await storeReport(store, pages);
  if (report !== undefined) await store.write(file, Buffer.from(report));
}

/** The storage and the report's hash of the last run on this machine; undefined when there was none. */
export async function readLastRun(
  dataFolder: string,
): Promise<{ store: ReleaseStore; hash: string } | undefined> {
  const store = directoryStore(folderOf(dataFolder));
  const found = await store.read(file);
  return found && { store, hash: found.content.toString() };
}

function folderOf(dataFolder: string): string {
  return path.join(dataFolder, 'trial-run', 'last');
}
