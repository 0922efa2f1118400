import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { languages } from '@portal/contract/language';
import { stagePortal } from './stage-portal.ts';

const integrity = `sha384-${'A'.repeat(64)}`;
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-stage-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, content: string): void {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
}

const shared = 'abcd1234';

function build(version: string): void {
  const files = { 'main.js': { size: 1, integrity }, 'locales/en/common.json': { size: 1, integrity } };
  write(
    'host/release.json',
    JSON.stringify({ version: '0.1.0', shared, scripts: ['main.js'], styles: [], frame: [], files }),
  );
  write('host/main.js', 'host');
  const titles = { a: Object.fromEntries(languages.map((language) => [language, 'A'])) };
  const page = { id: 'main', path: '', title: 'a' };
  const area = {
    id: 'a',
    contract: 1,
    base_path: '/a',
    order: 1,
    title: 'a',
    pages: [page],
    namespaces: ['a'],
    titles,
  };
  const release = {
    area,
    version,
    shared,
    entry: 'entry.js',
    unique_name: 'a_1',
    pages: { main: [] },
    files: {},
  };
  write('remote-a/release.json', JSON.stringify(release));
  write('remote-a/entry.js', version);
}

function stage(bases: Record<string, string> = {}) {
  const target = path.join(folder, 'portal');
  mkdirSync(target, { recursive: true });
  return stagePortal({
    host: path.join(folder, 'host'),
    areas: [path.join(folder, 'remote-a')],
    target,
    bases,
  });
}

test('puts each release under its own version and makes the set of them live', () => {
  build('0.1.0-aaaa1111');
  const composition = stage();
  expect(composition.number).toBe(1);
  expect(composition.areas[0]?.base).toBe('/remotes/a/0.1.0-aaaa1111/');
  expect(readFileSync(path.join(folder, 'portal/remotes/a/0.1.0-aaaa1111/entry.js'), 'utf8')).toBe(
    '0.1.0-aaaa1111',
  );
  expect(JSON.parse(readFileSync(path.join(folder, 'portal/composition.json'), 'utf8'))).toEqual(composition);
});

test('names the code only: locales are named by the release itself', () => {
  build('0.1.0-aaaa1111');
  expect(Object.keys(stage().host.files)).toEqual(['main.js']);
});

test('keeps the number while nothing changes and raises it with a new version, whose old one stays', () => {
  build('0.1.0-aaaa1111');
  stage();
  expect(stage().number).toBe(1);
  build('0.1.0-bbbb2222');
  expect(stage().number).toBe(2);
  expect(readFileSync(path.join(folder, 'portal/remotes/a/0.1.0-aaaa1111/entry.js'), 'utf8')).toBe(
    '0.1.0-aaaa1111',
  );
});

test('never changes a release that is there already', () => {
  build('0.1.0-aaaa1111');
  stage();
  write('remote-a/entry.js', 'tampered');
  stage();
  expect(readFileSync(path.join(folder, 'portal/remotes/a/0.1.0-aaaa1111/entry.js'), 'utf8')).toBe(
    '0.1.0-aaaa1111',
  );
});

test('points at a development server instead of copying, without hashes that would not hold', () => {
  build('0.1.0-aaaa1111');
  const [area] = stage({ a: 'http://localhost:4201/' }).areas;
  expect(area).toMatchObject({ base: 'http://localhost:4201/', files: {} });
});

test('refuses a release that breaks the contract and keeps the live composition', () => {
  build('0.1.0-aaaa1111');
  stage();
  build('not a version');
  expect(() => stage()).toThrow();
  const live = JSON.parse(readFileSync(path.join(folder, 'portal/composition.json'), 'utf8'));
  expect(live.areas[0].version).toBe('0.1.0-aaaa1111');
});
