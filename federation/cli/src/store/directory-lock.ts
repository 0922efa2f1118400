import { randomUUID } from 'node:crypto';
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { parseJson, StoreConflict, StoreError } from './release-store.ts';

const ownerSchema = v.object({
  pid: v.number(),
  /** When that process started, in the kernel's units; a later process may get the same id. */
  started: v.optional(v.nullable(v.string()), null),
  host: v.string(),
  since: v.string(),
});

interface LockOptions {
  /** How long to wait for another writer, in milliseconds. */
  patience?: number;
  /** A lock that its holder has not renewed for this long is abandoned, in milliseconds. */
  lease?: number;
  /** Gets a line about the lock of another process that was taken over: whose it was, how old, and why. */
  onTakenOver?: ((text: string) => void) | undefined;
}

/** Whether this process still holds the lock: after a suspension, another writer may have taken it. */
export type IsHeld = () => boolean;

/**
 * Runs work while it holds a lock file, which it renews. It takes the lock of a process that has ended, also when another
 * process has its id now, and a lock that is no longer renewed, for example of another machine. It waits for any other.
 * Throws StoreConflict, which names the holder.
 */
export async function withLock<T>(
  file: string,
  work: (isHeld: IsHeld) => Promise<T>,
  { patience = 10_000, lease = 6_000, onTakenOver = () => undefined }: LockOptions = {},
): Promise<T> {
  const own = ownMark();
  mkdirSync(path.dirname(file), { recursive: true });
  await takeLock(file, own, { patience, lease, onTakenOver });
  const isHeld = () => readLock(file) === own;
  const renewal = setInterval(() => isHeld() && renew(file), lease / 6);
  try {
    return await work(isHeld);
  } finally {
    clearInterval(renewal);
    if (isHeld()) rmSync(file, { force: true });
  }
}

async function takeLock(
  file: string,
  own: string,
  { patience, lease, onTakenOver = () => undefined }: Required<LockOptions>,
): Promise<void> {
  const deadline = performance.now() + patience;
  // The time is measured here, because the clocks of two machines may differ.
  let seen = { state: '', at: 0 };
  while (!tryLock(file, own)) {
    if (!isFile(file)) throw new StoreError(`${file} is not the file of a lock: remove it`);
    const held = readLock(file);
    const state = `${held} ${renewedAt(file)}`;
    if (state !== seen.state) seen = { state, at: performance.now() };
    const isExpired = performance.now() - seen.at > lease;
    if (held !== undefined && (isExpired || isAbandoned(held))) {
      if (removeLock(file, held)) onTakenOver(describeTakeover(held, isExpired));
    } else if (performance.now() > deadline) throw new StoreConflict(describe(file, held));
    else await sleep(25);
  }
}

function renew(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // Another writer has taken the lock meanwhile; the next write notices.
  }
}

/** Milliseconds since the epoch; undefined when the lock has been removed. */
function renewedAt(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

/** When a process started, from /proc; null where the system has none. */
function startOf(pid: number): string | null {
  try {
    // The name of the program, in brackets, may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ');
    return fields[19] ?? null;
  } catch {
    return null;
  }
}

/** Creates the lock with its content in one step. */
function tryLock(file: string, own: string): boolean {
  const aside = `${file}.${process.pid}.new`;
  try {
    writeFileSync(aside, own);
    linkSync(aside, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Also true when there is nothing: the lock has been released meanwhile. */
function isFile(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() !== false;
}

function readLock(file: string): string | undefined {
  try {
    if (!isFile(file)) return undefined;
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** The content of a file which says that this process does something, until it removes the file or ends. */
export function ownMark(): string {
  return JSON.stringify({
    pid: process.pid,
    started: startOf(process.pid),
    host: hostname(),
    since: new Date().toISOString(),
    token: randomUUID(),
  });
}

/** Whether the process of a mark has ended. That of another machine is believed to run. */
export function isAbandoned(held: string): boolean {
  const owner = parseJson(ownerSchema, held);
  if (!owner.success) return true;
  const { host, pid, started } = owner.output;
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return started !== null && startOf(pid) !== started;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
}

/** Removes an abandoned lock; false when another process was faster: only one rename succeeds. */
function removeLock(file: string, held: string): boolean {
  const caught = `${file}.${process.pid}.abandoned`;
  try {
    renameSync(file, caught);
    if (readFileSync(caught, 'utf8') === held) return true;
    linkSync(caught, file);
    return false;
  } catch {
    // The next attempt reads the current lock.
    return false;
  } finally {
    rmSync(caught, { force: true });
  }
}

function describeTakeover(held: string, isExpired: boolean): string {
  const why = isExpired ? 'which no longer renewed it' : 'which has ended';
  const owner = parseJson(ownerSchema, held);
  if (!owner.success) return 'took over a damaged lock';
  const { pid, host, since } = owner.output;
  const seconds = Math.round((Date.now() - Date.parse(since)) / 1000);
  const age = Number.isNaN(seconds) ? 'of unknown age' : `${seconds} s old`;
  return `took over the lock (${age}) of process ${pid} on ${host}, ${why}`;
}

function describe(file: string, held: string | undefined): string {
  return `Another release command is running (${held ?? 'unknown'}) and holds ${file}`;
}

/** The code of a failed system call, such as ENOENT; undefined for other errors. */
export function errorCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}
