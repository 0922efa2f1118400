import { beforeEach, expect, test } from '@jest/globals';
import { choosePageReleases, pageRelease } from '../composition/page-releases.ts';
import { composition, configurePage } from '../testing/page.fixtures.ts';
import { findReleased, secureElement } from './integrity.ts';
import { nextAddress } from './released-address.ts';

const integrity = `sha384-${'B'.repeat(64)}`;
const file = { size: 4, integrity };
const base = '/remotes/finances/0.1.0-abcd1234/';
const second = 'https://files.example/portal';

beforeEach(() => {
  configurePage({ alternateFiles: second });
  const areas = composition.areas.map((area) => {
    const active = { ...area.active, manifest: integrity, files: { 'remote-entry.js': file } };
    return { ...area, active, previous: { ...active, version: '0.0.9', base: '/remotes/finances/0.0.9/' } };
  });
  choosePageReleases({ ...composition, areas }, { canary: [], without: [] });
});

function script(address: string): HTMLScriptElement {
  return Object.assign(document.createElement('script'), { src: address });
}

test.each([base, second + base])('a script below %s must have the signed hash', (place) => {
  const element = script(`${place}remote-entry.js?attempt=2`);
  secureElement(element);
  expect([element.integrity, element.crossOrigin]).toEqual([integrity, 'anonymous']);
});

test.each([
  `${second}${base}other.js`,
  `https://files.example${base}remote-entry.js`,
  'https://files.example/portal/evil.js',
  `https://other.example/portal${base}remote-entry.js`,
])('a script at %s is refused', (address) => {
  expect(() => secureElement(script(address))).toThrow('no release of this page');
});

test('a file is at its own origin, in the second copy, then in the fallback release', () => {
  const name = 'locales/en/financesPayments.json';
  const addresses = [`${base}${name}?attempt=1`];
  for (let next = nextAddress(addresses[0]!); next !== undefined; next = nextAddress(next))
    addresses.push(next);
  expect(addresses.slice(1)).toEqual([
    second + base + name,
    `/remotes/finances/0.0.9/${name}`,
    `${second}/remotes/finances/0.0.9/${name}`,
  ]);
});

test('a file of the host has a second address only', () => {
  const area = pageRelease('finances');
  expect(area?.fallback).not.toBeNull();
  const { manifest: _, ...host } = composition.host;
  choosePageReleases({ ...composition, host: { ...host, manifest: integrity } }, { canary: [], without: [] });
  expect(nextAddress('/host/0.1.0/locales/en/common.json')).toBe(
    `${second}/host/0.1.0/locales/en/common.json`,
  );
  expect(nextAddress(`${second}/host/0.1.0/locales/en/common.json`)).toBeUndefined();
});

test('without a second copy, and for a development server, there is no other address', () => {
  configurePage();
  expect(nextAddress(`${base}a.json`)).toBe('/remotes/finances/0.0.9/a.json');
  expect(() => findReleased(second + base)).toThrow();
  configurePage({ alternateFiles: second });
  choosePageReleases(composition, { canary: [], without: [] });
  expect(nextAddress(`${base}a.json`)).toBeUndefined();
});
