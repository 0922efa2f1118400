import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { runWebpack } from './bundle-script.ts';
import { StableIdsPlugin } from './stable-ids-plugin.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'portal-ids-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Builds an area in a folder of this name. Returns the ids of its modules, sorted. */
async function idsIn(name: string): Promise<string[]> {
  const folder = path.join(root, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'area.js'), 'export { answer } from "./library.js";');
  writeFileSync(path.join(folder, 'library.js'), 'export const answer = 42;');
  // Module Federation writes the entry of its runtime below the working directory.
  const before = process.cwd();
  process.chdir(folder);
  const stats = await runWebpack({
    mode: 'production',
    context: folder,
    entry: {},
    optimization: { minimize: false },
    output: { path: path.join(folder, 'out'), uniqueName: 'news' },
    plugins: [
      new ModuleFederationPlugin({
        name: 'news',
        filename: 'entry.js',
        exposes: { './area': './area.js' },
        shared: { './library.js': { version: '1.0.0', requiredVersion: '^1.0.0', shareKey: 'library' } },
        dts: false,
        manifest: false,
      }),
      new StableIdsPlugin(),
    ],
  }).finally(() => process.chdir(before));
  if (stats === undefined || stats.hasErrors()) throw new Error(stats?.toString('errors-only'));
  const { modules, chunkGraph } = stats.compilation;
  return [...modules].map((module) => String(chunkGraph.getModuleId(module))).sort();
}

// At the same depth: packages have ids by their path from the sources, and a repository contains both.
test('modules have the same ids in another folder', async () => {
  const ids = await idsIn('repository');
  expect(ids).toEqual(expect.arrayContaining(['container', 'webpack/sharing/provide/default/library']));
  expect(await idsIn('another place')).toEqual(ids);
}, 120_000);
