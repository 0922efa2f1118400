import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { OperationRefused } from '../operations/live-units.ts';
import { isAbandoned, ownMark } from '../store/directory-lock.ts';

const markOf = (folder: string) => path.join(folder, 'preview.json');

/**
 * Marks the folder as one of previews. Throws OperationRefused for a folder with anything else, which may be a live portal with its key,
 * and while a preview is served from the folder: its visitors would get another set than the one that was composed.
 */
export function takePreviewFolder(folder: string): void {
  const mark = markOf(folder);
  if (existsSync(mark)) {
    if (isAbandoned(readFileSync(mark, 'utf8'))) return;
    throw new OperationRefused(
      `a preview is served from ${folder}: stop it, or choose another folder with --out and another port with --port`,
    );
  }
  if (existsSync(folder) && !isEmptyFolder(folder))
    throw new OperationRefused(
      `${folder} exists already and is no preview: name a folder that is new or empty with --out`,
    );
  mkdirSync(folder, { recursive: true });
  writeFileSync(mark, '');
}

function isEmptyFolder(folder: string): boolean {
  return statSync(folder).isDirectory() && readdirSync(folder).length === 0;
}

/** Marks the folder as served by this process until it exits. */
export function markServed(folder: string): void {
  const mark = markOf(folder);
  writeFileSync(mark, ownMark());
  process.once('exit', () => existsSync(mark) && writeFileSync(mark, ''));
}
