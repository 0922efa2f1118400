import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readCompositionFile } from './composition/composition-file.ts';
import { stagePortal } from './stage-portal.ts';
import { writeAreaBuild, writeHostBuild } from './testing/builds.fixtures.ts';

let folder = '';
const at = (...names: string[]) => path.join(folder, ...names);
const stagedEntry = (version: string) => readFileSync(at('portal/remotes/a', version, 'entry.js'), 'utf8');
const live = () => readFileSync(at('portal/composition.json'));

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-stage-'));
  writeHostBuild(at('host'));
  writeAreaBuild(at('remote-a'), 'a');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function stage(bases: Record<string, string> = {}) {
  return stagePortal({
    host: at('host'),
    areas: [at('remote-a')],
    target: at('portal'),
    keyFile: at('keys/composition.pem'),
    bases,
  });
}

test('stores each release under its version and makes the signed set live', async () => {
  const { composition, publicKey } = await stage();
  expect(composition.number).toBe(1);
  expect(composition.areas[0]?.active.base).toBe('/remotes/a/0.1.0-aaaa1111/');
  expect(stagedEntry('0.1.0-aaaa1111')).toBe('a 0.1.0-aaaa1111');
  await expect(readCompositionFile(live(), publicKey)).resolves.toMatchObject({
    composition,
    change: { number: 1 },
  });
});

test('reuses the key that it made, readable by its owner only', async () => {
  const first = await stage();
  expect((await stage()).publicKey).toBe(first.publicKey);
  expect(statSync(at('keys/composition.pem')).mode & 0o777).toBe(0o600);
});

test('names only code; the release itself names its locales', async () => {
  expect(Object.keys((await stage()).composition.host.files)).toEqual(['main.js']);
});

test('raises the number only with a new version, and does not remove the old one', async () => {
  await stage();
  expect((await stage()).composition.number).toBe(1);
  writeAreaBuild(at('remote-a'), 'a', { version: '0.1.0-bbbb2222' });
  const { composition } = await stage();
  expect(composition.number).toBe(2);
  expect(composition.areas[0]?.previous?.version).toBe('0.1.0-aaaa1111');
  expect(stagedEntry('0.1.0-aaaa1111')).toBe('a 0.1.0-aaaa1111');
});

test('never changes an existing release', async () => {
  await stage();
  writeFileSync(at('remote-a/entry.js'), 'tampered');
  await stage();
  expect(stagedEntry('0.1.0-aaaa1111')).toBe('a 0.1.0-aaaa1111');
});

test('names a development server instead of copying, without hashes', async () => {
  const { composition } = await stage({ a: 'http://localhost:4201/' });
  expect(composition.areas[0]?.active).toMatchObject({
    base: 'http://localhost:4201/',
    files: {},
    manifest: null,
  });
});

test.each([
  ['breaks the contract', { version: 'not a version' }],
  ['has an entry without a hash', { files: { 'other.js': '' } }],
])('refuses a release that %s and does not change the live composition', async (_what, fault) => {
  await stage();
  const before = live();
  rmSync(at('remote-a'), { recursive: true });
  writeAreaBuild(at('remote-a'), 'a', { version: '0.1.0-bbbb2222', ...fault });
  await expect(stage()).rejects.toThrow();
  expect(live()).toEqual(before);
});
