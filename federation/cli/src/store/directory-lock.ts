import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { errorCode } from './error-code.ts';
import { StoreConflict } from './release-store.ts';

const ownerSchema = v.object({ pid: v.number(), host: v.string(), since: v.string() });

interface LockOptions {
  /** How long to wait for another writer, in milliseconds. */
  patience?: number;
}

/**
 * Does work while holding a lock file. A lock whose process is gone is taken over; one of a living process, or of
 * another machine, is waited for. Throws StoreConflict, which names the holder.
 */
export async function withLock<T>(
  file: string,
  work: () => Promise<T>,
  { patience = 10_000 }: LockOptions = {},
): Promise<T> {
  const own = JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() });
  const deadline = Date.now() + patience;
  mkdirSync(path.dirname(file), { recursive: true });
  while (!tryLock(file, own)) {
    const held = readLock(file);
    if (held !== undefined && isAbandoned(held)) takeAway(file, held);
    else if (Date.now() > deadline) throw new StoreConflict(describe(file, held));
    else await sleep(25);
  }
  try {
    return await work();
  } finally {
    if (readLock(file) === own) rmSync(file, { force: true });
  }
}

/** The lock appears with its content, or not at all. */
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
  const owner = v.safeParse(v.pipe(v.string(), v.parseJson(), ownerSchema), held);
  if (!owner.success) return true;
  if (owner.output.host !== hostname()) return false;
  try {
    process.kill(owner.output.pid, 0);
    return false;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
}

/** Two may find the same lock abandoned: only the one whose rename catches it removes it. */
function takeAway(file: string, held: string): void {
  const caught = `${file}.${process.pid}.abandoned`;
  try {
    renameSync(file, caught);
    if (readFileSync(caught, 'utf8') !== held) linkSync(caught, file);
  } catch {
    // Somebody was quicker; the next attempt sees what stands now.
  }
  rmSync(caught, { force: true });
}

function describe(file: string, held: string | undefined): string {
  return `Another release command is running (${held ?? 'unknown'}). If it is not running, remove ${file}`;
}
