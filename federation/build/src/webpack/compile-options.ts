import { fileURLToPath } from 'node:url';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import type { Configuration } from 'webpack';

/** Browsers the portal is built for, in lightningcss's encoding (major << 16). */
const styleTargets = {
  chrome: 120 << 16,
  edge: 120 << 16,
  firefox: 121 << 16,
  safari: (17 << 16) | (4 << 8),
};

/** Webpack options that host and remotes have in common. */
export function compileOptions(isProduction: boolean): Configuration {
  return {
    mode: isProduction ? 'production' : 'development',
    target: ['web', 'es2022'],
    devtool: isProduction ? false : 'cheap-module-source-map',
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'warn' },
    optimization: {
      minimizer: [
        new TerserPlugin({
          minify: TerserPlugin.swcMinify,
          extractComments: false,
          terserOptions: {
            ecma: 2022,
            compress: { ecma: 2022, passes: 3, keep_fargs: false },
            format: { comments: false },
          },
        }),
        new CssMinimizerPlugin({
          minify: CssMinimizerPlugin.lightningCssMinify,
          minimizerOptions: { targets: styleTargets },
        }),
      ],
    },
  };
}

/** The module that gives a development build's changed texts to the page, as `portal:texts` events. */
export const hotTexts = fileURLToPath(new URL('./hot-texts.ts', import.meta.url));

/**
 * Output options that federation needs: a chunk that does not arrive fails in time, a module that throws while it is
 * first evaluated is evaluated again on retry, and every script is fetched in the same mode as its preload.
 */
export const federatedOutput = {
  crossOriginLoading: 'anonymous',
  // Later than the host's own limit, which knows what to do next.
  chunkLoadTimeout: 6_000,
  strictModuleErrorHandling: true,
  clean: true,
} as const;

/** Pattern of an asset's name: by content in a release, where files are immutable; plain under development. */
export function assetName(isProduction: boolean): string {
  return isProduction ? '[name].[contenthash:8]' : '[name]';
}

/** Where a build goes, inside its package: a developed one must not touch the release that `npm start` serves. */
export function outputFolder(isProduction: boolean): string {
  return isProduction ? 'dist' : 'dist-dev';
}
