import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** Bytes; no file of a release is nearly as large. */
const largest = 64 * 1024 ** 2;

/**
 * Expands the compressed copy of a file. Returns undefined for one that is damaged, or longer than `maxOutputLength` bytes:
 * release.json does not list copies, and two kilobytes can expand to gigabytes.
 */
export function expandCopy(
  content: Buffer,
  encoding: 'br' | 'gz',
  maxOutputLength: number = largest,
): Buffer | undefined {
  try {
    return encoding === 'br'
      ? brotliDecompressSync(content, { maxOutputLength })
      : gunzipSync(content, { maxOutputLength });
  } catch {
    return undefined;
  }
}
