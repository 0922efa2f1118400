import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { buildPackages, builtPackages } from '../build/build-packages.ts';
import { releaseVersion } from '../build/release-version.ts';
import { type Budget, type BuiltRelease, budgetsOf } from './budgets.ts';
import { type Outcome, type Step, single, total } from './outcome.ts';
import { root } from './workspace-packages.ts';

/** Builds what is not up to date, then weighs it. Each build is one test, and so is each budget. */
export const buildStep: Step = {
  name: 'build',
  async run() {
    await buildPackages({});
    return total(builtPackages().flatMap(outcomesOf));
  },
};

function outcomesOf(name: string): Outcome[] {
  const folder = path.join(root, name);
  const release = readRelease(folder);
  if (release?.version !== releaseVersion(folder)) {
    return [single(false, `${name} does not build: the messages above say why`)];
  }
  const sizeOf = (file: string) => brotliCompressSync(readFileSync(path.join(folder, 'dist', file))).length;
  return [single(true), ...budgetsOf(name, release, sizeOf).map(outcomeOf)];
}

function readRelease(folder: string): BuiltRelease | undefined {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'dist', 'release.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

function outcomeOf({ name, bytes, limit }: Budget): Outcome {
  const text = `${name}: ${kibibytes(bytes)} of ${kibibytes(limit)} KiB`;
  return bytes <= limit ? single(true) : single(false, `over budget: ${text}`);
}

function kibibytes(bytes: number): string {
  return (bytes / 1024).toFixed(1);
}
