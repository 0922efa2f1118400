import { beforeEach, expect, test } from '@jest/globals';
import { portalFactsSchema } from '@portal/federation-contract/portal-facts';
import * as v from 'valibot';
import { withReleases } from '../operations/live-units.ts';
import type { TrustedStore } from '../signing/trust.ts';
import { storeRelease, trustingStore } from '../testing/stored-releases.fixtures.ts';
import { checkSet } from './check-set.ts';

const facts = v.parse(portalFactsSchema, { languages: ['en', 'pl'], host_namespaces: ['common'] });
const english = {
  title: 'Calls',
  filters: { from: 'From' },
  calls_one: '{{count}} call',
  calls_other: '{{count}} calls',
};
const polish = {
  title: 'Połączenia',
  filters: { from: 'Od' },
  calls_one: '{{count}} połączenie',
  calls_few: '{{count}} połączenia',
  calls_many: '{{count}} połączeń',
  calls_other: '{{count}} połączenia',
};
const version = '0.1.0-aaaaaaa2';

let store: TrustedStore;

beforeEach(async () => {
  store = await trustingStore();
  for (const unit of ['host', 'voicing']) await storeRelease(store, unit, '0.1.0-aaaaaaa1');
});

/** What the gate says about a release with these texts, by language, in its only namespace. */
async function findingsWith(texts: Record<string, unknown>, unit = 'voicing'): Promise<string[]> {
  const namespace = unit === 'host' ? 'common' : unit;
  const entries = Object.entries({ en: english, pl: polish, ...texts });
  const files = entries.map(([language, content]) => [
    `locales/${language}/${namespace}.json`,
    JSON.stringify(content),
  ]);
  await storeRelease(store, unit, version, {
    files: { [unit === 'host' ? 'main.js' : 'entry.js']: 'x', ...Object.fromEntries(files) },
  });
  const first = ['host', 'voicing'].map((one) => ({ unit: one, version: '0.1.0-aaaaaaa1' }));
  const live = await withReleases(store, undefined, first);
  const next = { unit, version };
  const found = await checkSet(store, await withReleases(store, live, [next]), [next], facts);
  return found
    .filter(({ release }) => release === `${unit}@${version}`)
    .map(({ check, message }) => `${check}: ${message}`);
}

test('accepts the plural forms of each language', async () => {
  expect(await findingsWith({})).toEqual([]);
});

const { calls_many: _, ...withoutForm } = polish;
test.each([
  ['a key', { pl: { ...polish, filters: {} } }, 'texts are missing in pl: voicing:filters.from'],
  ['an empty text', { pl: { ...polish, title: ' ' } }, 'texts are missing in pl: voicing:title'],
  ['a plural form', { pl: withoutForm }, 'texts are missing in pl: voicing:calls_many'],
  [
    'a plural form of the source language',
    { en: { ...english, calls_one: undefined } },
    'texts are missing in en: voicing:calls_one',
  ],
  [
    'a group instead of a text',
    { pl: { ...polish, title: { a: 'b' } } },
    'texts are missing in pl: voicing:title',
  ],
  ['no texts', { pl: 'Połączenia' }, 'locales/pl/voicing.json is no JSON object of texts'],
])('refuses an area that lacks %s', async (_what, texts, message) => {
  expect(await findingsWith(texts)).toEqual([`texts: ${message}`]);
});

test('refuses an area without a file of texts', async () => {
  await storeRelease(store, 'voicing', version);
  const first = ['host', 'voicing'].map((unit) => ({
    unit,
    version: unit === 'host' ? '0.1.0-aaaaaaa1' : version,
  }));
  const units = await withReleases(store, undefined, first);
  const found = await checkSet(store, units, [{ unit: 'voicing', version }], facts);
  expect(found.map(({ message }) => message)).toContain(
    'locales/pl/voicing.json is missing: its texts would be shown in another language',
  );
});

test('refuses a host that lacks texts in a language', async () => {
  expect(await findingsWith({ pl: { title: 'Połączenia' } }, 'host')).toEqual([
    'texts: texts are missing in pl: common:filters.from, common:calls_one, common:calls_few, common:calls_many, common:calls_other',
  ]);
});
