import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from './is-alive.ts';

/**
 * Enters this process among the users of a data folder's server: the portal, and commands of the staff beside it. `leave` ends
 * that, and returns whether nobody else uses the server. It is synchronous, because it also runs when the process exits; files
 * of processes that were killed do not count.
 */
export function joinUsers(root: string): { leave(): boolean } {
  const folder = path.join(root, 'postgres-users');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const own = `${process.pid}-${startOf(process.pid)}-${randomBytes(4).toString('hex')}`;
  writeFileSync(path.join(folder, own), '');
  return {
    leave: () => {
      rmSync(path.join(folder, own), { force: true });
      return !readdirSync(folder).some((name) => isUser(folder, name));
    },
  };
}

/** Whether the process of a file still runs. Removes the file of one that does not. */
function isUser(folder: string, name: string): boolean {
  const [pid = '', start] = name.split('-');
  if (isAlive(Number(pid)) && start === startOf(Number(pid))) return true;
  rmSync(path.join(folder, name), { force: true });
  return false;
}

/** When a process started, because ids are used again; empty where the system does not say it. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, can contain spaces; the start is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
