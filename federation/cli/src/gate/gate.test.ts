import { beforeEach, describe, expect, test } from '@jest/globals';
import { portalFactsSchema } from '@portal/federation-contract/portal-facts';
import * as v from 'valibot';
import type { UnitSet } from '../composition/write-composition.ts';
import { liveArea, withCanary, withHostCanary, withReleases } from '../operations/live-units.ts';
import { readStoredArea, readStoredHost } from '../releases/release-json.ts';
import type { TrustedStore } from '../signing/trust.ts';
import { stateSize } from '../testing/stated-size.fixtures.ts';
import { fixtureKey, storeRelease, trustingStore } from '../testing/stored-releases.fixtures.ts';
import { describeFindings } from './check-release.ts';
import { checkSet, withoutUnfitHost } from './check-set.ts';

const facts = v.parse(portalFactsSchema, {
  languages: ['en'],
  host_pages: ['/welcome'],
  server_paths: ['v1'],
  reserved_ids: ['login'],
  size_budgets: { entry: 12 * 1024, any_file: 20 * 1024, whole_release: 100 * 1024 },
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
    /budget: voicing: entry is 13312 bytes; the limit is 12288/,
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

describe('a canary of the host', () => {
  const tried = { unit: 'host', version: '0.1.0-aaaaaaa2' };
  /** The set with a canary of the host that was built with changes. */
  async function withTriedHost(changes: object): Promise<UnitSet> {
    await storeRelease(store, 'voicing', version);
    await storeRelease(store, 'host', tried.version, { release: changes });
    return withHostCanary(
      await withReleases(store, undefined, names),
      await readStoredHost(store, tried),
      10,
    );
  }
  const checked = async (units: UnitSet) =>
    (await checkSet(store, units, [], facts)).map(({ release, check }) => `${release} ${check}`);

  test('passes beside what it supports', async () => {
    expect(await checked(await withTriedHost({}))).toEqual([]);
  });

  test('must support every live release', async () => {
    const units = await withTriedHost({ contracts: [2] });
    expect(await checked(units)).toEqual([`voicing@${version} contract`, `finances@${version} contract`]);
    const [first] = await checkSet(store, units, [], facts);
    expect(first?.advice).toContain('"portal halt host" ends it');
  });

  test('must support the canary of an area, which the active host supports', async () => {
    const units = await withTriedHost({ provides: { react: '19.3.1', late: '1.0.0' } });
    const next = { unit: 'voicing', version: '0.1.0-aaaaaaa3' };
    await storeRelease(store, 'voicing', next.version, { release: { needs: { late: '^1.0.0' } } });
    const both = withCanary(units, await readStoredArea(store, next), 10);
    expect(await checked(both)).toEqual([`voicing@${next.version} shared`]);
    const swapped = {
      ...both,
      host: both.canary_host!.release,
      canary_host: { release: both.host, percent: 5 },
    };
    expect(await checked(swapped)).toEqual([`voicing@${next.version} shared`]);
  });

  test('needs an active host whose pages know it, and leaves no previous one that does not', async () => {
    const units = await withTriedHost({});
    const old = { unit: 'host', version: '0.1.0-aaaaaaa0' };
    await storeRelease(store, 'host', old.version, { release: { reads: ['withdrawn'] } });
    const { host } = await withReleases(store, undefined, [old, ...names.slice(1)]);
    expect(await checked({ ...units, host })).toEqual([`host@${old.version} contract`]);
    expect((await withoutUnfitHost(store, { ...units, previous_host: host })).previous_host).toBeUndefined();
    expect(
      (await withoutUnfitHost(store, { ...units, previous_host: units.host })).previous_host,
    ).toBeDefined();
  });
});

test('finds a collision of a canary with the active release of an area that has a canary too', async () => {
  await storeRelease(store, 'voicing', version);
  let units = await withReleases(store, undefined, names);
  const moved = { voicing: { base_path: '/finances' }, finances: { base_path: '/money' } };
  for (const [unit, area] of Object.entries(moved)) {
    await storeRelease(store, unit, '0.1.0-aaaaaaa2', { area });
    units = withCanary(units, await readStoredArea(store, { unit, version: '0.1.0-aaaaaaa2' }), 10);
  }
  expect((await checkSet(store, units, [], facts)).map(({ check }) => check)).toContain('collision');
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

const uses = { '@portal/shared/ui': ['Button', 'Card'] };
const hostWith = (...names: string[]) => ({ release: { exports: { '@portal/shared/ui': names } } });

async function refusalsOf(candidates: { unit: string; version: string }[], live?: UnitSet) {
  const units = await withReleases(store, live, candidates);
  return (await checkSet(store, units, candidates, facts)).map(
    ({ release, message }) => `${release} ${message}`,
  );
}

const renamed = /^voicing@0\.1\.0-aaaaaaa1 uses Card of @portal\/shared\/ui, which host \S+ does not export$/;

test('refuses an area that uses an export which the host does not have, and says what to do', async () => {
  await storeRelease(store, 'host', '0.1.0-aaaaaaa2', hostWith('Button'));
  await storeRelease(store, 'voicing', version, { release: { uses } });
  const candidates = [
    { unit: 'host', version: '0.1.0-aaaaaaa2' },
    { unit: 'voicing', version },
  ];
  expect(await refusalsOf(candidates)).toEqual([expect.stringMatching(renamed)]);
  const found = await checkSet(store, await withReleases(store, undefined, candidates), [], facts);
  expect(describeFindings(found)).toContain('→ Deploy a voicing that does not use it before this host');
});

test('refuses an area that uses a module which the host does not share', async () => {
  await storeRelease(store, 'host', '0.1.0-aaaaaaa2', { release: { exports: {} } });
  await storeRelease(store, 'voicing', version, { release: { uses } });
  const candidates = [
    { unit: 'host', version: '0.1.0-aaaaaaa2' },
    { unit: 'voicing', version },
  ];
  expect(await refusalsOf(candidates)).toContainEqual(
    expect.stringContaining('uses @portal/shared/ui, which host 0.1.0-aaaaaaa2 does not provide'),
  );
});

test.each(['active', 'previous', 'canary'] as const)(
  'refuses a host that lacks an export which the %s release of a live area uses',
  async (place) => {
    await storeRelease(store, 'host', '0.1.0-aaaaaaa2', hostWith('Button', 'Card'));
    await storeRelease(store, 'host', '0.1.0-aaaaaaa3', hostWith('Button'));
    await storeRelease(store, 'voicing', version, { release: { uses } });
    await storeRelease(store, 'voicing', '0.1.0-aaaaaaa2');
    const other = { unit: 'voicing', version: '0.1.0-aaaaaaa2' };
    const first = place === 'canary' ? other : { unit: 'voicing', version };
    let live = await withReleases(store, undefined, [{ unit: 'host', version: '0.1.0-aaaaaaa2' }, first]);
    if (place === 'previous') live = await withReleases(store, live, [other]);
    if (place === 'canary')
      live = withCanary(live, await readStoredArea(store, { unit: 'voicing', version }), 5);
    const host = { unit: 'host', version: '0.1.0-aaaaaaa3' };
    expect(await refusalsOf([], live)).toEqual([]);
    expect(await refusalsOf([host], live)).toEqual([expect.stringMatching(renamed)]);
  },
);

test('drops a fallback that does not run beside a host deployed with its successor', async () => {
  await storeRelease(store, 'host', '0.1.0-aaaaaaa3', hostWith('Button'));
  await storeRelease(store, 'voicing', version, { release: { uses } });
  await storeRelease(store, 'voicing', '0.1.0-aaaaaaa2');
  const live = await withReleases(store, undefined, names);
  const next = ['host', 'voicing'].map((unit) => ({
    unit,
    version: unit === 'host' ? '0.1.0-aaaaaaa3' : '0.1.0-aaaaaaa2',
  }));
  expect(await refusalsOf(next, live)).toEqual([]);
  expect(liveArea(await withReleases(store, live, next), 'voicing').previous).toBeNull();
  expect(liveArea(await withReleases(store, live, next.slice(1)), 'voicing').previous).not.toBeNull();
});

test('judges releases without a list of exports by their versions', async () => {
  await storeRelease(store, 'voicing', version, { release: { uses } });
  expect(await findings()).toEqual([]);
});

test('refuses to publish an area that needs nothing of the host', async () => {
  await expect(storeRelease(store, 'voicing', version, { release: { needs: {} } })).rejects.toThrow(
    'needs nothing of the host',
  );
});

test.each([
  ['* { display: none }', /styles: area\.css has a selector that matches elements beyond the area/],
  ['@layer evil { html .voicing__a ~ * { top: 0 } }', /styles: area\.css has a selector/],
  ['@layer evil { & { display: none } }', /styles: area\.css has a selector/],
  ['.voicing__a { & + * { display: none } }', /styles: area\.css has a selector/],
  ['@import "https://example.com/evil.css";', /styles: area\.css has a rule for the whole page: import/],
  [
    '@keyframes host__spin { to { top: 0 } }',
    /styles: area\.css has a rule for the whole page: keyframes host__spin/,
  ],
  ['@media print { .voicing__a { position: fixed } }', /styles: area\.css has position: fixed/],
  ['.voicing__a { color: }}} * {', /styles: area\.css cannot be read/],
])('refuses the style sheet "%s"', async (css, message) => {
  await storeRelease(store, 'voicing', version, { files: { 'entry.js': 'x', 'area.css': css } });
  expect(await findings()).toContainEqual(expect.stringMatching(message));
});

test('accepts a style sheet whose rules stay in the area', async () => {
  const css = `@layer area.voicing { .voicing__a > b { color: red; & i { top: 0 } }
    :where([class^="voicing__"], [class*=" voicing__"]) { margin: 0 } }`;
  await storeRelease(store, 'voicing', version, { files: { 'entry.js': 'x', 'area.css': css } });
  expect(await findings()).toEqual([]);
});

test('refuses a chunk of 20 MB that is loaded on demand, although it compresses well', async () => {
  const large = 'x'.repeat(20 * 1024 * 1024);
  await storeRelease(store, 'voicing', version, { files: { 'entry.js': 'x', 'lazy.js': large } });
  expect(await findings()).toEqual([
    'budget: voicing: largest file (lazy.js), uncompressed is 20971520 bytes; the limit is 20480',
    expect.stringMatching(/voicing: whole release, uncompressed is 20971\d{3} bytes; the limit is 102400/),
  ]);
});

test('measures the files of a release whose release.json states other sizes', async () => {
  await storeRelease(store, 'voicing', version, {
    files: { 'entry.js': 'x', 'lazy.js': 'x'.repeat(30_720) },
  });
  const key = await fixtureKey;
  await stateSize(store, { unit: 'voicing', version }, { file: 'lazy.js', size: 100, key });
  expect(await findings()).toEqual([
    'files: lazy.js has 30720 bytes; release.json states 100',
    'budget: voicing: largest file (lazy.js), uncompressed is 30720 bytes; the limit is 20480',
  ]);
});
