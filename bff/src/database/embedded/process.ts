import { spawn } from 'node:child_process';
import { open, readFile, readlink, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../../errors/operator-error.ts';
import type { ClusterOptions } from './cluster.ts';
import { describeFullDisk } from './disk-space.ts';
import { commandAs } from './server-account.ts';

const timeoutMs = 30_000;
const pollMs = 10;

export interface RunningServer {
  port: number;
  /** Asks the server to stop without waiting, for use when the process exits. */
  signal(): void;
  stop(): Promise<void>;
}

interface LaunchOptions extends Omit<ClusterOptions, 'password'> {
  settings: Readonly<Record<string, string>>;
  logFile: string;
  /** The port of a server that starts again; without it a free one. */
  port?: number;
}

/** Finds the server that already runs on this data. Removes the pid file of a server that is gone. */
export async function findRunning(clusterDir: string): Promise<RunningServer | undefined> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const mark = await readPidFile(clusterDir);
    if (mark === undefined) return undefined;
    if (!(await isServer(mark.pid, clusterDir))) {
      await rm(path.join(clusterDir, 'postmaster.pid'), { force: true });
      return undefined;
    }
    if (mark.status === 'ready') return runningServer(mark.pid, mark.port);
    // The server is starting or stopping.
    await sleep(pollMs * 5);
  }
  throw new OperatorError(`The PostgreSQL server on ${clusterDir} neither starts nor stops.`);
}

export async function launch(launched: LaunchOptions): Promise<RunningServer> {
  const { binaries, account, clusterDir, logFile } = launched;
  const port = launched.port ?? (await freePort());
  const log = await open(logFile, 'a', 0o600);
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    // The path of a socket file has a length limit that a deep checkout exceeds.
    unix_socket_directories: '',
    fsync: 'on',
    synchronous_commit: 'on',
    max_connections: '60',
    shared_buffers: '256MB',
    random_page_cost: '1.1',
    effective_cache_size: '2GB',
    maintenance_work_mem: '256MB',
    max_wal_size: '4GB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // After a crash the server writes what the system still holds of its thousands of files; by default one by one.
    ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
    ...launched.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // The server has its own process group: Ctrl-C in a terminal reaches only the portal, which stops the server last.
  const { file, args, options } = commandAs(account, binaries.postgres, ['-D', clusterDir, ...flags]);
  const child = spawn(file, args, {
    ...options,
    cwd: clusterDir,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  let ended: string | undefined;
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (code, signal) => {
    ended = `it ended with ${signal ?? `code ${code}`}`;
  });
  child.unref();
  await log.close();

  // An interrupted start must leave no server behind. Once the server is ready, its owner is responsible for that.
  const endOnExit = () => child.kill('SIGINT');
  process.once('exit', endOnExit);
  try {
    const deadline = Date.now() + timeoutMs;
    while (ended === undefined && Date.now() < deadline) {
      const mark = await readPidFile(clusterDir);
      if (mark?.pid === child.pid && mark?.status === 'ready') return runningServer(mark.pid, port);
      await sleep(pollMs);
    }
  } finally {
    process.off('exit', endOnExit);
  }
  const reasons = [
    `PostgreSQL did not start: ${ended ?? 'no response'}.`,
    await describeFullDisk(clusterDir),
    `Its log is ${logFile}.`,
  ];
  throw new OperatorError(reasons.filter(Boolean).join(' '));
}

function runningServer(pid: number, port: number): RunningServer {
  const signal = () => {
    try {
      // A "fast" shutdown closes connections; everything acknowledged is on disk.
      process.kill(pid, 'SIGINT');
    } catch {
      // The process is already gone.
    }
  };
  return {
    port,
    signal,
    stop: async () => {
      signal();
      const deadline = Date.now() + timeoutMs;
      while (isAlive(pid) && Date.now() < deadline) await sleep(pollMs);
    },
  };
}

/** Reads postmaster.pid: line 1 is the process id, line 4 the port, line 8 the status. */
async function readPidFile(
  clusterDir: string,
): Promise<{ pid: number; port: number; status: string } | undefined> {
  try {
    const lines = (await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8')).split('\n');
    const pid = Number(lines[0]);
    if (!Number.isInteger(pid) || pid <= 0) return undefined;
    return { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? '' };
  } catch {
    return undefined;
  }
}

/** Process ids are reused: only a process whose working directory is the data folder is the server. */
async function isServer(pid: number, clusterDir: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === clusterDir;
  } catch (error) {
    // ENOENT means that the process has ended. Without permission to look, assume that it is the server.
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
