import path from 'node:path';

interface LockedPackages {
  /** Folders of the workspace's packages that are needed, relative to the root. */
  folders: string[];
  /** What the lock file states of all other packages that are needed: versions and hashes. */
  text: string;
}

/** Parts of a lock file, by the folder or the name and version of a package. */
type Blocks = ReadonlyMap<string, string>;

/**
 * The part of pnpm-lock.yaml that is about the packages which the packages in `folders` need at run time, directly or not.
 * It does not change with another package of the workspace, nor with what only that one needs.
 */
export function lockedPackages(lockFile: string, folders: readonly string[]): LockedPackages {
  const importers = blocksOf(lockFile, 'importers');
  const packages = blocksOf(lockFile, 'packages');
  const snapshots = blocksOf(lockFile, 'snapshots');
  const own = new Set(folders);
  const needed = new Map<string, string>();
  const waiting: string[] = [];
  // The loop also visits what it adds.
  for (const folder of own) {
    for (const [name, version] of dependenciesOf(importers.get(folder))) {
      const link = /^link:(.+)$/.exec(version)?.[1];
      if (link === undefined) waiting.push(`${name}@${version}`);
      else own.add(linkedFolder(folder, link));
    }
  }
  for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
    if (needed.has(key)) continue;
    const snapshot = snapshots.get(key);
    // The part in brackets names the peers, whose blocks are separate.
    needed.set(key, `${packages.get(key.split('(', 1)[0] ?? '')}${snapshot}`);
    waiting.push(...dependenciesOf(snapshot).map((one) => one.join('@')));
  }
  const blocks = [...needed].map((one) => one.join('\n')).sort();
  return { folders: [...own].sort(), text: blocks.join('\n') };
}

/** The blocks below a heading in the first column. */
function blocksOf(lockFile: string, heading: string): Blocks {
  const [, after = ''] = lockFile.split(`\n${heading}:\n`);
  const [section = ''] = after.split(/^\S/m, 1);
  const blocks = section.matchAll(/^ {2}(\S.*?):(?: \{\})?\n((?: {4}.*\n)*)/gm);
  return new Map([...blocks].map(([, name = '', text = '']) => [unquoted(name), text]));
}

/** Names and versions in a block; those of development are left out. */
function dependenciesOf(block = ''): [name: string, version: string][] {
  return [...block.matchAll(/^ {4}(?:optionalD|d)ependencies:\n((?: {6}.*\n)+)/gm)].flatMap(
    ([, lines = '']) =>
      lines
        .split(/^ {6}(?=\S)/m)
        .slice(1)
        .map(dependencyOf),
  );
}

/** A package of the workspace states how the version was asked for, and then the version on a line of its own. */
function dependencyOf(entry: string): [name: string, version: string] {
  const colon = entry.indexOf(':');
  const version = /^ {8}version: (.+)$/m.exec(entry)?.[1] ?? entry.slice(colon + 1).trim();
  return [unquoted(entry.slice(0, colon)), unquoted(version)];
}

const unquoted = (text: string) => text.replace(/^'(.*)'$/, '$1');

/** `shared` and `../federation/contract` → `federation/contract`. */
function linkedFolder(folder: string, link: string): string {
  return path.posix.join(folder, link);
}
