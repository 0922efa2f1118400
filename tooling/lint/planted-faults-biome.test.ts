import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Fault } from './lint-rule.ts';
import type { PlantedTree } from './testing/planted-tree.ts';
import { withWrittenTree } from './testing/written-tree.ts';
import { checkBiome } from './third-party.ts';

const root = path.join(__dirname, '../..');
const configuration: PlantedTree = Object.fromEntries(
  ['biome.json', '.gitignore', 'tooling/lint/raw-text.grit', 'tooling/lint/secure-random.grit'].map(
    (file) => [file, readFileSync(path.join(root, file), 'utf8')],
  ),
);
const manifests: PlantedTree = {
  'package.json': ['{', '  "name": "portal"', '}'],
  'bff/package.json': ['{', '  "name": "bff"', '}'],
  'shared/package.json': ['{', '  "name": "@portal/shared"', '}'],
};

const page = ['export default function Page({ text }: { text: string }) {', '  return <p>{text}</p>;', '}'];
const value = ['export const value = 1;'];

function pageWith(markup: string): string[] {
  return page.map((line) => line.replace('<p>{text}</p>', markup));
}

/** One file per fault: its path, the faulty and the faultless lines, and the rule that must report it. */
const faults: [fault: string, file: string, wrong: string[], right: string[], rule: RegExp][] = [
  ['raw text between tags', 'host/src/a-page.tsx', pageWith('<p>Hello {text}</p>'), page, /noJsxLiterals/],
  [
    'raw text in an expression',
    'host/src/b-page.tsx',
    pageWith("<p>{text ? 'Yes' : text}</p>"),
    page,
    /plugin/,
  ],
  [
    'raw text in a template',
    'host/src/c-page.tsx',
    pageWith('<p>{`Hello $' + '{text}`}</p>'),
    page,
    /plugin/,
  ],
  ['a raw label', 'remote-a/src/d-page.tsx', pageWith('<p title="Close">{text}</p>'), page, /plugin/],
  [
    'a raw label in braces',
    'remote-a/src/e-page.tsx',
    pageWith("<b title={text ? 'Close' : ''} />"),
    page,
    /plugin/,
  ],
  [
    'a raw text in shared/ui',
    'shared/ui/f-page.tsx',
    pageWith('<i aria-label="Close">{text}</i>'),
    page,
    /plugin|a11y/,
  ],
  ['any', 'bff/src/any.ts', ['export const value: any = 1;'], value, /noExplicitAny/],
  [
    'an assertion',
    'bff/src/as.ts',
    ['export const value = 1 as unknown as string;'],
    ['export const value = [1] as const;'],
    /noUnsafeTypeAssertion/,
  ],
  [
    'a non-null assertion',
    'bff/src/nn.ts',
    ["export const value = 'a'.at(0)!;"],
    value,
    /noNonNullAssertion/,
  ],
  ['a default export', 'bff/src/default.ts', ['export default 1;'], value, /noDefaultExport/],
  [
    'a barrel',
    'remote-a/src/index.ts',
    ["export * from './paths.ts';"],
    value,
    /no(?:BarrelFile|ReExportAll)/,
  ],
  [
    'a relative import in a folder that remotes bundle',
    'shared/account-forms/copy.ts',
    ["import { value } from '../area/index.ts';", '', 'export const copy = [value];'],
    ["import { value } from './value.ts';", '', 'export const copy = [value];'],
    /noRestrictedImports/,
  ],
  ['console in the browser', 'remote-a/src/log.ts', ["console.log('a');"], value, /noConsole/],
  ['an ignored error', 'bff/src/ignore.ts', ['// @ts-ignore', ...value], value, /noTsIgnore/],
  [
    'a suppression without a reason',
    'bff/src/reason.ts',
    ['// biome-ignore lint/suspicious/noExplicitAny:', ...value],
    value,
    /suppressions/,
  ],
  [
    'a suppression of nothing',
    'bff/src/idle.ts',
    ['// biome-ignore lint/suspicious/noExplicitAny: it was needed', ...value],
    value,
    /suppressions/,
  ],
  [
    'a predictable number',
    'bff/src/random.ts',
    ['export const value = Math.random();'],
    ["import { randomInt } from 'node:crypto';", '', 'export const value = randomInt(10);'],
    /Math.random is predictable/,
  ],
  ['an enum', 'bff/src/enum.ts', ['export enum A {', '  B,', '}'], value, /noEnum/],
  [
    'a focused test',
    'bff/src/a.test.ts',
    ["test.only('a', () => undefined);"],
    ["test('a', () => undefined);"],
    /noFocusedTests/,
  ],
  [
    'a skipped test',
    'bff/src/b.test.ts',
    ["test.skip('a', () => undefined);"],
    ["test('a', () => undefined);"],
    /noSkippedTests/,
  ],
  ['an undeclared dependency', 'bff/src/react.ts', ["import 'react';"], value, /noUndeclaredDependencies/],
  [
    'an import without extension',
    'bff/src/ext.ts',
    ["import './any';"],
    ["import './any.ts';"],
    /useImportExtensions/,
  ],
  [
    'a forgotten promise',
    'bff/src/promise.ts',
    ['async function a() {}', '', 'a();'],
    ['async function a() {}', '', 'await a();'],
    /noFloatingPromises/,
  ],
  [
    'imports out of order',
    'bff/src/order.ts',
    ["import './value.ts';", "import b from 'node:fs';", "import a from 'node:assert';", '', 'a(b);'],
    value,
    /organizeImports/,
  ],
  ['foreign formatting', 'bff/src/format.ts', ['export const value = "a"'], value, /not formatted/],
  [
    'a foreign sheet',
    'host/src/a.module.css',
    ['.a {', 'color: red', '}'],
    ['.a {', '  color: red;', '}'],
    /not formatted/,
  ],
  ['foreign data', 'host/a.json', ["{'a':1}"], ['{ "a": 1 }'], /./],
];

async function reportsOn(part: 'wrong' | 'right'): Promise<Fault[]> {
  const files = Object.fromEntries(
    faults.map(([, file, wrong, right]) => [file, part === 'wrong' ? wrong : right]),
  );
  return withWrittenTree(
    { ...configuration, ...manifests, ...files },
    async (folder) => (await checkBiome(folder)).faults,
  );
}

describe('biome.json', () => {
  let reports: Fault[] = [];
  beforeAll(async () => {
    reports = await reportsOn('wrong');
  }, 30_000);

  test.each(faults)('reports %s', (_, file, _wrong, _right, rule) => {
    const messages = reports.filter((report) => report.file === file).map(({ message }) => message);

    expect(messages).not.toEqual([]);
    for (const message of messages) expect(message).toMatch(rule);
  });

  test('reports nothing about the faultless files', async () => {
    expect(await reportsOn('right')).toEqual([]);
  }, 30_000);
});
