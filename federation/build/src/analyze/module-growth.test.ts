import { expect, test } from '@jest/globals';
import { describeGrowth, grownModules } from './module-growth.ts';

test('names the modules that grew, and new ones, by how much they grew', () => {
  const before = {
    host: { 'src/main.tsx': 900, 'src/same.ts': 500 },
    voicing: { 'shared/ui/table.tsx': 1_200 },
  };
  const after = {
    host: { 'src/main.tsx': 700, 'src/same.ts': 550, 'npm/chart/index.js': 8_000 },
    voicing: { 'shared/ui/table.tsx': 2_012 },
  };
  expect(grownModules(before, after).map(describeGrowth)).toEqual([
    'host: npm/chart/index.js +8,000 (0 → 8,000)',
    'voicing: shared/ui/table.tsx +812 (1,200 → 2,012)',
  ]);
});

test('a package that was not measured before is new as a whole', () => {
  expect(grownModules({}, { auth: { 'src/login.tsx': 300 } })).toEqual([
    { module: 'auth: src/login.tsx', before: 0, after: 300 },
  ]);
});
