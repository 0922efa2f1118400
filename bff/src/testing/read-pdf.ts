import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { ReadPdf } from './pdf-reader.ts';

let pool: Piscina<Uint8Array, ReadPdf> | undefined;

/** Reads a PDF with another library than the one that wrote it, in a thread: Jest cannot load it. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  pool ??= new Piscina({
    filename: fileURLToPath(new URL('pdf-reader.ts', import.meta.url)),
    name: 'readPdf',
    maxThreads: 1,
  });
  return pool.run(bytes);
}
