import path from 'node:path';
import { fileURLToPath } from 'node:url';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Configuration } from 'webpack';
import { compileOptions } from '../webpack/compile-options.ts';
import { DocumentPlugin } from '../webpack/document-plugin.ts';
import { assetName } from '../webpack/federated-package.ts';
import { productionRouter, withoutRichTexts } from '../webpack/library-builds.ts';
import { PrerenderPlugin } from '../webpack/prerender-plugin.ts';
import { ReleasePlugin } from '../webpack/release-plugin.ts';
import { scriptRules, styleRules } from '../webpack/rules.ts';
import { IntegrityPlugin } from '../webpack/runtime-plugins.ts';
import { releaseVersion } from '../workspace/release-version.ts';
import { readPortalFacts, root } from '../workspace/workspace-packages.ts';
import { workspaceAreas } from './areas-loader.ts';
import { MonolithPlugin } from './monolith-plugin.ts';

const { folders } = readPortalFacts();

/**
 * The webpack configuration of the portal as one program with split routes, which is measured beside the federated one and
 * never deployed. `packageFile` is the URL of the package.json of the modules that replace the federation's.
 */
export function defineMonolith(packageFile: URL): Configuration {
  const folder = path.dirname(fileURLToPath(packageFile));
  const host = path.join(root, folders.host);
  const browser = path.join(root, 'federation/browser');
  const replacements = path.join(folder, 'src');
  const areas = workspaceAreas();
  const common = compileOptions(true);
  const fileName = assetName(true);
  const production = { isProduction: true, hasRefresh: false };
  const hostStyles = { ...production, scope: 'host', layer: 'host', folder: path.join(host, 'src') };
  return {
    ...common,
    context: host,
    name: 'monolith',
    entry: { main: './src/main.tsx' },
    resolve: { ...common.resolve, alias: withoutRichTexts(path.join(host, 'package.json')) },
    output: {
      path: path.join(folder, 'dist'),
      publicPath: 'auto',
      uniqueName: 'monolith',
      filename: `${fileName}.js`,
      chunkFilename: `${fileName}.js`,
      crossOriginLoading: 'anonymous',
      clean: true,
    },
    module: {
      strictExportPresence: true,
      rules: [
        {
          resource: path.join(replacements, 'areas.ts'),
          enforce: 'pre',
          use: fileURLToPath(new URL('./areas-loader.ts', import.meta.url)),
        },
        ...scriptRules(hostStyles),
        ...styleRules(hostStyles).map((rule) => ({
          ...rule,
          exclude: { or: [rule.exclude ?? [], ...areas.map((one) => one.folder)].flat() },
        })),
        ...areas.flatMap((one) =>
          styleRules({
            ...production,
            scope: one.area.id,
            layer: `area.${one.area.id}`,
            folder: one.folder,
          }).map((rule) => ({ ...rule, include: one.folder })),
        ),
      ],
    },
    optimization: {
      ...common.optimization,
      splitChunks: {
        chunks: 'all',
        cacheGroups: {
          react: {
            test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/,
            name: 'react',
            priority: 2,
          },
          libraries: {
            test: /[\\/]node_modules[\\/]/,
            name: 'libraries',
            chunks: 'initial',
            priority: 1,
          },
        },
      },
    },
    plugins: [
      new MiniCssExtractPlugin({
        filename: `${fileName}.css`,
        chunkFilename: `${fileName}.css`,
        // The order does not matter: every sheet is in a layer.
        ignoreOrder: true,
      }),
      productionRouter,
      new MonolithPlugin({ areas, replacements }),
      // Its hook sets the mode in which files are fetched, as in the federated portal.
      new IntegrityPlugin(),
      new DocumentPlugin({
        template: path.join(host, 'src/document/index.html'),
        start: path.join(host, 'src/document/start.ts'),
        style: path.join(host, 'src/document/shell.css'),
      }),
      new PrerenderPlugin({ folder: host, scope: 'host' }),
      ...areas.map((one) => new PrerenderPlugin({ folder: one.folder, scope: one.area.id })),
      new ReleasePlugin({
        kind: 'host',
        folder: host,
        version: releaseVersion(host),
        globalName: 'monolith',
        shareScope: {},
        alsoLocalesOf: [browser, ...areas.map((one) => one.folder)],
      }),
    ],
  };
}
