import type { AreaRelease, HostRelease } from '@portal/federation-contract/composition';
import type { SizeBudgets } from '@portal/federation-contract/portal-facts';
import { type ReleaseName, releaseFolder } from '../releases/release-name.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import type { Finding } from './check-release.ts';

/** The members of a build's release.json that are measured: an area has an entry and pages, the host scripts and styles. */
export interface BuiltRelease {
  version: string;
  files: Record<string, { size: number }>;
  entry?: string;
  pages?: Record<string, string[]>;
  scripts?: string[];
  styles?: string[];
}

export interface Budget {
  /** What is measured: `remote-finances: page payments, scripts`. */
  name: string;
  bytes: number;
  limit: number;
  /** Whether scripts are among what is measured. */
  hasScripts: boolean;
}

interface Measure {
  /** Returns the transferred size of a file in bytes. */
  sizeOf: (file: string) => number;
  limits: SizeBudgets;
}

/** Every budget of a build. */
export function budgetsOf(name: string, release: BuiltRelease, { sizeOf, limits }: Measure): Budget[] {
  const { files, entry, pages = {}, scripts, styles = [] } = release;
  const budget = (what: string, limit: number, listed: string[], suffix = '') => {
    const measured = listed.filter((file) => file.endsWith(suffix));
    return {
      name: `${name}: ${what}`,
      bytes: measured.reduce((sum, file) => sum + sizeOf(file), 0),
      limit,
      hasScripts: measured.some(isScript),
    };
  };
  // A visitor waits for one language of one namespace.
  const [largest] = Object.keys(files)
    .filter((file) => file.startsWith('locales/') && file.endsWith('.json'))
    .toSorted((a, b) => sizeOf(b) - sizeOf(a));
  return [
    ...(entry === undefined ? [] : [budget('entry', limits.entry, [entry])]),
    ...Object.entries(pages).flatMap(([page, measured]) => [
      budget(`page ${page}, scripts`, limits.page_scripts, measured, '.js'),
      budget(`page ${page}, styles`, limits.page_styles, measured, '.css'),
    ]),
    ...(scripts === undefined
      ? []
      : [
          budget('initial scripts', limits.host_scripts, scripts, '.js'),
          budget('initial styles', limits.host_styles, styles, '.css'),
        ]),
    ...(largest === undefined
      ? []
      : [budget(`largest locale file (${largest})`, limits.locale_file, [largest])]),
    ...uncompressedBudgets(name, files, limits),
  ];
}

/** Uncompressed sizes, because a browser has to hold and parse what compresses well. */
function uncompressedBudgets(name: string, files: BuiltRelease['files'], limits: SizeBudgets): Budget[] {
  const sizes = Object.entries(files).map(([file, { size }]) => ({ file, size }));
  const [largest] = sizes.toSorted((a, b) => b.size - a.size);
  if (largest === undefined) return [];
  const all = sizes.reduce((sum, { size }) => sum + size, 0);
  return [
    {
      name: `${name}: largest file (${largest.file}), uncompressed`,
      bytes: largest.size,
      limit: limits.any_file,
      hasScripts: isScript(largest.file),
    },
    {
      name: `${name}: whole release, uncompressed`,
      bytes: all,
      limit: limits.whole_release,
      hasScripts: sizes.some(({ file }) => isScript(file)),
    },
  ];
}

function isScript(file: string): boolean {
  return file.endsWith('.js');
}

/** The size budgets that a stored release exceeds. A file counts with the size of its Brotli copy, if it has one. */
export async function checkSizes(
  store: ReleaseStore,
  name: ReleaseName,
  { release, limits }: { release: AreaRelease | HostRelease; limits: SizeBudgets },
): Promise<Finding[]> {
  const folder = releaseFolder(name);
  const sizes = new Map(
    (await store.list(folder)).map(({ path, size }) => [path.slice(folder.length), size]),
  );
  const sizeOf = (file: string) => sizes.get(`${file}.br`) ?? sizes.get(file) ?? 0;
  // What release.json states about sizes is nobody's measurement.
  const files = Object.fromEntries(
    Object.keys(release.files).map((file) => [file, { size: sizes.get(file) ?? 0 }]),
  );
  return budgetsOf(name.unit, { ...release, files }, { sizeOf, limits })
    .filter(({ bytes, limit }) => bytes > limit)
    .map((budget) => ({
      check: 'budget',
      release: `${name.unit}@${name.version}`,
      message: `${budget.name} is ${budget.bytes} bytes; the limit is ${budget.limit}`,
    }));
}
