import { expect, test } from '@jest/globals';
import { groupTests } from './test-groups.ts';

const tests = ['a', 'b', 'c', 'd', 'e'].map((file, index) => ({ file, text: ''.padEnd(10 * (index + 1)) }));
const filesOf = (groups: (typeof tests)[]) => groups.map((group) => group.map(({ file }) => file));

test('deals test files out, so that each group has long and short ones', () => {
  expect(filesOf(groupTests(tests, 75))).toEqual([
    ['e', 'c', 'a'],
    ['d', 'b'],
  ]);
});

test.each([
  "jest.mock('./clock.ts')",
  'beforeEach(() => jest.resetModules());',
  "import x from './x.ts';\njest.spyOn(library, 'hash');",
  "process.env['PORT'] = '1';",
])('a file that changes modules for its tests stays alone: %s', (text) => {
  expect(filesOf(groupTests([...tests, { file: 'alone', text }], 1_000))).toEqual([
    ['e', 'd', 'c', 'b', 'a'],
    ['alone'],
  ]);
});

test('a file that watches a method within its tests shares a group', () => {
  const watching = { file: 'watching', text: "test('x', () => {\n  jest.spyOn(console, 'log');\n});" };

  expect(groupTests([...tests, watching], 1_000)).toHaveLength(1);
});
