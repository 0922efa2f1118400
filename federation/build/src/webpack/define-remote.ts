import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Configuration } from 'webpack';
import { buildMode } from '../workspace/build-mode.ts';
import { releaseVersion, uniqueName } from '../workspace/release-version.ts';
import { assetName, compileOptions, federatedOutput, hotTexts, outputFolder } from './compile-options.ts';
import { IntegrityPlugin } from './integrity-plugin.ts';
import { PrerenderPlugin } from './prerender-plugin.ts';
import { ReleasePlugin } from './release-plugin.ts';
import { RetriedChunksPlugin } from './retried-chunks-plugin.ts';
import { rules } from './rules.ts';
import { sharedByRemote } from './shared-singletons.ts';

const { resolve } = createRequire(createRequire(import.meta.url).resolve('@module-federation/enhanced'));
// The remotes' bundler runtime carries the logger without using it: the runtime that logs is the host's.
const federationLogger = path.join(path.dirname(resolve('@module-federation/sdk')), 'logger.js');

/**
 * The webpack configuration of an area: one exposed module, `./area`, built as a Module Federation container.
 * `areaFile` is the URL of the remote's area.json; everything else follows from it.
 */
export function defineRemote(areaFile: URL): Configuration {
  const folder = path.dirname(fileURLToPath(areaFile));
  const area: { id: string } = JSON.parse(readFileSync(areaFile, 'utf8'));
  const { isProduction, hasRefresh } = buildMode(area.id);
  const version = releaseVersion(folder);
  const globalName = uniqueName(area.id, version);
  const common = compileOptions(isProduction);
  const shareScope = sharedByRemote(areaFile.href, isProduction);
  const fileName = assetName(isProduction);
  // A container's identity is `name:version`; two builds on one page must not be taken for one another.
  process.env['MF_BUILD_VERSION'] = version;

  return {
    ...common,
    context: folder,
    name: area.id,
    entry: {},
    output: {
      ...federatedOutput,
      path: path.join(folder, outputFolder(isProduction)),
      publicPath: 'auto',
      uniqueName: globalName,
      filename: `${fileName}.js`,
      chunkFilename: `${fileName}.js`,
    },
    resolve: {
      ...common.resolve,
      alias: { [federationLogger]: false, 'portal-locales': path.join(folder, 'locales') },
    },
    module: { rules: rules({ isProduction, hasRefresh, scope: area.id, layer: `area.${area.id}`, folder }) },
    optimization: {
      ...common.optimization,
      runtimeChunk: false,
      chunkIds: isProduction ? 'deterministic' : 'named',
    },
    plugins: [
      new MiniCssExtractPlugin({ filename: `${fileName}.css`, chunkFilename: `${fileName}.css` }),
      new ModuleFederationPlugin({
        name: globalName,
        filename: `${fileName.replace('[name]', 'remote-entry')}.js`,
        exposes: {
          './area': { import: [...(hasRefresh ? [hotTexts] : []), './src/area.tsx'], name: 'area' },
        },
        shared: {
          ...shareScope,
          ...(hasRefresh ? { 'react-refresh/runtime': { singleton: true, eager: true } } : {}),
        },
        shareStrategy: 'loaded-first',
        dts: false,
        manifest: false,
        experiments: {
          externalRuntime: true,
          optimization: { target: 'web', disableRemote: true },
        },
      }),
      new RetriedChunksPlugin(globalName),
      new IntegrityPlugin(),
      new PrerenderPlugin({ folder, scope: area.id }),
      new ReleasePlugin({ kind: 'area', folder, version, shareScope, globalName }),
      ...(hasRefresh ? [new ReactRefreshPlugin({ overlay: false })] : []),
    ],
  };
}
