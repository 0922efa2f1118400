import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type ScratchPortal, scratchPortal } from './testing/scratch-portal.fixtures.ts';

let scratch: ScratchPortal;

beforeEach(async () => {
  scratch = scratchPortal();
  await scratch.portal('keys create');
  await scratch.publish('host', 1);
  for (const digit of [1, 2]) {
    await scratch.publish('voicing', digit);
    await scratch.portal('deploy host@latest voicing@latest --reason next');
  }
});
afterEach(() => scratch.remove());

const kinds: [name: string, make: (file: string) => unknown][] = [
  ['a pipe', (file) => expect(spawnSync('mkfifo', [file]).status).toBe(0)],
  ['a folder', (file) => mkdirSync(file)],
  ['a link', (file) => symlinkSync('/etc/hostname', file)],
  ['a link to nothing', (file) => symlinkSync('nothing', file)],
];
const release = 'remotes/voicing/0.1.0-aaaaaaa2';
const files = [
  'composition.json',
  'composition.lock',
  'compositions/2.json',
  `${release}/release.json`,
  `${release}/publication.json`,
  `${release}/entry.js`,
];

const commands = [
  'status voicing',
  'history',
  'verify',
  'publish voicing',
  'rollback voicing --reason x --force',
  'deploy voicing@latest --reason x',
  'restore',
  'gc --keep 1 --days 0',
];

test.each(kinds.flatMap(([kind, make]) => files.map((name) => ({ kind, name, make }))))(
  'every command ends with one line when there is $kind instead of $name',
  async ({ name, make }) => {
    const file = path.join(scratch.folder, 'var/portal', name);
    rmSync(file, { force: true });
    make(file);
    const answers = [];
    for (const line of [...commands, `mirror --to ${scratch.folder}/mirror`])
      answers.push(await scratch.portal(line));
    const naming = answers.filter(({ err }) => err.includes(`${file} is `));
    expect(naming).not.toEqual([]);
    for (const { code, err } of naming) {
      expect(code).toBe(1);
      expect(err).toMatch(/^(?:(?:verifying|publishing) .*\n|\d+ of \d+ files\n)*.*: remove it[^\n]*\n$/);
    }
  },
);
