import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { OperatorError } from '../errors/operator-error.ts';

/** Creates DATA_DIR if it is missing. Throws OperatorError if it is a file, or cannot be written. */
export function createDataFolder(folder: string): void {
  try {
    createFolder(folder);
    accessSync(`${folder}/.`, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new OperatorError(
      `DATA_DIR ${folder} cannot be written (${reasonOf(error)}). Correct the setting or the disk.`,
    );
  }
}

/** Creates a folder and those above it that are missing. The recursive `mkdir` of Node never ends where a system refuses, as in `/proc`. */
export function createFolder(folder: string, mode?: number): void {
  if (existsSync(folder)) return;
  createFolder(path.dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(folder)) throw error;
  }
}

/** Throws OperatorError if PORTAL_DIR is a file or may not be read. It may be missing: the first release creates it. */
export function refuseUnreadablePortal(folder: string): void {
  try {
    if (statSync(folder, { throwIfNoEntry: false }) !== undefined)
      accessSync(`${folder}/.`, constants.R_OK | constants.X_OK);
  } catch (error) {
    throw new OperatorError(
      `PORTAL_DIR ${folder} cannot be read (${reasonOf(error)}). Correct the setting or its permissions.`,
    );
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
