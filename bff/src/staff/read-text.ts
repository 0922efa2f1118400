import { readFile } from 'node:fs/promises';
import { OperatorError } from '../errors/operator-error.ts';

/** Reads a file in UTF-8, with or without a byte order mark. Throws OperatorError for another encoding: its letters would be lost. */
export async function readText(file: string): Promise<string> {
  const bytes = await readFile(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new OperatorError(`${file} is not in UTF-8: save it in this encoding. Nothing was stored.`);
  }
}
