import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { areaSchema } from '@portal/federation-contract/area';
import { areaReleaseSchema } from '@portal/federation-contract/composition';
import * as v from 'valibot';
import { writeArea } from './area-files.ts';
import { areaNameFault } from './area-name.ts';

const root = path.resolve(__dirname, '../../../..');
let workspace = '';
let folder = '';

beforeAll(() => {
  workspace = mkdtempSync(path.join(tmpdir(), 'portal-new-area-'));
  for (const name of [
    'pnpm-workspace.yaml',
    'portal.json',
    'node_modules',
    'federation',
    'shared',
    'tooling',
    'host',
    'remote-auth',
    'remote-finances',
  ]) {
    symlinkSync(path.join(root, name), path.join(workspace, name));
  }
  folder = writeArea(workspace, 'call-recording');
  // What `pnpm install` would link for it.
  symlinkSync(path.join(root, 'remote-auth/node_modules'), path.join(folder, 'node_modules'));
});
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

test('writes an area that the contract accepts, last in the navigation', () => {
  const area = v.parse(areaSchema, JSON.parse(readFileSync(path.join(folder, 'area.json'), 'utf8')));
  const finances = v.parse(
    areaSchema,
    JSON.parse(readFileSync(path.join(root, 'remote-finances/area.json'), 'utf8')),
  );
  expect(area.navigation).toHaveLength(1);
  expect(area.order).toBeGreaterThan(finances.order);
});

test('writes an area with the dependencies of every area', () => {
  const manifestOf = (folderOfPackage: string) =>
    JSON.parse(readFileSync(path.join(folderOfPackage, 'package.json'), 'utf8'));
  const { dependencies, devDependencies, scripts } = manifestOf(path.join(root, 'remote-auth'));
  expect(manifestOf(folder)).toMatchObject({ dependencies, devDependencies });
  expect(Object.keys(manifestOf(folder).scripts)).toEqual(Object.keys(scripts));
});

test('writes an area that type-checks, passes its test and builds', () => {
  run(path.join(root, 'node_modules/.bin/tsc'), ['-p', '.']);
  run(path.join(root, 'tooling/node_modules/.bin/jest'), ['--rootDir', folder]);
  run(process.execPath, [path.join(root, 'federation/build/src/workspace/build-one.ts'), folder]);
  const release = JSON.parse(readFileSync(path.join(folder, 'dist/release.json'), 'utf8'));
  const { pages } = v.parse(areaReleaseSchema, release);
  expect(pages['main']?.some((file) => file.startsWith('page-main.'))).toBe(true);
}, 60_000);

test.each([
  ['x', /2 to 31/],
  ['Ünicode', /lower-case/],
  // A namespace holds no digits.
  ['sip2', /lower-case/],
  ['call-', /between words/],
  ['call--log', /between words/],
  ['auth', /exists already/],
  ['welcome', /portal itself/],
  ['remotes', /portal itself/],
  ['all', /portal itself/],
  ['new', /reserved/],
  ['package', /reserved/],
  ['initial', /reserved/],
  ['common', /belongs to the host/],
  // A page of remote-auth, an alias and a namespace of remote-finances.
  ['login', /portal itself/],
  ['ops', /portal itself/],
  ['legal', /portal itself/],
  ['portal', /portal itself/],
  ['about', /portal itself/],
  ['dev', /portal itself/],
  ['register', /address \/register belongs to the area "auth"/],
  ['payments', /address \/payments belongs to the area "finances"/],
  ['finances-payments', /namespace "financesPayments" belongs to the area "finances"/],
])('refuses the name "%s"', (name, reason) => {
  expect(areaNameFault(workspace, name)).toMatch(reason);
});

test.each(['call-routes', 'sip', 'pay'])('accepts the name "%s"', (name) => {
  expect(areaNameFault(workspace, name)).toBeNull();
});

function run(command: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`);
}
