import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { OperationRefused } from '../operations/live-units.ts';
import { isAbandoned, ownMark } from '../store/directory-lock.ts';

const markOf = (folder: string) => path.join(folder, 'preview.json');

/** Throws OperationRefused while a preview is served from the folder: its visitors would get another set than the one that was composed. */
export function refuseServed(folder: string): void {
  const mark = markOf(folder);
  if (existsSync(mark) && !isAbandoned(readFileSync(mark, 'utf8')))
    throw new OperationRefused(
      `a preview is served from ${folder}: stop it, or choose another folder with --out and another port with --port`,
    );
}

/** Marks the folder as served by this process until it exits. */
export function markServed(folder: string): void {
  const mark = markOf(folder);
  mkdirSync(folder, { recursive: true });
  writeFileSync(mark, ownMark());
  process.once('exit', () => rmSync(mark, { force: true }));
}
