import { spawn } from 'node:child_process';
import { open, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../../errors/operator-error.ts';
import { type ClusterOptions, refuseOtherOwner } from './cluster.ts';
import { describeFullDisk } from './disk-space.ts';
import { isAlive } from './is-alive.ts';
import { isServer, readPidFile, removeLeftPidFile } from './pid-file.ts';
import { commandAs } from './server-account.ts';
import { type ServerLock, takeServerLock } from './server-lock.ts';
import { removeLeftUsers } from './server-users.ts';

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
  /** DATA_DIR, with the log of the server, its lock, and its port, so that it has the same when another process starts it. */
  root: string;
}

/** The server ended before it was ready: its disk may be full, or what is left of a killed one may not have ended yet. */
export class NotStarted extends OperatorError {}

/** Finds the server that runs on this data, or starts it. Throws OperatorError if another container uses the data. */
export async function findOrLaunch(launched: LaunchOptions): Promise<RunningServer> {
  const { clusterDir, root } = launched;
  for (;;) {
    const running = await findRunning(clusterDir);
    if (running !== undefined) return running;
    await refuseOtherOwner(launched);
    const lock = await takeServerLock(root, () => isRunning(clusterDir));
    if (lock === undefined) continue;
    try {
      return await launchLocked(launched, lock);
    } finally {
      await lock.release();
    }
  }
}

async function launchLocked(launched: LaunchOptions, lock: ServerLock): Promise<RunningServer> {
  const { clusterDir, root } = launched;
  removeLeftUsers(root);
  await removeLeftPidFile(clusterDir, { isLocking: lock.fd !== undefined });
  try {
    return await launch(launched, lock);
  } catch (error) {
    // Another process may have started it meanwhile where the system cannot lock: PostgreSQL refuses the second start.
    const other = await findRunning(clusterDir);
    if (other === undefined) throw error;
    return other;
  }
}

/** Finds the server that already runs on this data, if its process can be seen. */
export async function findRunning(clusterDir: string): Promise<RunningServer | undefined> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const mark = await readPidFile(clusterDir);
    if (mark === undefined || !(await isServer(mark.pid, clusterDir))) return undefined;
    if (mark.status === 'ready') return runningServer(mark.pid, mark.port);
    // The server is starting or stopping.
    await sleep(pollMs * 5);
  }
  throw new OperatorError(`The PostgreSQL server on ${clusterDir} neither starts nor stops.`);
}

/** Whether a server that this process can see runs on this data. */
export async function isRunning(clusterDir: string): Promise<boolean> {
  return (await findRunning(clusterDir)) !== undefined;
}

async function launch(launched: LaunchOptions, lock: ServerLock): Promise<RunningServer> {
  const { binaries, account, clusterDir, root } = launched;
  const logFile = path.join(root, 'postgres.log');
  const portFile = path.join(root, 'postgres-port');
  const port = await choosePort(portFile);
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
    stdio: ['ignore', log.fd, log.fd, ...(lock.fd === undefined ? [] : [lock.fd])],
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
      if (mark?.pid === child.pid && mark?.status === 'ready') {
        await writeFile(portFile, String(port));
        return runningServer(mark.pid, port);
      }
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
  throw new NotStarted(reasons.filter(Boolean).join(' '));
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

/** After a crash, the processes of the server may hold its port for a moment. */
const portAttempts = 20;

/** Returns the port of the last start, or a free one if another program has it. */
async function choosePort(portFile: string): Promise<number> {
  const last = Number(await readFile(portFile, 'utf8').catch(() => '0'));
  for (let attempt = 0; Number.isInteger(last) && last > 0 && attempt < portAttempts; attempt += 1) {
    if ((await listenOn(last)) === last) return last;
    await sleep(pollMs * 5);
  }
  const free = await listenOn(0);
  if (free === undefined) throw new OperatorError('No port is free on 127.0.0.1.');
  return free;
}

/** Returns the port if a program can listen on it, any free one for 0. */
function listenOn(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(undefined));
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      const found = typeof address === 'object' && address !== null ? address.port : undefined;
      probe.close(() => resolve(found));
    });
  });
}
