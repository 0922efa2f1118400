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

/** The webpack options of every build. */
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
