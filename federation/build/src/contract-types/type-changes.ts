import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPortalFacts, root } from '../workspace/workspace-packages.ts';
import type { PublicTypes } from './public-types.ts';

/** The stored form of the public types: a digest of each line, so that additions can be distinguished from changes. */
export interface Snapshot {
  /** Version of the package. */
  version: string;
  /** Declaration → digests of its lines, joined by spaces. */
  declarations: Record<string, string>;
}

export interface TypeChanges {
  /** Changes that may break existing releases. */
  breaking: string[];
  /** New declarations, optional members and error codes. */
  additions: string[];
}

/** The snapshot of public types at a version. */
export function snapshotOf(version: string, types: PublicTypes): Snapshot {
  return {
    version,
    declarations: Object.fromEntries(
      Object.entries(types).map(([name, lines]) => [name, digests(lines).join(' ')]),
    ),
  };
}

/** Compares public types with a snapshot. Every change other than an addition counts as breaking. */
export function typeChanges(before: Snapshot, types: PublicTypes): TypeChanges {
  const changes: TypeChanges = { breaking: [], additions: [] };
  for (const [name, kept] of Object.entries(before.declarations)) {
    const lines = types[name];
    if (lines === undefined) changes.breaking.push(`${name} is gone`);
    else if (digests(lines).join(' ') === kept) continue;
    else if (isWidened(kept.split(' '), lines))
      changes.additions.push(`${name} has more optional members or error codes`);
    else changes.breaking.push(`${name} is another type`);
  }
  const added = Object.keys(types).filter((name) => !Object.hasOwn(before.declarations, name));
  changes.additions.push(...added.map((name) => `${name} is new`));
  return changes;
}

/** Why changes are not allowed with this version; undefined when they are. */
export function versionFault({ breaking }: TypeChanges, before: string, now: string): string | undefined {
  const major = (version: string) => Number(version.split('.')[0]);
  if (breaking.length === 0 || major(now) > major(before)) return undefined;
  return [
    `Version ${now} breaks what releases written for ${before} rely on:`,
    ...breaking.map((line) => `  ${line}`),
    'Keep the old shape beside the new one, or raise the major version of the package; for the contract, also add a version to "areaContractVersions".',
    'If it is the same to every user: npm run contract-types -- --accept --compatible',
  ].join('\n');
}

function digests(lines: string[]): string[] {
  return lines.map((line) => createHash('sha256').update(line).digest('hex').slice(0, 8));
}

// An optional member in TypeScript's or valibot's notation.
const optionalMember =
  /^(?:readonly )?'?[\w-]+'?(?:\?:|: (?:v|import\("valibot"\))\.(?:Optional|Nullish|ExactOptional|Undefinedable)Schema<)/;

/** Whether all lines from before exist in their order, and every added line is part of an optional member or an error code. */
function isWidened(before: string[], lines: string[]): boolean {
  let next = 0;
  /** Number of open brackets of an added member. */
  let depth = 0;
  for (const [index, digest] of digests(lines).entries()) {
    const line = lines[index] ?? '';
    if (depth === 0 && digest === before[next]) {
      next += 1;
      continue;
    }
    if (depth === 0 && !optionalMember.test(line) && !line.startsWith('error code ')) return false;
    depth += opened(line);
  }
  return next === before.length;
}

function opened(line: string): number {
  return [...line].reduce((sum, one) => sum + Number('{[('.includes(one)) - Number('}])'.includes(one)), 0);
}

/** A package whose types live releases depend on: its folder in portal.json. */
export type TypedPackage = 'contract' | 'shared';

function snapshotFile(name: TypedPackage): string {
  const file = name === 'contract' ? 'public-types' : 'shared-types';
  return fileURLToPath(new URL(`./${file}.snapshot.json`, import.meta.url));
}

/** The stored snapshot. */
export function readSnapshot(name: TypedPackage): Snapshot {
  return JSON.parse(readFileSync(snapshotFile(name), 'utf8'));
}

/** Stores a snapshot. */
export function writeSnapshot(name: TypedPackage, snapshot: Snapshot): void {
  writeFileSync(snapshotFile(name), `${JSON.stringify(snapshot, null, 2)}\n`);
}

/** The package's version. */
export function packageVersion(name: TypedPackage): string {
  const file = path.join(root, readPortalFacts().folders[name], 'package.json');
  const manifest: { version: string } = JSON.parse(readFileSync(file, 'utf8'));
  return manifest.version;
}
