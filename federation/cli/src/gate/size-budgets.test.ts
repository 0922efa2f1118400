import { expect, test } from '@jest/globals';
import { portalFactsSchema } from '@portal/federation-contract/portal-facts';
import * as v from 'valibot';
import { type BuiltRelease, budgetsOf } from './size-budgets.ts';

const sizes: Record<string, number> = {
  'entry.js': 5,
  'area.js': 10,
  'list.js': 20,
  'list.css': 7,
  'locales/en/a.json': 3,
  'locales/de/a.json': 4,
};
const release: BuiltRelease = {
  version: '1.0.0',
  files: Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, { size }])),
};

function weigh(fields: Partial<BuiltRelease>): Record<string, number> {
  const { size_budgets: limits } = v.parse(portalFactsSchema, {});
  const sizeOf = (file: string) => sizes[file] ?? Number.NaN;
  const budgets = budgetsOf('remote-a', { ...release, ...fields }, { sizeOf, limits });
  return Object.fromEntries(budgets.map(({ name, bytes }) => [name, bytes]));
}

test("a remote's entry, the first view of each page and the largest locale file are measured", () => {
  expect(weigh({ entry: 'entry.js', pages: { list: ['area.js', 'list.js', 'list.css'] } })).toEqual({
    'remote-a: entry': 5,
    'remote-a: page list, scripts': 30,
    'remote-a: page list, styles': 7,
    'remote-a: largest locale file (locales/de/a.json)': 4,
    'remote-a: largest file (list.js), uncompressed': 20,
    'remote-a: whole release, uncompressed': 49,
  });
});

test("the host's initial files are measured", () => {
  expect(weigh({ scripts: ['area.js', 'list.js'], styles: ['list.css'], files: {} })).toEqual({
    'remote-a: initial scripts': 30,
    'remote-a: initial styles': 7,
  });
});
