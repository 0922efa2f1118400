import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace/workspace-packages.ts';
import { analyzedPackages, loadedScripts } from './loaded-scripts.ts';
import { moduleSharesOf } from './module-shares.ts';

/** Bytes of the modules of packages (`host`, `voicing`), by share of the compressed scripts. */
export type ModuleSizes = Record<string, Record<string, number>>;

export interface Growth {
  module: string;
  before: number;
  after: number;
}

/** Smaller modules are not listed: there are many, and their shares change with those around them. */
const leastBytes = 100;

/** What the budgets were set with: names the modules that have grown since when one is exceeded. */
const acceptedFile = path.join(root, 'tooling/check/module-sizes.json');
/** More would not be read. */
const mostListed = 10;

/** Writes the sizes of the modules of all packages, with which later builds are compared. Returns the file. */
export function acceptModuleSizes(): string {
  writeFileSync(acceptedFile, `${JSON.stringify(measureModules(analyzedPackages()), null, 2)}\n`);
  return acceptedFile;
}

/** Lines about the modules of packages (`host`, `voicing`) that have grown since their sizes were accepted. */
export function describeGrowthOf(packages: readonly string[]): string[] {
  const accepted: ModuleSizes = JSON.parse(readFileSync(acceptedFile, 'utf8'));
  const grown = grownModules(accepted, measureModules(packages));
  return grown.slice(0, mostListed).map(describeGrowth);
}

/** The sizes of the modules of packages, which are built with source maps when their sources have changed. */
function measureModules(packages: readonly string[]): ModuleSizes {
  return Object.fromEntries(packages.map((name) => [name, sizesOf(loadedScripts(name))]));
}

/** The modules that are larger than before, or new, the one that grew most first. */
export function grownModules(before: ModuleSizes, after: ModuleSizes): Growth[] {
  return Object.entries(after)
    .flatMap(([name, modules]) =>
      Object.entries(modules).map(([module, bytes]) => ({
        module: `${name}: ${module}`,
        before: before[name]?.[module] ?? 0,
        after: bytes,
      })),
    )
    .filter((one) => one.after - one.before >= leastBytes)
    .toSorted((a, b) => b.after - b.before - (a.after - a.before));
}

/** `voicing: shared/ui/table/table.tsx +812 (1,200 → 2,012)`. */
export function describeGrowth({ module, before, after }: Growth): string {
  const [from, to, more] = [before, after, after - before].map((bytes) => bytes.toLocaleString('en'));
  return `${module} +${more} (${from} → ${to})`;
}

function sizesOf(files: readonly string[]): Record<string, number> {
  const listed = moduleSharesOf(files).filter(([, bytes]) => bytes >= leastBytes);
  return Object.fromEntries(listed.map(([module, bytes]) => [module, Math.round(bytes)] as const).sort());
}
