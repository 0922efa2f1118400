import { expect, test } from '@jest/globals';
import { compositionSchema } from '@portal/federation-contract/composition';
import * as v from 'valibot';
import { storedPortalHtml } from './portal-html.ts';
import { createPortalFolder, sampleComposition, sampleTemplate } from './testing/portal-folder.fixtures.ts';

const folder = createPortalFolder();
folder.remove();
const composition = v.parse(compositionSchema, sampleComposition);
const shared = {
  template: sampleTemplate,
  config: folder.config,
  composition,
  signed: { payload: 'e30', signature: 'c2ln', key_id: 'k' },
  texts: {},
  languages: ['en', 'de'],
  requests: [],
};
const request = (): Parameters<ReturnType<typeof storedPortalHtml>>[0] => ({
  ...shared,
  visit: { canary: [], without: [] },
  token: '',
  language: 'en',
  screens: { screen: '<p>{{brand}}</p>', isAccount: false, failure: undefined },
  sheets: [],
  hasResponses: false,
});
const filled = request();

test('fills a page once for all requests with the same parts', () => {
  const htmlOf = storedPortalHtml();
  const first = htmlOf(request());
  expect(first.whole).toBe(first.start + first.end);
  expect(htmlOf(request())).toBe(first);
});

test.each([
  { template: `${sampleTemplate}<!-- next -->` },
  { config: { ...folder.config, brand: 'Other' } },
  { composition: { ...composition, host: { ...composition.host, base: '/host/0.9.0/' } } },
  { signed: { payload: 'e31', signature: 'c2ln', key_id: 'k' } },
  { texts: { '/host/0.1.0/': { 'locales/en/a.json': 'sha384-x' } } },
  { languages: ['en'] },
  { requests: [{ path: '/v1/services/all', query: {}, address: [] }] },
  { visit: { canary: ['a'], without: [] } },
  { language: 'de' },
  { screens: { ...filled.screens, screen: '<p>other</p>' } },
  { screens: { ...filled.screens, isAccount: true } },
  { screens: { ...filled.screens, failure: '<p>failed</p>' } },
  { sheets: [{ file: 'a.css', css: 'a{}', integrity: 'sha384-a' }] },
  { hasResponses: true },
])('fills another page for %j', (part) => {
  const htmlOf = storedPortalHtml();
  const first = htmlOf(request());
  expect(htmlOf({ ...request(), ...part })).not.toBe(first);
  expect(htmlOf(request())).toBe(first);
});

test('does not confuse parts after their numbers are forgotten', () => {
  const htmlOf = storedPortalHtml(8);
  const texts = ['first', 'second', 'third', 'first'];
  const screens = texts.map(
    (screen) => htmlOf({ ...request(), screens: { ...filled.screens, screen } }).whole,
  );
  for (const [index, whole] of screens.entries()) expect(whole).toContain(texts[index]);
});

test('fills pages with tokens again only for a host that has them in its HTML', () => {
  const htmlOf = storedPortalHtml();
  const tokens = ['first', 'second'];
  const [page, next] = tokens.map((token) => htmlOf({ ...request(), token }));
  expect(next).toBe(page);
  const template = `${sampleTemplate}{{token}}`;
  const ends = tokens.map((token) =>
    htmlOf({ ...request(), template, token })
      .whole.split('</html>')
      .at(-1),
  );
  expect(ends).toEqual(tokens);
});
