import { link, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isAlive } from './is-alive.ts';

interface PidFile {
  pid: number;
  port: number;
  status: string;
}

/** Reads postmaster.pid: line 1 is the process id, line 4 the port, line 8 the status. */
export async function readPidFile(clusterDir: string): Promise<PidFile | undefined> {
  try {
    const lines = (await readFile(nameOf(clusterDir), 'utf8')).split('\n');
    const pid = Number(lines[0]);
    if (!Number.isInteger(pid) || pid <= 0) return undefined;
    return { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? '' };
  } catch {
    return undefined;
  }
}

/**
 * Removes the pid file of a server that is gone if another process has its id: PostgreSQL would take that for the server. Unless
 * the caller `isLocking` the data, another process may start the server in this moment.
 */
export async function removeLeftPidFile(
  clusterDir: string,
  { isLocking }: { isLocking: boolean },
): Promise<void> {
  const pid = (await readPidFile(clusterDir))?.pid;
  // PostgreSQL itself replaces the file if no process has the id.
  if (pid === undefined || !isAlive(pid) || (await isServer(pid, clusterDir))) return;
  if (!isLocking && (await isPostgres(pid))) return;
  const file = nameOf(clusterDir);
  const aside = `${file}.${process.pid}`;
  try {
    await rename(file, aside);
    const lines = await readFile(aside, 'utf8');
    if (Number(lines.split('\n')[0]) !== pid) await link(aside, file);
  } catch {
    // Another process has removed it.
  } finally {
    await rm(aside, { force: true });
  }
}

/**
 * Process ids are reused: only a process whose working directory is the data folder is the server. The folder can have several
 * paths, by links and mounts.
 */
export async function isServer(pid: number, clusterDir: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    const [works, data] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(clusterDir)]);
    return works.dev === data.dev && works.ino === data.ino;
  } catch (error) {
    // ENOENT means that the process has ended. Without permission to look, assume that it is the server.
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
  }
}

async function isPostgres(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim() === 'postgres';
}

const nameOf = (clusterDir: string) => path.join(clusterDir, 'postmaster.pid');
