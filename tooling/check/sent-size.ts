import { existsSync, statSync } from 'node:fs';

/** A built file's size as it travels, in bytes: the Brotli copy that the build wrote beside it, else the file itself. */
export function sentSize(file: string): number {
  const compressed = `${file}.br`;
  return statSync(existsSync(compressed) ? compressed : file).size;
}
