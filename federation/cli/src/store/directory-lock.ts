import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { parseJson, StoreConflict } from './release-store.ts';

const ownerSchema = v.object({ pid: v.number(), host: v.string(), since: v.string() });

/**
 * Runs work while it holds a lock file. It removes the lock of a process that has ended, and waits for the lock of a
 * running process or of another machine. Throws StoreConflict, which names the holder.
 */
export async function withLock<T>(
  file: string,
  work: () => Promise<T>,
  /** How long to wait for another writer, in milliseconds. */
  { patience = 10_000 } = {},
): Promise<T> {
  const own = JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() });
  const deadline = Date.now() + patience;
  mkdirSync(path.dirname(file), { recursive: true });
  while (!tryLock(file, own)) {
    const held = readLock(file);
    if (held !== undefined && isAbandoned(held)) removeLock(file, held);
    else if (Date.now() > deadline) throw new StoreConflict(describe(file, held));
    else await sleep(25);
  }
  try {
    return await work();
  } finally {
    if (readLock(file) === own) rmSync(file, { force: true });
  }
}

/** Creates the lock with its content in one step. */
function tryLock(file: string, own: string): boolean {
  const aside = `${file}.${process.pid}.new`;
  writeFileSync(aside, own);
  try {
    linkSync(aside, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function readLock(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function isAbandoned(held: string): boolean {
  const owner = parseJson(ownerSchema, held);
  if (!owner.success) return true;
  if (owner.output.host !== hostname()) return false;
  try {
    process.kill(owner.output.pid, 0);
    return false;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
}

/** Removes an abandoned lock. Of two processes that find it, only the one whose rename succeeds removes it. */
function removeLock(file: string, held: string): void {
  const caught = `${file}.${process.pid}.abandoned`;
  try {
    renameSync(file, caught);
    if (readFileSync(caught, 'utf8') !== held) linkSync(caught, file);
  } catch {
    // Another process was faster; the next attempt reads the current lock.
  }
  rmSync(caught, { force: true });
}

function describe(file: string, held: string | undefined): string {
  return `Another release command is running (${held ?? 'unknown'}). If it is not running, remove ${file}`;
}

/** The code of a failed system call, such as ENOENT; undefined for other errors. */
export function errorCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}
