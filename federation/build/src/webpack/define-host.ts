import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Configuration } from 'webpack';
import { buildMode } from '../workspace/build-mode.ts';
import { releaseVersion } from '../workspace/release-version.ts';
import { assetName, compileOptions, federatedOutput, hotTexts, outputFolder } from './compile-options.ts';
import { DocumentPlugin } from './document-plugin.ts';
import { IntegrityPlugin } from './integrity-plugin.ts';
import { PrerenderPlugin } from './prerender-plugin.ts';
import { ReleasePlugin } from './release-plugin.ts';
import { rules } from './rules.ts';
import { sharedByHost } from './shared-singletons.ts';

/**
 * The webpack configuration of the shell. `packageFile` is the URL of the host's package.json. React, the router, the
 * federation runtime and the shared packages stand in initial chunks of their own, which load beside `main`.
 */
export function defineHost(packageFile: URL): Configuration {
  const folder = path.dirname(fileURLToPath(packageFile));
  const { isProduction, hasRefresh } = buildMode('host');
  const version = releaseVersion(folder);
  const common = compileOptions(isProduction);
  const shareScope = sharedByHost(packageFile.href);
  const fileName = assetName(isProduction);
  process.env['MF_BUILD_VERSION'] = version;

  return {
    ...common,
    context: folder,
    name: 'host',
    resolve: { ...common.resolve, alias: { 'portal-locales': path.join(folder, 'locales') } },
    entry: { main: [...(hasRefresh ? [hotTexts] : []), './src/main.tsx'] },
    output: {
      ...federatedOutput,
      path: path.join(folder, outputFolder(isProduction)),
      publicPath: 'auto',
      uniqueName: 'host',
      filename: `${fileName}.js`,
      chunkFilename: `${fileName}.js`,
    },
    module: {
      rules: rules({
        isProduction,
        hasRefresh,
        scope: 'host',
        layer: 'host',
        folder: path.join(folder, 'src'),
      }),
    },
    optimization: {
      ...common.optimization,
      runtimeChunk: false,
      chunkIds: isProduction ? 'deterministic' : 'named',
      splitChunks: {
        chunks: 'initial',
        minSize: 0,
        cacheGroups: {
          default: false,
          defaultVendors: false,
          federation: { test: /[\\/]@module-federation[\\/]/, name: 'federation', priority: 3 },
          react: {
            test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/,
            name: 'react',
            priority: 2,
          },
          libraries: { test: /[\\/]node_modules[\\/]/, name: 'libraries', priority: 1 },
          // What the lazily loaded widgets have in common; without it each brings its own copy.
          widgets: {
            test: /[\\/]node_modules[\\/]/,
            name: 'widgets',
            chunks: 'async',
            minChunks: 2,
            priority: 1,
          },
        },
      },
    },
    plugins: [
      new MiniCssExtractPlugin({ filename: `${fileName}.css`, chunkFilename: `${fileName}.css` }),
      new ModuleFederationPlugin({
        name: 'host',
        remotes: {},
        shared: {
          ...shareScope,
          ...(hasRefresh ? { 'react-refresh/runtime': { singleton: true, eager: true } } : {}),
        },
        shareStrategy: 'loaded-first',
        runtimePlugins: [path.join(browserFolder(packageFile), 'src/loading/runtime-plugin.ts')],
        dts: false,
        manifest: false,
        experiments: { optimization: { target: 'web', disableSnapshot: true } },
      }),
      new DocumentPlugin({
        template: path.join(folder, 'src/document/index.html'),
        start: path.join(folder, 'src/document/start.ts'),
        style: path.join(folder, 'src/document/shell.css'),
      }),
      new IntegrityPlugin(),
      new PrerenderPlugin({ folder, scope: 'host' }),
      new ReleasePlugin({
        kind: 'host',
        folder,
        version,
        shareScope,
        globalName: 'host',
        alsoLocalesOf: browserFolder(packageFile),
      }),
      // The federation runtime's plugin runs before there is a share scope that provides the refresh runtime.
      ...(hasRefresh
        ? [
            new ReactRefreshPlugin({
              overlay: false,
              exclude: /node_modules|[\\/]federation[\\/](?:browser|build)[\\/]/,
            }),
          ]
        : []),
    ],
  };
}

/** The folder of `@portal/federation-browser`, as the host resolves it. */
function browserFolder(packageFile: URL): string {
  return path.dirname(createRequire(packageFile).resolve('@portal/federation-browser/package.json'));
}
