import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newMark, readMarks } from './process-marks.ts';

/**
 * Enters this process among the users of a data folder's server: the portal, and commands of the staff beside it. `leave` ends
 * that, and returns whether nobody else uses the server. It is synchronous, because it also runs when the process exits; files
 * of processes that were killed do not count.
 */
export function joinUsers(root: string): { leave(): boolean } {
  const folder = usersFolder(root);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const own = path.join(folder, newMark());
  writeFileSync(own, '');
  return {
    leave: () => {
      rmSync(own, { force: true });
      return !hasUsers(root);
    },
  };
}

/** Whether a process uses the server of this data folder, or is about to start it. Those of other containers cannot be seen. */
export function hasUsers(root: string): boolean {
  return readMarks(usersFolder(root)).living.length > 0;
}

/** Removes the files of processes that were killed, for the holder of the server's lock: other containers have no users then. */
export function removeLeftUsers(root: string): void {
  const folder = usersFolder(root);
  for (const name of readMarks(folder).left) rmSync(path.join(folder, name), { force: true });
}

const usersFolder = (root: string) => path.join(root, 'postgres-users');
