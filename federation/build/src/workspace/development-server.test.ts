import { once } from 'node:events';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Compiler, Configuration } from 'webpack';
import { type DevelopmentServer, freePort, serveDevelopment } from './development-server.ts';

beforeEach(() => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Lets a test hold a build before it compiles, and wait for its end. */
class HeldBuilds extends EventTarget {
  release: (() => void) | undefined;
  isHolding = false;

  apply(compiler: Compiler): void {
    compiler.hooks.beforeCompile.tapPromise('HeldBuilds', async () => {
      if (!this.isHolding) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.release = resolve;
      this.dispatchEvent(new Event('held'));
      await promise;
    });
    compiler.hooks.afterDone.tap('HeldBuilds', () => void this.dispatchEvent(new Event('done')));
  }
}

/** Address of the script that release.json names. Rejects when the server does not respond. */
async function entryOf({ base }: DevelopmentServer): Promise<string> {
  const { entry } = await (await request(`${base}release.json`)).json();
  return base + entry;
}

function request(address: string): Promise<Response> {
  return fetch(address, { signal: AbortSignal.timeout(15_000) });
}

function configurationOf(folder: string, builds: HeldBuilds): Configuration {
  const describeEntry = (compiler: Compiler) =>
    compiler.hooks.thisCompilation.tap('release', (compilation) => {
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'release', stage }, () => {
        const release = JSON.stringify({ entry: compilation.entrypoints.get('main')?.getFiles()[0] });
        compilation.emitAsset('release.json', new compiler.webpack.sources.RawSource(release));
      });
    });
  return {
    context: folder,
    mode: 'production',
    entry: './area.js',
    output: { path: path.join(folder, 'dist-dev'), filename: '[name].[contenthash].js', clean: true },
    infrastructureLogging: { level: 'none' },
    plugins: [builds, describeEntry],
  };
}

test('a page that reloads gets a complete build while the next one runs, and after it', async () => {
  await using temporary = await mkdtempDisposable(path.join(tmpdir(), 'portal-development-'));
  const file = path.join(temporary.path, 'area.js');
  await writeFile(file, 'globalThis.shown = "first";');
  const builds = new HeldBuilds();
  const configuration = configurationOf(temporary.path, builds);
  const server = await serveDevelopment({ configuration, port: await freePort(0), isHot: false });
  try {
    const first = await entryOf(server);
    expect(await (await request(first)).text()).toContain('first');

    builds.isHolding = true;
    const isHeld = once(builds, 'held');
    await writeFile(file, 'globalThis.shown = "second";');
    await isHeld;
    expect(await entryOf(server)).toBe(first);
    const response = await request(first);
    expect(response.headers.get('content-type')).toMatch(/javascript/);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');

    const isDone = once(builds, 'done');
    builds.isHolding = false;
    builds.release?.();
    await isDone;
    const second = await entryOf(server);
    expect(await (await request(second)).text()).toContain('second');
    expect(await (await request(first)).text()).toContain('first');
  } finally {
    builds.release?.();
    await server.stop();
  }
}, 60_000);
