#!/usr/bin/env node
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import webpack, { type Configuration } from 'webpack';
import { compressFolder } from './compress-folder.ts';

const folder = path.resolve(process.argv[2] ?? '.');

const { default: configuration }: { default: Configuration } = await import(
  pathToFileURL(path.join(folder, 'webpack.config.ts')).href
);
const compiler = webpack(configuration);
if (compiler === null) throw new Error('webpack did not accept the configuration');
const { promise, resolve, reject } = Promise.withResolvers<webpack.Stats | undefined>();
compiler.run((error, stats) => (error === null ? resolve(stats) : reject(error)));
const stats = await promise;
if (stats?.hasErrors() || stats?.hasWarnings()) console.error(stats.toString('errors-warnings'));
if (stats?.hasErrors()) process.exit(1);
compressFolder(path.join(folder, 'dist'));
process.exit(0);
