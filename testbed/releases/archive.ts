import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { releasedPackages, writeWorkingCopy } from './working-copy.ts';

/** Built releases by package folder (`host`, `remote-finances`): the folder that holds release.json. */
export type Releases = ReadonlyMap<string, string>;

const root = path.resolve(import.meta.dirname, '../..');
const archive = path.join(root, 'var/archive');

/** Builds the releases of this working tree. */
export function currentReleases(): Releases {
  build(root);
  return new Map(releasedPackages().map((name) => [name, path.join(root, name, 'dist')]));
}

/**
 * Builds the host and every area as another version, from the same sources with marks (`working-copy.ts`). The builds are
 * stored by the hash of their sources and reused until the sources change.
 */
export async function releasesOf(version: string): Promise<Releases> {
  const copy = path.join(archive, `work-${process.pid}-${version}`);
  try {
    writeWorkingCopy(copy, version);
    const { releaseVersion }: { releaseVersion: (folder: string) => string } = await import(
      pathToFileURL(path.join(copy, 'federation/build/src/workspace/release-version.ts')).href
    );
    const stored = new Map(
      releasedPackages().map((name) => [
        name,
        path.join(archive, name, releaseVersion(path.join(copy, name))),
      ]),
    );
    const missing = [...stored].filter(([, folder]) => !existsSync(folder)).map(([name]) => name);
    if (missing.length > 0) {
      build(copy, missing);
      for (const name of missing) store(path.join(copy, name, 'dist'), stored.get(name) ?? '', version);
    }
    return stored;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Stores a build in the archive, instead of an older build of the same version. */
function store(dist: string, folder: string, version: string): void {
  const shelf = path.dirname(folder);
  mkdirSync(shelf, { recursive: true });
  for (const old of readdirSync(shelf).filter((name) => name.startsWith(`${version}-`)))
    rmSync(path.join(shelf, old), { recursive: true, force: true });
  cpSync(dist, `${folder}.new`, { recursive: true });
  renameSync(`${folder}.new`, folder);
}

function build(workspace: string, names: readonly string[] = []): void {
  const program = path.join(workspace, 'tooling/commands/build.ts');
  execFileSync(process.execPath, [program, ...names], {
    cwd: workspace,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
