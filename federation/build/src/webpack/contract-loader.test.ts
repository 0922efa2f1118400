import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { endpoints } from '@portal/contract/endpoints';
import browserContract from './contract-loader.ts';

const declaration = /^export const (\w+) = \{\n(( +)\S.*\n(?: .*\n)*)\}(?: as const satisfies Endpoint|;)/gm;

const root = path.resolve(__dirname, '../../../..');
const contract = path.join(root, 'shared/contract');
const compiled = mkdtempSync(path.join(tmpdir(), 'portal-contract-'));
afterAll(() => rmSync(compiled, { recursive: true, force: true }));
execFileSync(path.join(root, 'node_modules/.bin/tsc'), [
  ...['--ignoreConfig', '--noCheck', '--rewriteRelativeImportExtensions', '--outDir', compiled],
  ...['--target', 'es2024', '--module', 'esnext', '--moduleResolution', 'bundler', '--types', ''],
  path.join(contract, 'endpoints.ts'),
]);

describe.each([
  ['TypeScript', contract],
  ['JavaScript, as the package is packed,', compiled],
])('from the contract in %s', (_, folder) => {
  const declared = readdirSync(folder)
    .filter((file) => /\.[jt]s$/.test(file))
    .map((file) => browserContract(readFileSync(path.join(folder, file), 'utf8')))
    .flatMap((source) => [...source.matchAll(declaration)])
    .map(([, id = '', body = '', indent]) => {
      const members = body.matchAll(new RegExp(`^${indent}(\\w+):`, 'gm'));
      return [id, [...members].map(([, name]) => name)] as const;
    })
    .filter(([, names]) => names.includes('method'));

  test.each(declared)('a bundle has the method, path and response of %s, and nothing else', (_id, names) => {
    expect(names).toEqual(['method', 'path', 'response']);
  });

  test('the loader finds every endpoint', () => {
    expect(declared.map(([id]) => id)).toEqual(expect.arrayContaining(Object.keys(endpoints)));
  });
});

test('what creates schemas has no side effects, so that bundles leave out what they do not use', () => {
  const source = [
    "import { type Maybe, maybe } from './response-member.ts';",
    'export const a = maybe(v.string());',
    'export const b = v.parse(schema, maybeNot(1));',
  ].join('\n');
  expect(browserContract(source).split('\n').slice(1)).toEqual([
    'export const a = /* @__PURE__ */ maybe(/* @__PURE__ */ v.string());',
    'export const b = v.parse(schema, maybeNot(1));',
  ]);
});
