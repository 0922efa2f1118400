#!/usr/bin/env node
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Configuration } from 'webpack';
import { runWebpack } from '../webpack/bundle-script.ts';
import { compressFolder } from './build-packages.ts';

const folder = path.resolve(process.argv[2] ?? '.');

const { default: configuration }: { default: Configuration } = await import(
  pathToFileURL(path.join(folder, 'webpack.config.ts')).href
);
const stats = await runWebpack(configuration);
if (stats?.hasErrors() || stats?.hasWarnings()) console.error(stats.toString('errors-warnings'));
if (stats?.hasErrors()) process.exit(1);
compressFolder(path.join(folder, 'dist'));
process.exit(0);
