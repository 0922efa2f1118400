import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { OperatorError } from '../errors/operator-error.ts';

/**
 * Creates a file that only this account may read, unless it exists; of two processes that start together only one creates it.
 * It is complete or missing, even after a full disk or a power failure; an empty one that an earlier version has left is
 * replaced. Throws OperatorError if the disk refuses.
 */
export function createPrivateFile(file: string, content: string): void {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(draft, content, { mode: 0o600, flag: 'wx', flush: true });
    if (isEmpty(file)) renameSync(draft, file);
    else if (!existsSync(file)) linkSync(draft, file);
  } catch (error) {
    // Another process has created it meanwhile.
    if (existsSync(file) && !isEmpty(file)) return;
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`${file} cannot be written (${reason}). Correct DATA_DIR or the disk.`);
  } finally {
    rmSync(draft, { force: true });
  }
}

function isEmpty(file: string): boolean {
  return existsSync(file) && readFileSync(file, 'utf8').trim() === '';
}
