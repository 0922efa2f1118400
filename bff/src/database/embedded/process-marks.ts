import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { isNativeError } from 'node:util/types';
import { isAlive } from './is-alive.ts';

/** The name of a file or folder which says that this process does something, until it removes it or ends. */
export function newMark(): string {
  return `${process.pid}-${startOf(process.pid)}-${randomBytes(4).toString('hex')}`;
}

/** The marks in a folder: those of running processes, and those that killed ones have left. */
export function readMarks(folder: string): { living: string[]; left: string[] } {
  const names = namesIn(folder);
  const living = names.filter(isLiving);
  return { living, left: names.filter((name) => !living.includes(name)) };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isNativeError(error) && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function isLiving(name: string): boolean {
  const [pid = '', start] = name.split('-');
  return isAlive(Number(pid)) && start === startOf(Number(pid));
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
