import path from 'node:path';
import { expect, test } from '@jest/globals';
import { sbomOf } from './sbom.ts';

const root = path.join(__dirname, '../../../..');

interface Sbom {
  specVersion: string;
  metadata: { component: { purl: string } };
  components: {
    name: string;
    purl: string;
    hashes?: { alg: string; content: string }[];
    licenses?: object[];
  }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const sbom = sbomOf({
  folder: path.join(root, 'federation/cli'),
  version: '0.1.0-abcd1234',
  lockFile: path.join(root, 'pnpm-lock.yaml'),
}) as Sbom;

test('lists runtime dependencies with hash and licence, without development dependencies', () => {
  expect(sbom).toMatchObject({
    specVersion: '1.6',
    metadata: { component: { purl: 'pkg:npm/%40portal/federation-cli@0.1.0-abcd1234' } },
  });
  const names = sbom.components.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['@portal/federation-contract', 'aws4fetch', 'commander', 'semver', 'valibot']),
  );
  expect(names).not.toContain('fast-check');
  expect(sbom.components.find(({ name }) => name === 'commander')).toMatchObject({
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    licenses: [{ license: { id: 'MIT' } }],
  });
});

test('is a complete graph: every reference is a component', () => {
  const known = new Set([sbom.metadata.component.purl, ...sbom.components.map(({ purl }) => purl)]);
  expect(
    sbom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !known.has(ref)),
  ).toEqual([]);
  const own = sbom.dependencies.find(({ ref }) => ref === sbom.metadata.component.purl);
  expect(own?.dependsOn.map((ref) => ref.replace(/@[^@]*$/, ''))).toContain('pkg:npm/semver');
});
