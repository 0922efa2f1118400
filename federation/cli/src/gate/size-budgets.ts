/** What is read of a build's release.json. */
export interface BuiltRelease {
  version: string;
  files: Record<string, { size: number }>;
  /** A remote's container; the host has none. */
  entry?: string;
  /** A remote's pages: what each one's first view loads beside the entry. */
  pages?: Record<string, string[]>;
  /** The host's initial files. */
  scripts?: string[];
  styles?: string[];
}

export interface Budget {
  /** What is measured: `remote-finances: page payments, scripts`. */
  name: string;
  bytes: number;
  limit: number;
}

const kibibyte = 1024;

/**
 * Limits in bytes as they travel, Brotli-compressed but for the smallest. The host's scripts hold React, the router and
 * everything shared, and come once for all areas; the rest is what one more page costs.
 */
const limits = {
  logInPage: 200_000,
  hostScripts: 190 * kibibyte,
  hostStyles: 15 * kibibyte,
  entry: 12 * kibibyte,
  pageScripts: 40 * kibibyte,
  pageStyles: 8 * kibibyte,
  namespace: 6 * kibibyte,
};

/** Every budget of a build. `sizeOf` returns a file's transferred size in bytes. */
export function budgetsOf(name: string, release: BuiltRelease, sizeOf: (file: string) => number): Budget[] {
  const weigh = (files: string[], suffix: string) =>
    files.filter((file) => file.endsWith(suffix)).reduce((sum, file) => sum + sizeOf(file), 0);
  const { entry, pages = {}, scripts, styles = [] } = release;
  const largest = largestLocale(name, release, sizeOf);
  return [
    ...(entry === undefined ? [] : [{ name: `${name}: entry`, bytes: sizeOf(entry), limit: limits.entry }]),
    ...Object.entries(pages).flatMap(([page, files]) => [
      { name: `${name}: page ${page}, scripts`, bytes: weigh(files, '.js'), limit: limits.pageScripts },
      { name: `${name}: page ${page}, styles`, bytes: weigh(files, '.css'), limit: limits.pageStyles },
    ]),
    ...(scripts === undefined
      ? []
      : [
          { name: `${name}: initial scripts`, bytes: weigh(scripts, '.js'), limit: limits.hostScripts },
          { name: `${name}: initial styles`, bytes: weigh(styles, '.css'), limit: limits.hostStyles },
        ]),
    ...largest,
  ];
}

/** The whole login page: the host's scripts, the container of the authorization area and the page's own chunks. */
export function logInPageBudget(hostBytes: number, entryBytes: number, pageBytes: number): Budget {
  return {
    name: 'login page, all scripts',
    bytes: hostBytes + entryBytes + pageBytes,
    limit: limits.logInPage,
  };
}

/** One language of one namespace at a time is what a customer waits for. */
function largestLocale(name: string, { files }: BuiltRelease, sizeOf: (file: string) => number): Budget[] {
  const sizes = Object.keys(files)
    .filter((file) => file.startsWith('locales/') && file.endsWith('.json'))
    .map((file) => ({
      name: `${name}: largest locale file (${file})`,
      bytes: sizeOf(file),
      limit: limits.namespace,
    }));
  return sizes.toSorted((a, b) => b.bytes - a.bytes).slice(0, 1);
}
