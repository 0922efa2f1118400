import { existsSync, statSync } from 'node:fs';

/** The transfer size of a built file in bytes: of its Brotli copy if there is one, else of the file. */
export function sentSize(file: string): number {
  const compressed = `${file}.br`;
  return statSync(existsSync(compressed) ? compressed : file).size;
}
