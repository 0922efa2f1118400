import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isNativeError } from 'node:util/types';
import { OperatorError } from '../../errors/operator-error.ts';

/**
 * The right to start a server on a data folder, or to replace its database. The kernel ties it to an open file, so it also keeps
 * processes of other containers away, whose ids mean nothing here, and ends with its last holder.
 */
export interface ServerLock {
  /** A server that inherits it holds the lock until its last process ends. Undefined where the system cannot lock. */
  fd: number | undefined;
  /** Closes the file of this process. */
  release(): Promise<void>;
}

/** How long a start waits for the processes of a server that ends, or of one that another process is starting. Milliseconds. */
const patienceMs = 10_000;
const pollMs = 100;

/**
 * Waits until the lock is free. Returns undefined when a server runs that this process can use; throws OperatorError if the holder
 * is not such a server.
 */
export async function takeServerLock(
  root: string,
  isRunning: () => Promise<boolean>,
): Promise<ServerLock | undefined> {
  const lockFile = path.join(root, 'postgres.lock');
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const lock = await tryLock(lockFile);
    if (lock !== undefined) return lock;
    if (await isRunning()) return undefined;
    if (Date.now() >= deadline)
      throw new OperatorError(
        `The database is in use by a process that cannot be seen from here, such as one in another container, which holds ${lockFile}. Stop it first.`,
      );
    await sleep(pollMs);
  }
}

async function tryLock(lockFile: string): Promise<ServerLock | undefined> {
  const file = await open(lockFile, 'a', 0o600);
  const release = () => file.close();
  const result = await flock(file);
  if (result !== 'held by another') return { fd: result === 'locked' ? file.fd : undefined, release };
  await release();
  return undefined;
}

/** Node has no call for it. The program locks the open file that it inherits, so the lock stays when the program has ended. */
async function flock({ fd }: FileHandle): Promise<'locked' | 'held by another' | 'not supported'> {
  const child = spawn('flock', ['-x', '-n', '3'], { stdio: ['ignore', 'ignore', 'pipe', fd] });
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  try {
    await once(child, 'close');
  } catch (error) {
    if (isNativeError(error) && 'code' in error && error.code === 'ENOENT') return 'not supported';
    throw error;
  }
  if (child.exitCode === 0) return 'locked';
  // It prints what else is wrong, such as a file system without locks.
  return errors === '' ? 'held by another' : 'not supported';
}
