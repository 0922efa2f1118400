import { expect, test } from '@jest/globals';
import { compositionSchema } from '@portal/federation-contract/composition';
import * as v from 'valibot';
import { portalHtml } from './portal-html.ts';
import { createPortalFolder, sampleComposition, sampleTemplate } from './testing/portal-folder.fixtures.ts';

const folder = createPortalFolder();
folder.remove();
const composition = v.parse(compositionSchema, sampleComposition);
type PageRequest = Parameters<typeof portalHtml>[0];

/** A request whose parts are new objects, as for each visitor. */
const request = (changes: Partial<PageRequest> = {}): PageRequest => ({
  template: sampleTemplate,
  config: folder.config,
  composition: structuredClone(composition),
  signed: { payload: 'e30', signature: 'c2ln', key_id: 'k' },
  texts: {},
  languages: ['en', 'de'],
  requests: [],
  visit: { canary: [], without: [] },
  token: 'one',
  language: 'en',
  screens: { screen: '<p>{{brand}}</p>', frameKey: 'login', isAccount: false, failure: undefined },
  sheets: [],
  hasResponses: false,
  ...changes,
});
const { screens } = request();
const hostOf = (changes: object) => ({ ...composition, host: { ...composition.host, ...changes } });

const developed = (live: (typeof composition.areas)[number]) => ({
  ...live,
  active: { ...live.active, manifest: null },
});

test('pages of different visitors with the same HTML have one key', () => {
  const [page, other] = [portalHtml(request()), portalHtml(request({ token: 'two' }))];
  expect(page.key).toEqual(expect.any(String));
  expect(other.key).toBe(page.key);
  expect(other.start()).toBe(page.start());
});

test.each<Partial<PageRequest>>([
  { composition: hostOf({ base: '/host/0.9.0/' }) },
  { composition: hostOf({ manifest: `sha384-${'b'.repeat(64)}` }) },
  { signed: { payload: 'e31', signature: 'c3Jn', key_id: 'k' } },
  { texts: { '/host/0.1.0/': { 'locales/en/a.json': 'sha384-x' } } },
  { requests: [{ path: '/v1/services/all', query: {}, address: [] }] },
  { visit: { canary: ['a'], without: [] } },
  { visit: { canary: [], without: [], host: 'previous' } },
  { language: 'de' },
  { screens: { ...screens, frameKey: 'register' } },
  { screens: { ...screens, screen: undefined } },
  { screens: { ...screens, isAccount: true } },
  { screens: { ...screens, failure: '<p>failed</p>' } },
  { sheets: [{ file: 'a.css', css: 'a{}', integrity: 'sha384-a' }] },
  { hasResponses: true },
])('a page with other HTML has another key: %j', (changes) => {
  expect(portalHtml(request(changes)).key).not.toBe(portalHtml(request()).key);
});

test.each<[string, Partial<PageRequest>]>([
  ['in safe mode, of which there is one for each set of areas', { visit: { canary: [], without: ['a'] } }],
  ['of a development server, which changes with each edit', { composition: hostOf({ manifest: null }) }],
  ['with an area of one', { composition: { ...composition, areas: composition.areas.map(developed) } }],
  ['of an older host, which has its token in the HTML', { template: `${sampleTemplate}{{token}}` }],
])('a page has no key %s', (_, changes) => {
  expect(portalHtml(request(changes)).key).toBeUndefined();
});

test('a host of an older release has the token of the page in its HTML', () => {
  const { start } = portalHtml(request({ template: `${sampleTemplate}{{token}}` }));
  expect(start()).toMatch(/<\/html>one$/);
});
