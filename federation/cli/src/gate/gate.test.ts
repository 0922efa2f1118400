import { beforeEach, expect, test } from '@jest/globals';
import { portalFactsSchema } from '@portal/federation-contract/portal-facts';
import * as v from 'valibot';
import { withReleases } from '../operations/live-units.ts';
import type { TrustedStore } from '../signing/trust.ts';
import { storeRelease, trustingStore } from '../testing/stored-releases.fixtures.ts';
import { checkSet, withoutUnfitHost } from './check-set.ts';

const facts = v.parse(portalFactsSchema, {
  languages: ['en'],
  host_pages: ['/welcome'],
  server_paths: ['v1'],
  reserved_ids: ['login'],
  size_budgets: { entry: 12 * 1024 },
});

let store: TrustedStore;
const version = '0.1.0-aaaaaaa1';
const names = ['host', 'voicing', 'finances'].map((unit) => ({ unit, version }));

beforeEach(async () => {
  store = await trustingStore();
  await storeRelease(store, 'host', version);
  await storeRelease(store, 'finances', version);
});

async function findings(): Promise<string[]> {
  const units = await withReleases(store, undefined, names);
  return (await checkSet(store, units, names, facts)).map(({ check, message }) => `${check}: ${message}`);
}

test('accepts a compatible set', async () => {
  await storeRelease(store, 'voicing', version);
  expect(await findings()).toEqual([]);
});

const page = (fields: object) => ({ pages: [{ id: 'main', path: 'cdr', title: 'voicing', ...fields }] });

test.each([
  [
    'a range that the host does not provide',
    { release: { needs: { react: '^20.0.0' } } },
    /needs react \^20\.0\.0; host \S+ provides 19\.3\.1/,
  ],
  [
    'a package that the host does not share',
    { release: { needs: { vue: '^3.0.0' } } },
    /needs vue \^3\.0\.0; .* provides nothing/,
  ],
  ['the base path of another', { area: { base_path: '/finances' } }, /claim the base path \/finances/],
  ['the route of another', { area: page({ aliases: ['/finances'] }) }, /claim the route \/finances/],
  ['a route of the host', { area: page({ aliases: ['/welcome'] }) }, /claim the route \/welcome/],
  [
    'a route of the server',
    { area: page({ aliases: ['/v1/calls'] }) },
    /\/v1\/calls is a path of the server/,
  ],
  ['a namespace of another', { area: { namespaces: ['finances'] } }, /claim the namespace finances/],
  ['a namespace of the host', { area: { namespaces: ['common'] } }, /claim the namespace common/],
  [
    'two pages of one id',
    { area: { pages: [page({}).pages[0], page({ path: 'b' }).pages[0]] } },
    /two pages named main/,
  ],
  [
    'the globals of another',
    { release: { unique_name: 'finances_0_1_0_aaaaaaa1' } },
    /claim the name of globals/,
  ],
  [
    'an entry above its budget',
    { files: { 'entry.js': 'x'.repeat(13 * 1024) } },
    /budget: voicing: entry is 13\.0 KiB; the limit is 12\.0/,
  ],
])('refuses %s', async (_what, request, message) => {
  await storeRelease(store, 'voicing', version, request);
  expect(await findings()).toContainEqual(expect.stringMatching(message));
});

test.each(['ops', 'portal', 'about', 'welcome', 'login', 'v1', 'host-like'])(
  'refuses an area named %s when the portal uses the name',
  async (id) => {
    const release = { unit: id, version };
    await storeRelease(store, id, version, { area: { namespaces: ['own'] } });
    const units = await withReleases(store, undefined, [{ unit: 'host', version }, release]);
    const found = (await checkSet(store, units, [release], facts)).map(({ message }) => message);
    expect(found.filter((message) => message.includes('belongs to the portal'))).toHaveLength(
      id === 'host-like' ? 0 : 1,
    );
  },
);

test('refuses an area without titles in a language of the portal', async () => {
  await storeRelease(store, 'voicing', version);
  const units = await withReleases(store, undefined, names);
  const found = await checkSet(store, units, [], { ...facts, languages: ['en', 'de'] });
  expect(found).toContainEqual({
    check: 'contract',
    release: 'voicing',
    message: 'title voicing is missing in de',
  });
});

test('refuses a host that does not support the live areas', async () => {
  await storeRelease(store, 'voicing', version);
  const live = await withReleases(store, undefined, names);
  const next = { unit: 'host', version: '0.1.0-aaaaaaa2' };
  await storeRelease(store, 'host', next.version, {
    release: { contracts: [2], provides: { react: '20.0.0' } },
  });
  const found = await checkSet(store, await withReleases(store, live, [next]), [next], facts);
  expect(found.map(({ release, check }) => `${release} ${check}`)).toEqual([
    `voicing@${version} contract`,
    `voicing@${version} shared`,
    `finances@${version} contract`,
    `finances@${version} shared`,
  ]);
});

test('names no previous host that does not support the live areas', async () => {
  await storeRelease(store, 'voicing', version);
  const former = { unit: 'host', version: '0.1.0-aaaaaaa0' };
  await storeRelease(store, 'host', former.version);
  const before = await withReleases(store, undefined, [former, ...names.slice(1)]);
  const units = await withReleases(store, before, [names[0]!]);
  expect((await withoutUnfitHost(store, units)).previous_host?.version).toBe(former.version);
  const next = { unit: 'voicing', version: '0.1.0-aaaaaaa2' };
  await storeRelease(store, 'host', '0.1.0-aaaaaaa3', { release: { provides: { react: '19.4.0' } } });
  await storeRelease(store, 'voicing', next.version, { release: { needs: { react: '^19.4.0' } } });
  const newer = await withReleases(store, units, [{ unit: 'host', version: '0.1.0-aaaaaaa3' }, next]);
  expect(newer.previous_host?.version).toBe(version);
  expect((await withoutUnfitHost(store, newer)).previous_host).toBeUndefined();
});

test('refuses a release with a missing or changed file, compressed copies included', async () => {
  await storeRelease(store, 'voicing', version);
  await store.write(`remotes/voicing/${version}/entry.js.br`, Buffer.from('no brotli'));
  await store.remove(`remotes/finances/${version}/entry.js`);
  expect(await findings()).toEqual([
    'files: entry.js.br is not what was published',
    'files: entry.js is missing',
  ]);
});
