import { expect, test } from '@jest/globals';
import { withHostCanary, withReleases } from '../operations/live-units.ts';
import { readStoredHost } from '../releases/release-json.ts';
import { storeRelease, trustingStore } from '../testing/stored-releases.fixtures.ts';
import { withoutFallbacks } from './staged-sets.ts';

const [active, tried] = ['0.1.0-aaaaaaa1', '0.1.0-aaaaaaa2'];

test.each([
  ['the canary of the host when that is the candidate', ['host'], tried],
  ['the active host when the candidate is an area', ['voicing'], active],
])('everybody gets %s', async (_what, candidates, version) => {
  const store = await trustingStore();
  for (const one of [active, tried]) await storeRelease(store, 'host', one);
  const units = withHostCanary(
    await withReleases(store, undefined, [{ unit: 'host', version: active }]),
    await readStoredHost(store, { unit: 'host', version: tried }),
    10,
  );
  const { host, canary_host: canary } = withoutFallbacks(units, candidates);
  expect([host.version, canary]).toEqual([version, undefined]);
});
