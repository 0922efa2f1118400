import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Configuration } from 'webpack';
import { compileOptions } from './compile-options.ts';
import { ownRuntime } from './own-runtime.ts';
import { PrerenderPlugin } from './prerender-plugin.ts';
import { ReleasePlugin, type ReleasePluginOptions } from './release-plugin.ts';
import { rules } from './rules.ts';
import { IntegrityPlugin } from './runtime-plugins.ts';
import type { ShareOptions } from './shared-singletons.ts';
import { StableIdsPlugin } from './stable-ids-plugin.ts';

interface BuildMode {
  isProduction: boolean;
  hasRefresh: boolean;
}

/**
 * The build mode of a package: development when `PORTAL_DEV` names its area (`all`, or ids separated by commas), otherwise
 * production.
 */
export function buildMode(id: string): BuildMode {
  const developed = (process.env['PORTAL_DEV'] ?? '').split(',').filter(Boolean);
  if (developed.length === 0) return { isProduction: true, hasRefresh: false };
  // React refresh needs a development build of React, which the host provides.
  const isDeveloped = id === 'host' || developed.includes('all') || developed.includes(id);
  return { isProduction: !isDeveloped, hasRefresh: isDeveloped };
}

/** The modules of an entry. A development build begins with the one that sends changed texts to the page as events. */
export function entryModules(file: string, { hasRefresh }: BuildMode): string[] {
  return [...(hasRefresh ? [fileURLToPath(new URL('./hot-texts.ts', import.meta.url))] : []), file];
}

/** Pattern of an asset's name: with a hash in a release, where files are immutable; plain in development. */
export function assetName(isProduction: boolean): string {
  return isProduction ? '[name].[contenthash:8]' : '[name]';
}

/** Folder of a build inside its package. A development build must not overwrite the release that `npm start` serves. */
export function outputFolder(isProduction: boolean): string {
  return isProduction ? 'dist' : 'dist-dev';
}

interface FederatedPackage extends BuildMode {
  /** Id of the area, or `host`: the prefix of its class names. */
  id: string;
  /** Absolute folder of the package. */
  folder: string;
  version: string;
  /** Name of the build's globals. */
  globalName: string;
  /** Cascade layer of the style sheets in `sources`. */
  layer: string;
  /** Absolute folder of the package's own sources. */
  sources: string;
  shareScope: Record<string, ShareOptions>;
  /** Module Federation's options beside the common ones. */
  federation: Partial<ConstructorParameters<typeof ModuleFederationPlugin>[0]>;
  /** The release beside the members above. */
  release: Pick<ReleasePluginOptions, 'kind' | 'lateModules' | 'alsoLocalesOf'>;
  plugins: NonNullable<Configuration['plugins']>;
  alias?: Record<string, false>;
}

// The federation runtime runs before the share scope provides the refresh runtime.
const refreshExclude = /node_modules|[\\/]federation[\\/](?:browser|build|contract)[\\/]/;

/** The webpack configuration that host and remotes share. */
export function federatedPackage(options: FederatedPackage): Configuration {
  const { id, folder, version, globalName, shareScope, isProduction, hasRefresh } = options;
  const common = compileOptions(isProduction);
  const fileName = assetName(isProduction);
  // A container's identity is `name:version`, which keeps two builds on one page apart.
  process.env['MF_BUILD_VERSION'] = version;
  return {
    ...common,
    context: folder,
    name: id,
    resolve: {
      ...common.resolve,
      alias: { ...options.alias, ...ownRuntime, 'portal-locales': path.join(folder, 'locales') },
    },
    output: {
      path: path.join(folder, outputFolder(isProduction)),
      publicPath: 'auto',
      uniqueName: globalName,
      filename: `${fileName}.js`,
      chunkFilename: `${fileName}.js`,
      // Scripts are fetched in the same mode as their preloads.
      crossOriginLoading: 'anonymous',
      // Longer than the host's own limit, which starts the fallback sequence.
      chunkLoadTimeout: 6_000,
      // A module that throws during its first evaluation is evaluated again on retry.
      strictModuleExceptionHandling: true,
      clean: true,
    },
    module: {
      rules: rules({ isProduction, hasRefresh, scope: id, layer: options.layer, folder: options.sources }),
    },
    optimization: {
      ...common.optimization,
      runtimeChunk: false,
      chunkIds: isProduction ? 'deterministic' : 'named',
    },
    plugins: [
      new MiniCssExtractPlugin({ filename: `${fileName}.css`, chunkFilename: `${fileName}.css` }),
      new ModuleFederationPlugin({
        ...options.federation,
        name: globalName,
        shared: {
          ...shareScope,
          ...(hasRefresh
            ? { 'react-refresh/runtime': { singleton: true, eager: true, requiredVersion: false } }
            : {}),
        },
        shareStrategy: 'loaded-first',
        dts: false,
        manifest: false,
      }),
      ...options.plugins,
      new StableIdsPlugin(),
      new IntegrityPlugin(),
      new PrerenderPlugin({ folder, scope: id }),
      new ReleasePlugin({ ...options.release, folder, version, shareScope, globalName }),
      ...(hasRefresh ? [new ReactRefreshPlugin({ overlay: false, exclude: refreshExclude })] : []),
    ],
  };
}
