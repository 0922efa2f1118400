import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { checkImports } from './imports/check-imports.ts';
import type { Fault } from './lint-rule.ts';
import { filesOf, type PlantedTree } from './testing/planted-tree.ts';
import { withWrittenTree } from './testing/written-tree.ts';

const feature = 'remote-news/src/features/list';

/** One file per fault: a forbidden import, an allowed one, and the rule that must report the fault. */
const faults: [fault: string, file: string, wrong: string, right: string, rule: RegExp][] = [
  [
    'a remote imports another remote',
    `${feature}/a.ts`,
    '@portal/remote-auth/paths',
    '@portal/shared/ui',
    /remote must not import another layer/,
  ],
  [
    'a remote imports another remote by path',
    'remote-news/src/b.ts',
    '../../remote-auth/paths.ts',
    './paths.ts',
    /remote must not import another layer/,
  ],
  [
    'a remote imports the host',
    `${feature}/c.ts`,
    '@portal/host',
    '@portal/shared/area',
    /remote must not import another layer/,
  ],
  [
    'a remote imports React Router',
    `${feature}/d.ts`,
    'react-router-dom',
    '@portal/shared/router',
    /other packages/,
  ],
  [
    'a remote imports the query library',
    `${feature}/e.ts`,
    '@tanstack/react-query',
    '@portal/shared/api',
    /other packages/,
  ],
  ['a remote imports ky', `${feature}/f.ts`, 'ky', 'valibot', /other packages/],
  [
    'a feature imports another feature',
    `${feature}/g.ts`,
    '../detail/detail-page.tsx',
    './columns.tsx',
    /another feature/,
  ],
  ['a feature imports area.tsx', `${feature}/h.ts`, '../../area.tsx', '../../paths.ts', /area\.tsx/],
  [
    'shared/ui imports the API client',
    'shared/ui/card/card.tsx',
    '../../api/index.ts',
    '../icon/icon.tsx',
    /shared\/ui must not import another layer/,
  ],
  [
    'shared/ui imports the router',
    'shared/ui/link/link.tsx',
    'react-router-dom',
    'react-aria-components',
    /other packages/,
  ],
  [
    'shared/api imports the UI',
    'shared/api/client.ts',
    '@portal/shared/ui',
    '@portal/contract/error',
    /shared\/api must not import another layer/,
  ],
  [
    'the contract imports a package other than valibot',
    'shared/contract/money.ts',
    'big.js',
    'valibot',
    /other packages/,
  ],
  [
    'the contract imports shared code',
    'shared/contract/dates.ts',
    '../i18n/index.ts',
    './error.ts',
    /contract must not import another layer/,
  ],
  [
    'the BFF imports the end-to-end tests',
    'bff/src/app.ts',
    '../../e2e/pages.ts',
    './server.ts',
    /bff must not import another layer/,
  ],
  [
    'a test of the BFF imports the UI',
    'bff/src/app.test.ts',
    '@portal/shared/ui',
    '@portal/shared/testing',
    /tests of bff must not import another layer/,
  ],
  [
    'code of the browser uses Node',
    'remote-news/src/i.ts',
    'node:path',
    'valibot',
    /must not use Node's modules/,
  ],
  [
    'product code imports the test kit',
    'host/src/a.ts',
    '@portal/shared/testing',
    '@portal/shared/ui',
    /host must not import another layer/,
  ],
  ['a remote imports types of another package', 'remote-news/src/types.ts', 'pg', './b.ts', /other packages/],
  ['files import each other', 'host/src/circle.ts', './circle-b.ts', './a.ts', /circle/],
  ['folders of the BFF import each other', 'bff/src/jobs/a.ts', '../mail/a.ts', './b.ts', /circle/],
];

const empty = ['export const a = 1;'];
const importing = (specifier: string, keyword = 'import') => [
  `${keyword} { a } from '${specifier}';`,
  '',
  'export const b = a;',
];
const packages: Record<string, string> = {
  '@portal/contract': 'shared/contract',
  '@portal/host': 'host',
  '@portal/remote-auth': 'remote-auth',
  '@portal/shared': 'shared',
};

/** A small workspace with everything that the files import. */
function workspace(files: PlantedTree): PlantedTree {
  const sources = [
    'shared/ui',
    'shared/area',
    'shared/router',
    'shared/api',
    'shared/i18n',
    'shared/testing',
  ];
  const names = ['react-router-dom', '@tanstack/react-query', 'ky', 'valibot', 'big.js', 'pg'];
  return {
    ...Object.fromEntries(
      ['host', 'shared', 'bff', 'e2e', 'remote-auth', 'remote-news'].map((name) => [
        `${name}/package.json`,
        '{}',
      ]),
    ),
    ...Object.fromEntries(sources.map((folder) => [`${folder}/index.ts`, empty])),
    ...Object.fromEntries(names.map((name) => [`node_modules/${name}/index.js`, empty])),
    ...Object.fromEntries(
      [
        'host/index.ts',
        'remote-auth/paths.ts',
        'remote-news/src/paths.ts',
        'remote-news/src/area.tsx',
        'remote-news/src/features/detail/detail-page.tsx',
        `${feature}/columns.tsx`,
        'shared/ui/icon/icon.tsx',
        'shared/contract/error.ts',
        'bff/src/server.ts',
        'bff/src/jobs/b.ts',
        'bff/src/mail/a.ts',
        'e2e/pages.ts',
      ].map((file) => [file, empty]),
    ),
    'host/src/circle-b.ts': importing('./circle.ts'),
    'bff/src/mail/b.ts': importing('../jobs/b.ts'),
    ...files,
  };
}

async function reportsOn(kind: 'wrong' | 'right'): Promise<Fault[]> {
  const files = faults.map(([, file, wrong, right]) => {
    const keyword = file.endsWith('types.ts') ? 'import type' : 'import';
    return [file, importing(kind === 'wrong' ? wrong : right, keyword)];
  });
  const tree = workspace(Object.fromEntries(files));
  return withWrittenTree(tree, async (folder) => {
    mkdirSync(path.join(folder, 'node_modules/@portal'));
    for (const [name, target] of Object.entries(packages))
      symlinkSync(path.join(folder, target), path.join(folder, 'node_modules', name), 'dir');
    return (await checkImports(folder, filesOf(tree))).faults;
  });
}

let reports: Fault[] = [];
beforeAll(async () => {
  reports = await reportsOn('wrong');
}, 60_000);

test.each(faults)('reports that %s', (_, file, _wrong, _right, rule) => {
  const own = reports.filter((report) => report.file === file || report.message.includes(` ${file} →`));
  const ofFolder = reports.filter((report) => report.file === path.dirname(file));
  const messages = [...own, ...ofFolder].map(({ message }) => message);

  expect(messages).not.toEqual([]);
  for (const message of messages) expect(message).toMatch(rule);
});

test('reports nothing about allowed imports', async () => {
  expect(await reportsOn('right')).toEqual([]);
}, 60_000);

test('reports the line of an import and accepts a written reason', async () => {
  const lines = ['// lint-ignore imports: a written reason', "import '@portal/host';", "import 'ky';"];
  const tree = workspace({ 'remote-news/src/z.ts': lines });
  const { faults: found } = await withWrittenTree(tree, (folder) => {
    mkdirSync(path.join(folder, 'node_modules/@portal'));
    symlinkSync(path.join(folder, 'host'), path.join(folder, 'node_modules/@portal/host'), 'dir');
    return checkImports(folder, filesOf(tree));
  });
  expect(found).toEqual([expect.objectContaining({ file: 'remote-news/src/z.ts', line: 3 })]);
}, 60_000);
