import { expect, test } from '@jest/globals';
import { lockedPackages } from './locked-packages.ts';

const area = (name: string, version: string) => `
  remote-${name}:
    dependencies:
      '@portal/shared':
        specifier: workspace:*
        version: link:../shared
      chart:
        specifier: 'catalog:'
        version: ${version}
    devDependencies:
      tester:
        specifier: 'catalog:'
        version: 1.0.0
`;

const packages = (name: string, hash: string) => `
  ${name}:
    resolution: {integrity: sha512-${hash}}
`;

interface LockFile {
  importers?: string;
  widgets?: string;
  tester?: string;
}

function lockFile({ importers = '', widgets = 'widgets', tester = 'tester' }: LockFile = {}): string {
  return `lockfileVersion: '9.0'

importers:
${area('news', '1.0.0(react@19.0.0)')}${importers}
  shared:
    dependencies:
      '@ui/widgets':
        specifier: 'catalog:'
        version: 2.0.0

packages:
${packages("'@ui/widgets@2.0.0'", widgets)}${packages('chart@1.0.0', 'chart')}${packages('lines@3.0.0', 'lines')}${packages('map@1.0.0', 'map')}${packages('tester@1.0.0', tester)}
snapshots:

  '@ui/widgets@2.0.0': {}

  chart@1.0.0(react@19.0.0):
    dependencies:
      lines: 3.0.0

  lines@3.0.0: {}

  map@1.0.0: {}

  tester@1.0.0: {}
`;
}

const locked = (text: string) => lockedPackages(text, ['remote-news']);

test('names the packages of the workspace and the hashes of all others, also of indirect ones', () => {
  const { folders, text } = locked(lockFile());
  expect(folders).toEqual(['remote-news', 'shared']);
  expect(text.match(/sha512-\w+/g)).toEqual(['sha512-widgets', 'sha512-chart', 'sha512-lines']);
});

test('does not change with a new area, nor with what only that area needs', () => {
  const more = area('zebra', '1.0.0(react@19.0.0)').replaceAll('chart', 'map');
  expect(locked(lockFile({ importers: more }))).toEqual(locked(lockFile()));
});

test('changes with a package that the shared package needs, and not with one for development', () => {
  expect(locked(lockFile({ widgets: 'other' }))).not.toEqual(locked(lockFile()));
  expect(locked(lockFile({ tester: 'other' }))).toEqual(locked(lockFile()));
});
