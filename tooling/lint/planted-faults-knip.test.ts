import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { PlantedTree } from './testing/planted-tree.ts';
import { withWrittenTree } from './testing/written-tree.ts';
import { checkKnip } from './third-party.ts';

const manifest = (name: string, fields: object = {}) => JSON.stringify({ name, type: 'module', ...fields });

const clean: PlantedTree = {
  'knip.json': readFileSync(path.join(__dirname, '../../knip.json'), 'utf8'),
  'package.json': manifest('portal'),
  'pnpm-workspace.yaml': ['packages:', '  - remote-*'],
  'tooling/bootstrap.mjs': '',
  'remote-news/package.json': manifest('@portal/remote-news'),
  'remote-news/src/area.tsx': "import { title } from './title.ts';\nexport const area = title;\n",
  'remote-news/src/title.ts': "export const title = 'a';\n",
};

const faults: [fault: string, changes: PlantedTree, report: RegExp][] = [
  ['a file that nothing imports', { 'remote-news/src/lost.ts': 'export const a = 1;\n' }, /nothing imports/],
  [
    'an export that nothing imports',
    { 'remote-news/src/title.ts': "export const title = 'a';\nexport const b = 1;\n" },
    /unused export: b/,
  ],
  [
    'a dependency that nothing imports',
    { 'remote-news/package.json': manifest('news', { dependencies: { ky: '2.1.0' } }) },
    /unused dependency: ky/,
  ],
  [
    'an import that no package.json lists',
    { 'remote-news/src/title.ts': "import 'ky';\nexport const title = 'a';\n" },
    /missing in package.json: ky/,
  ],
  [
    'an import that leads nowhere',
    { 'remote-news/src/title.ts': "import './gone.ts';\nexport const title = 'a';\n" },
    /unresolved import/,
  ],
];

function reportsOn(tree: PlantedTree) {
  return withWrittenTree(tree, async (folder) =>
    (await checkKnip(folder)).faults.map(({ message }) => message),
  );
}

test.each(faults)(
  'knip reports %s',
  async (_, changes, report) => {
    const messages = await reportsOn({ ...clean, ...changes });

    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(report);
  },
  30_000,
);

test('knip reports nothing about the faultless files', async () => {
  expect(await reportsOn(clean)).toEqual([]);
}, 30_000);
