import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Configuration } from 'webpack';
import { releaseVersion } from '../workspace/release-version.ts';
import { DocumentPlugin } from './document-plugin.ts';
import { buildMode, entryModules, federatedPackage } from './federated-package.ts';
import { lateModules, sharedByHost } from './shared-singletons.ts';

/**
 * The webpack configuration of the shell. `packageFile` is the URL of the host's package.json. React, the router, the
 * federation runtime and the shared packages are initial chunks of their own, which load beside `main`.
 */
export function defineHost(packageFile: URL): Configuration {
  const folder = path.dirname(fileURLToPath(packageFile));
  const { resolve } = createRequire(packageFile);
  const browser = path.dirname(resolve('@portal/federation-browser/package.json'));
  // Shared modules are provided whole: without this the page would load a parser of ICU messages that no text needs.
  const icuMessages = path.join(
    path.dirname(resolve('react-i18next/package.json')),
    'dist/es/IcuTransUtils/index.js',
  );
  const mode = buildMode('host');
  const configuration = federatedPackage({
    ...mode,
    id: 'host',
    folder,
    version: releaseVersion(folder),
    globalName: 'host',
    layer: 'host',
    sources: path.join(folder, 'src'),
    shareScope: sharedByHost(packageFile.href),
    federation: {
      remotes: {},
      runtimePlugins: [path.join(browser, 'src/loading/runtime-plugin.ts')],
      experiments: { optimization: { target: 'web', disableSnapshot: true } },
    },
    release: { kind: 'host', lateModules: lateModules(packageFile.href), alsoLocalesOf: browser },
    alias: { [icuMessages]: false },
    plugins: [
      new DocumentPlugin({
        template: path.join(folder, 'src/document/index.html'),
        start: path.join(folder, 'src/document/start.ts'),
        style: path.join(folder, 'src/document/shell.css'),
      }),
    ],
    // The federation runtime's plugin runs before the share scope provides the refresh runtime.
    refreshExclude: /node_modules|[\\/]federation[\\/]/,
  });
  return {
    ...configuration,
    entry: { main: entryModules('./src/main.tsx', mode) },
    optimization: {
      ...configuration.optimization,
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
  };
}
