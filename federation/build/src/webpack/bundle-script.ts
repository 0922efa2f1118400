import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import { compileOptions } from './compile-options.ts';

interface ScriptBundle {
  code: string;
  /** Absolute paths of its modules. */
  files: string[];
}

/** Bundles an entry into one script in production mode, apart from the release. Rejects when a module does not compile. */
export async function bundleScript({ output, ...rest }: Configuration): Promise<ScriptBundle> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-script-'));
  try {
    const stats = await runWebpack({
      ...compileOptions(true),
      plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
      ...rest,
      output: { ...output, path: folder, filename: 'script.js' },
    });
    if (stats === undefined || stats.hasErrors()) throw new Error(stats?.toString('errors-only'));
    return {
      code: readFileSync(path.join(folder, 'script.js'), 'utf8').trim(),
      files: [...stats.compilation.fileDependencies],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs webpack once. Rejects when it cannot run; faults of modules are in the result. */
export function runWebpack(configuration: Configuration): Promise<webpack.Stats | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<webpack.Stats | undefined>();
  webpack(configuration, (error, stats) => (error === null ? resolve(stats) : reject(error)));
  return promise;
}
