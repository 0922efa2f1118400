import { chmodSync, mkdirSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '../../errors/operator-error.ts';
import { isRunning } from './process.ts';
import { newMark, readMarks } from './process-marks.ts';
import { type ServerLock, takeServerLock } from './server-lock.ts';
import { hasUsers } from './server-users.ts';

export interface Restore {
  /** An empty folder for the new database. That it is there keeps users of the server and other restores away. */
  draft: string;
  /** Removes the folder, unless it was renamed, and lets others start the server. */
  end(): Promise<void>;
}

/**
 * Begins a restore in a data folder, so that none of its users starts the server until it ends. Throws OperatorError if one
 * uses it, or another restore runs. Removes what killed ones have left. Each side first makes its own mark and then looks for
 * those of others: whichever is later sees the other one. Marks say nothing about processes of other containers; the lock of the
 * server keeps these away, too.
 */
export async function beginRestore(root: string): Promise<Restore> {
  const folder = restoresFolder(root);
  const own = newMark();
  const draft = path.join(folder, own);
  mkdirSync(draft, { recursive: true });
  // Every account that may use the server must see who restores.
  chmodSync(folder, 0o755);
  chmodSync(draft, 0o700);
  const remove = (name: string) =>
    // The program of a killed restore may still write to its folder.
    rm(path.join(folder, name), { recursive: true, force: true, maxRetries: 10 });
  let lock: ServerLock | undefined;
  const end = async () => {
    await remove(own);
    // It is not empty if another restore runs, or was killed.
    await rmdir(folder).catch(() => undefined);
    await lock?.release();
  };
  try {
    if (readMarks(folder).living.some((name) => name !== own))
      throw new OperatorError(`Another restore runs on ${root}. Wait until it has ended.`);
    if (hasUsers(root))
      throw new OperatorError(
        `The database in ${root} is in use. Stop the portal first, and wait until other commands have ended.`,
      );
    lock = await takeServerLock(root, () => isRunning(path.join(root, 'postgres')));
    if (lock === undefined) refuseRunning(root);
    // Only under the lock: what seems to be left can belong to a restore in another container.
    for (const name of readMarks(folder).left) await remove(name);
    return { draft, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Throws OperatorError for a server that runs although no user of it is found. */
export function refuseRunning(root: string): never {
  throw new OperatorError(
    `A PostgreSQL server runs on ${root}, although no user of it is found. If a portal in another container uses it, stop that. If its user was killed, "npm run backup" finds the server and stops it in the end.`,
  );
}

/** Throws OperatorError while a restore runs, for a process that has entered itself among the users. */
export function refuseDuringRestore(root: string): void {
  if (readMarks(restoresFolder(root)).living.length > 0)
    throw new OperatorError(`A restore runs on ${root}. Try again when it has ended.`);
}

/** Throws OperatorError for a folder without a database in which a restore was killed: an empty one would take its place. */
export function refuseAfterKilledRestore(root: string): void {
  const folder = restoresFolder(root);
  if (readMarks(folder).left.length > 0)
    throw new OperatorError(
      `A restore on ${root} was interrupted. Repeat it, or delete ${folder} to begin with an empty database.`,
    );
}

const restoresFolder = (root: string) => path.join(root, 'postgres.restoring');
