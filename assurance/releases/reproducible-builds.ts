// Builds a clone of this working tree, with one more area, in another folder, and compares every byte.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { currentReleases } from '@portal/testbed/releases/archive';
import { reportCases, tryCase } from '../harness/report.ts';

const root = path.resolve(import.meta.dirname, '../..');
await using outside = await mkdtempDisposable(path.join(tmpdir(), 'portal-reproducible-'));
const clone = path.join(outside.path, 'another/depth/of the same sources');
copySources();
run('new-area', 'zebra');
run('build', '--force');

const releases = currentReleases();
const cases = await Promise.all(
  [...releases].map(([name, folder]) =>
    tryCase(`${name} has the same bytes in another folder, beside a new area`, async (problems) => {
      const here = hashesIn(folder);
      const there = hashesIn(path.join(clone, name, 'dist'));
      if (here.size === 0) problems.push('there is no build');
      const names = [...new Set([...here.keys(), ...there.keys()])].sort();
      const different = names.filter((file) => here.get(file) !== there.get(file));
      if (different.length > 0) problems.push(`${different.length} files differ: ${different.join(', ')}`);
    }),
  ),
);
reportCases('reproducible-builds', cases);

/** What a clone of the repository would contain, with the changes that are not committed. */
function copySources(): void {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 1 << 24 } as const;
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    options,
  );
  for (const file of listed.split('\0').filter((name) => name !== '' && existsSync(path.join(root, name)))) {
    mkdirSync(path.dirname(path.join(clone, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(clone, file));
  }
}

/** Runs a command in the clone, which installs its packages at the first one. */
function run(...command: string[]): void {
  execFileSync(process.execPath, [path.join(clone, 'tooling/bootstrap.mjs'), ...command], {
    cwd: outside.path,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** Hash of each file of a build, by its path. */
function hashesIn(folder: string): Map<string, string> {
  const files = globSync('**/*.*', { cwd: folder }).sort();
  const hashOf = (file: string) =>
    createHash('sha256')
      .update(readFileSync(path.join(folder, file)))
      .digest('hex');
  return new Map(files.map((file) => [file, hashOf(file)]));
}
