// build-with-maps <folder> <output>: builds a package with source maps beside its scripts. The files have the names of the
// release, whose content is the same.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Configuration } from 'webpack';
import { runWebpack } from '../webpack/bundle-script.ts';

const [folder = '.', output = ''] = process.argv.slice(2).map((one) => path.resolve(one));
const { default: configuration }: { default: Configuration } = await import(
  pathToFileURL(path.join(folder, 'webpack.config.ts')).href
);
const stats = await runWebpack({
  ...configuration,
  devtool: 'hidden-source-map',
  output: { ...configuration.output, path: output },
});
if (stats?.hasErrors()) console.error(stats.toString('errors-only'));
process.exit(stats?.hasErrors() === false ? 0 : 1);
