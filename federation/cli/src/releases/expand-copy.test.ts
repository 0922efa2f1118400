import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { expandCopy } from './expand-copy.ts';

test.each([
  ['br', brotliCompressSync],
  ['gz', gzipSync],
] as const)('expands a copy in %s up to the size of its file, and no longer one', (encoding, compress) => {
  const file = Buffer.alloc(1_000_000);
  const copy = compress(file);
  expect(expandCopy(copy, encoding)?.equals(file)).toBe(true);
  expect(expandCopy(copy, encoding, 1_000_000)?.equals(file)).toBe(true);
  expect(expandCopy(copy, encoding, 999_999)).toBeUndefined();
  expect(expandCopy(file, encoding)).toBeUndefined();
  expect(expandCopy(compress(Buffer.alloc(64 * 1024 ** 2 + 1)), encoding)).toBeUndefined();
});
