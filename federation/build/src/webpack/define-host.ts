import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Configuration } from 'webpack';
import { releaseVersion } from '../workspace/release-version.ts';
import { DocumentPlugin } from './document-plugin.ts';
import { buildMode, entryModules, federatedPackage } from './federated-package.ts';
import { productionRouter, withoutRichTexts } from './library-builds.ts';
import { lateModules, sharedByHost } from './shared-singletons.ts';

/**
 * The webpack configuration of the shell. `packageFile` is the URL of the host's package.json. React and the other
 * libraries are initial chunks of their own, which load beside `main`.
 */
export function defineHost(packageFile: URL): Configuration {
  const folder = path.dirname(fileURLToPath(packageFile));
  const { resolve } = createRequire(packageFile);
  const browser = path.dirname(resolve('@portal/federation-browser/package.json'));
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
      experiments: { optimization: { target: 'web', disableSnapshot: true } },
    },
    release: { kind: 'host', lateModules: lateModules(packageFile.href), alsoLocalesOf: [browser] },
    // Shared modules are provided whole, also the parts that nothing uses.
    alias: withoutRichTexts(packageFile),
    plugins: [
      ...(mode.isProduction ? [productionRouter] : []),
      new DocumentPlugin({
        template: path.join(folder, 'src/document/index.html'),
        start: path.join(folder, 'src/document/start.ts'),
        style: path.join(folder, 'src/document/shell.css'),
      }),
    ],
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
          react: {
            test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/,
            name: 'react',
            priority: 2,
          },
          libraries: { test: /[\\/]node_modules[\\/]/, name: 'libraries', priority: 1 },
          // What the calendar has in common with the other widgets; without it each brings its own copy.
          aria: {
            name: 'aria',
            chunks: ({ name }) => name === 'widgets' || name === 'calendar',
            minChunks: 2,
          },
        },
      },
    },
  };
}
