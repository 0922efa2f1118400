import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { moduleShares, packageShares } from './module-shares.ts';

// Base 64 VLQ: each segment states the column of the script and the source, relative to those of the segment before.
const code = `${'a=1;'.repeat(30)}${'bcdefghijk'.repeat(2)}`;
const map = {
  version: 3,
  file: 'main.js',
  sources: [
    'webpack://host/../node_modules/.pnpm/ky@2.0.0/node_modules/ky/dist/index.js',
    'webpack://host/./src/main.tsx',
  ],
  names: [],
  sourcesContent: [],
  sourceRoot: '',
  // 120 columns of the first source, then the second.
  mappings: 'AAAA,wHCAA',
};

test('attributes a compressed script to its modules, without losing a byte', () => {
  const shares = moduleShares([{ code, map }]);
  expect(shares.map(([module]) => module).sort()).toEqual(['npm/ky/dist/index.js', 'src/main.tsx']);
  const [first = 0, second = 0] = shares.map(([, bytes]) => bytes);
  expect(first).toBeGreaterThan(second);
  expect(first + second).toBeCloseTo(brotliCompressSync(code).length);
});

test('adds up the modules of a package, and of a folder of the repository', () => {
  const shares = packageShares([
    ['npm/@scope/one/a.js', 5],
    ['shared/ui/icon/icon.tsx', 4],
    ['npm/@scope/one/b.js', 3],
    ['shared/ui/button/button.tsx', 2],
  ]);
  expect(shares).toEqual([
    ['npm/@scope/one', 8],
    ['shared/ui', 6],
  ]);
});
