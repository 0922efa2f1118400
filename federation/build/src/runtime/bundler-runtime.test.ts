import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { runWebpack } from '../webpack/bundle-script.ts';
import { ownRuntime } from '../webpack/own-runtime.ts';
import { scriptRules } from '../webpack/rules.ts';

const rules = { isProduction: true, hasRefresh: false, scope: 'tested', layer: 'area', folder: '/' };
let folder: string;
let size = 0;

/** Builds an area that exposes what it finds in the shared module "kit", of which it has no copy. */
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-runtime-'));
  const files = {
    'area.js': "import { name } from 'kit'; export const area = 'area with ' + name;",
    'node_modules/kit/package.json': '{"name":"kit","version":"1.2.3"}',
    'node_modules/kit/index.js': "export const name = 'a copy';",
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  const stats = await runWebpack({
    mode: 'production',
    target: 'node',
    context: folder,
    entry: {},
    output: { path: path.join(folder, 'out'), uniqueName: 'tested' },
    resolve: { alias: ownRuntime },
    // Jest cannot run the loader that reads contracts.
    module: { rules: scriptRules(rules).filter(({ enforce }) => enforce === undefined) },
    plugins: [
      new ModuleFederationPlugin({
        name: 'tested',
        filename: 'entry.js',
        library: { type: 'commonjs-module' },
        exposes: { './area': './area.js' },
        shared: { kit: { import: false, singleton: true, strictVersion: true, requiredVersion: '^1.2.0' } },
        experiments: { optimization: { disableRemote: true } },
        dts: false,
        manifest: false,
      }),
    ],
  });
  if (stats === undefined || stats.hasErrors()) throw new Error(stats?.toString('errors-only'));
  size = stats.compilation.getAsset('entry.js')?.source.size() ?? 0;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the container with a share scope, which is code; returns what the area exposes, or why it could not be loaded. */
function runWith(scope: string): string {
  const program = `
    const container = require('./out/entry.js');
    let loads = 0;
    (async () => {
      await container.init(${scope}, [], {});
      const factory = await container.get('./area');
      return factory().area;
    })().then((text) => console.log(text, loads), (error) => console.log(error.message));`;
  return execFileSync(process.execPath, ['-e', program], { cwd: folder, encoding: 'utf8' }).trim();
}

test('takes shared modules from the share scope, loaded or not', () => {
  expect(runWith("{ kit: { '1.2.9': { version: '1.2.9', lib: () => ({ name: 'the one' }) } } }")).toBe(
    'area with the one 0',
  );
  const late =
    "{ version: '1.3.0', get: async () => { loads += 1; return () => ({ name: 'a late one' }); } }";
  expect(runWith(`{ kit: { '1.3.0': ${late} } }`)).toBe('area with a late one 1');
});

test('refuses a share scope with another version, or without the module', () => {
  expect(runWith("{ kit: { '2.0.0': { version: '2.0.0', lib: () => ({}) } } }")).toBe(
    'Version 2.0.0 of the shared module kit does not satisfy ^1.2.0',
  );
  expect(runWith('{}')).toBe("Can not get 'kit'");
});

test('is a few kilobytes', () => {
  expect(size).toBeLessThan(10_000);
});
