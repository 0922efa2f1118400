import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const compressible = /\.(?:js|css|json|svg|html)$/;
/** Below this size, in bytes, a compressed copy saves nothing worth a file. */
const minimumSize = 512;

/** Writes a Brotli and a gzip copy beside every text file of a folder, for servers that send them as they are. */
export function compressFolder(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name);
    if (!compressible.test(name) || name === 'release.json' || statSync(file).size < minimumSize) continue;
    const content = readFileSync(file);
    const parameters = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: parameters }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}
