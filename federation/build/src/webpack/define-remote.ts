import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Configuration } from 'webpack';
import { releaseVersion, uniqueName } from '../workspace/release-version.ts';
import { AreaStylesPlugin } from './area-styles-plugin.ts';
import { assetName, buildMode, entryModules, federatedPackage } from './federated-package.ts';
import { RetriedChunksPlugin } from './runtime-plugins.ts';
import { sharedByRemote } from './shared-singletons.ts';

/**
 * The webpack configuration of an area: one exposed module, `./area`, built as a Module Federation container.
 * `areaFile` is the URL of the area's area.json.
 */
export function defineRemote(areaFile: URL): Configuration {
  const folder = path.dirname(fileURLToPath(areaFile));
  const { id }: { id: string } = JSON.parse(readFileSync(areaFile, 'utf8'));
  const mode = buildMode(id);
  const version = releaseVersion(folder);
  const globalName = uniqueName(id, version);
  const configuration = federatedPackage({
    ...mode,
    id,
    folder,
    version,
    globalName,
    layer: `area.${id}`,
    sources: folder,
    shareScope: sharedByRemote(areaFile.href),
    federation: {
      filename: `${assetName(mode.isProduction).replace('[name]', 'remote-entry')}.js`,
      exposes: { './area': { import: entryModules('./src/area.tsx', mode), name: 'area' } },
      experiments: { optimization: { target: 'web', disableRemote: true } },
    },
    release: { kind: 'area' },
    plugins: [new RetriedChunksPlugin(globalName), new AreaStylesPlugin(id)],
  });
  return {
    ...configuration,
    entry: {},
    optimization: {
      ...configuration.optimization,
      splitChunks: {
        cacheGroups: {
          // What most pages of the area use travels with the module that lists them: one request instead of one for each part.
          area: { name: 'area', chunks: 'async', minChunks: 4, enforce: true, type: /^javascript/ },
        },
      },
    },
  };
}
