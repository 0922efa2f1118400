import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { compressFolder } from '@portal/federation-build/workspace/build-packages';
import { sentSize } from './build-step.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portal-sent-size-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('returns the compressed size of a compressed file and the plain size of any other', () => {
  const [long, short] = ['long.js', 'short.js'].map((name) => path.join(folder, name));
  writeFileSync(long!, 'a'.repeat(10_000));
  writeFileSync(short!, 'a'.repeat(100));
  compressFolder(folder);
  expect(sentSize(long!)).toBeLessThan(100);
  expect(sentSize(short!)).toBe(100);
  expect(() => sentSize(path.join(folder, 'missing.js'))).toThrow('ENOENT');
});
