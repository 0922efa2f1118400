import { accessSync, constants, mkdirSync } from 'node:fs';
import { OperatorError } from '../errors/operator-error.ts';

/** Creates DATA_DIR if it is missing. Throws OperatorError if it is a file, or cannot be written. */
export function createDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      `DATA_DIR ${folder} cannot be written (${reason}). Correct the setting or the disk.`,
    );
  }
}
