import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { runWebpack } from './bundle-script.ts';
import { providedExports, usedExports } from './shared-exports.ts';
import { requiredRange } from './shared-singletons.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-exports-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function compile(files: Record<string, string>, shared: Record<string, object>) {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  const stats = await runWebpack({
    mode: 'production',
    context: folder,
    entry: './main.js',
    output: { path: path.join(folder, 'out') },
    plugins: [new ModuleFederationPlugin({ name: 'tested', shared, dts: false, manifest: false })],
  });
  if (stats === undefined || stats.hasErrors()) throw new Error(stats?.toString('errors-only'));
  return stats.compilation;
}

const kit = {
  'node_modules/kit/package.json': '{"name":"kit","version":"1.2.3","sideEffects":false}',
  'node_modules/kit/index.js':
    "export { Button } from './button.js'; export * from './list.js'; export default 1;",
  'node_modules/kit/button.js': 'export const Button = 1; export const hidden = 2;',
  'node_modules/kit/list.js': 'export const List = 1;',
  'node_modules/old/package.json': '{"name":"old","version":"1.0.0"}',
  'node_modules/old/index.js': 'exports.create = () => 1;',
};

test('records the exports that a host provides, through re-exports and from CommonJS', async () => {
  const shared = { kit: { eager: true }, old: {} };
  const main = "import 'kit'; import 'old';";
  const compilation = await compile({ ...kit, 'main.js': main }, shared);
  expect(providedExports(compilation)).toEqual({
    kit: ['Button', 'List', 'default'],
    old: ['create', 'default'],
  });
});

test('records the exports that an area uses, without unused imports', async () => {
  const main = `
    import { Button, Card, List as rows } from 'kit';
    import { used } from './views.js';
    import * as icons from 'kit/icons';
    console.log(Button, used, icons.Arrow);`;
  const views = `
    import { Select, Table } from 'kit';
    export const used = () => Select.Item;
    export const unused = () => Table;`;
  const files = { 'main.js': main, 'views.js': views, 'package.json': '{"sideEffects":false}' };
  const absent = { import: false as const, requiredVersion: '^1.0.0', version: '1.0.0' };
  const compilation = await compile(files, { kit: absent, 'kit/': absent });
  expect(usedExports(compilation)).toEqual({ kit: ['Button', 'Select'], 'kit/icons': ['Arrow'] });
});

test.each([
  ['19.3.2', '^19.3.0'],
  ['0.8.4', '^0.8.0'],
  ['20.0.0-rc.1', '^20.0.0-rc.1'],
])('a release built with React %s accepts %s: any patch, no older minor version', (built, range) => {
  expect(requiredRange(built)).toBe(range);
});
