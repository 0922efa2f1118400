import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describeGrowthOf } from '@portal/federation-build/analyze/module-growth';
import { buildPackages, builtPackages } from '@portal/federation-build/workspace/build-packages';
import { releaseVersion } from '@portal/federation-build/workspace/release-version';
import { readPortalFacts, root } from '@portal/federation-build/workspace/workspace-packages';
import { type Budget, type BuiltRelease, budgetsOf } from '@portal/federation-cli/size-budgets';
import { type Outcome, type Step, single, total } from './outcome.ts';

const { folders, size_budgets: limits } = readPortalFacts();

/** Builds what has changed, then checks the size budgets. Each build and each budget is one test. */
export const buildStep: Step = {
  name: 'build',
  async run() {
    await buildPackages({});
    return total([
      ...builtPackages().flatMap(outcomesOf),
      ...Object.entries(limits.whole_pages).map(wholePageOutcome),
    ]);
  },
};

function outcomesOf(name: string): Outcome[] {
  const folder = path.join(root, name);
  const release = readRelease(folder);
  if (release?.version !== releaseVersion(folder)) {
    return [single(false, `${name} does not build: the messages above say why`)];
  }
  const budgets = budgetsOf(name, release, { sizeOf: sizeIn(folder), limits });
  const analyzed = name.replace(/^remote-/, '');
  return [single(true), ...budgets.map((budget) => outcomeOf(budget, [analyzed]))];
}

/** The scripts of a whole page: the host's, the area's entry and the page's own. */
function wholePageOutcome([address, limit]: [address: string, limit: number]): Outcome {
  const [area = '', page = ''] = address.split('/');
  const folder = `remote-${area}`;
  const { entry = '', pages = {} } = readRelease(path.join(root, folder)) ?? {};
  const { scripts = [] } = readRelease(path.join(root, folders.host)) ?? {};
  const files = [
    ...scripts.map((file) => path.join(root, folders.host, 'dist', file)),
    ...[entry, ...(pages[page] ?? [])].map((file) => path.join(root, folder, 'dist', file)),
  ];
  const bytes = files.filter((file) => file.endsWith('.js')).reduce((sum, file) => sum + sentSize(file), 0);
  const name = `${area} page ${page}, all scripts`;
  return outcomeOf({ name, bytes, limit, hasScripts: true }, [folders.host, area]);
}

function sizeIn(folder: string): (file: string) => number {
  return (file) => sentSize(path.join(folder, 'dist', file));
}

/** The transfer size of a built file in bytes: of its Brotli copy if there is one, else of the file. */
export function sentSize(file: string): number {
  const compressed = `${file}.br`;
  return statSync(existsSync(compressed) ? compressed : file).size;
}

function readRelease(folder: string): BuiltRelease | undefined {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'dist', 'release.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Names the modules of the packages (`host`, `voicing`) that have grown, when scripts exceed a budget. */
function outcomeOf({ name, bytes, limit, hasScripts }: Budget, packages: readonly string[]): Outcome {
  if (bytes <= limit) return single(true);
  const grown = hasScripts ? describeGrowthOf(packages).map((line) => `  grown: ${line}`) : [];
  const text = `over budget: ${name}: ${bytes} of ${limit} bytes`;
  return single(false, [text, ...grown].join('\n'));
}
