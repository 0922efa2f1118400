import { statfs } from 'node:fs/promises';
import path from 'node:path';

/** The size of one file of the write-ahead log, which PostgreSQL needs to start. */
const neededBytes = 16 * 1024 * 1024;

/**
 * Says which disk of a cluster is nearly full, for an error message: the log of PostgreSQL says it too, but cannot be written
 * if it is on that disk. The write-ahead log may have a disk of its own. Returns an empty text if there is space.
 */
export async function describeFullDisk(clusterDir: string): Promise<string> {
  for (const folder of [clusterDir, path.join(clusterDir, 'pg_wal')]) {
    const free = await freeBytes(folder);
    if (free < neededBytes)
      return `Its disk is full: ${Math.floor(free / 1024 / 1024)} MiB are free in ${folder}.`;
  }
  return '';
}

async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
