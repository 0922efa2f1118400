import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { InstalledPackage } from '@portal/federation-cli/sbom';

interface Row {
  name: string;
  version: string;
  licence: string;
  reason: string;
  maintenance: string;
}

/** Shorter texts cannot say why a package is needed, or who maintains it. */
const leastWords = 4;

/** The rows of the table in docs/dependencies.md. */
export function readRows(root: string): Row[] {
  const page = readFileSync(path.join(root, 'docs/dependencies.md'), 'utf8');
  return [...page.matchAll(/^\| `([^`]+)` \|(.+)\|$/gm)].map(([, name = '', rest = '']) => {
    const [version = '', licence = '', reason = '', maintenance = ''] = rest
      .split('|')
      .map((cell) => cell.trim());
    return { name, version, licence, reason, maintenance };
  });
}

/** What is wrong with the rows, compared with the packages that are installed for the dependencies. */
export function problemsOfRows(rows: readonly Row[], installed: readonly InstalledPackage[]): string[] {
  const names = rows.map(({ name }) => name);
  const known = new Map(installed.map((one) => [one.name, one]));
  return [
    ...installed.filter(({ name }) => !names.includes(name)).map(({ name }) => `${name} has no row`),
    ...names.filter((name, index) => names.indexOf(name) < index).map((name) => `${name} has two rows`),
    ...rows.flatMap((row) => problemsOfRow(row, known.get(row.name))),
  ];
}

function problemsOfRow(row: Row, installed: InstalledPackage | undefined): string[] {
  const { name, version, licence, reason, maintenance } = row;
  if (installed === undefined) return [`${name} is no dependency of the BFF`];
  const problems = [
    ...(licence === installed.license ? [] : [`licence ${licence}, installed is ${installed.license}`]),
    ...(version === installed.version ? [] : [`version ${version}, installed is ${installed.version}`]),
    ...(isSentence(reason) ? [] : ['no reason']),
    ...(isSentence(maintenance) ? [] : ['no maintenance']),
  ];
  return problems.map((problem) => `${name}: ${problem}`);
}

function isSentence(text: string): boolean {
  return text.split(/\s+/).length >= leastWords;
}
