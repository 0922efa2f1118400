import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { isServerPath, portalFactsSchema, reservedIds } from './portal-facts.ts';

const facts = v.parse(portalFactsSchema, {
  host_pages: ['/welcome', '/about'],
  server_paths: ['v1', 'healthz', 'legal'],
  reserved_ids: ['login'],
});

test.each([
  'ops',
  'metrics',
  'legal',
  'portal',
  'about',
  'welcome',
  'login',
  'v1',
  'host',
  'remotes',
  'locales',
  'healthz',
  'all',
])('reserves the id %s', (id) => {
  expect(reservedIds(facts)).toContain(id);
});

test.each(['/v1/calls', '/legal', '/ops/failures/A', '/metrics', '/remotes/a/1/b.js', '/composition.json'])(
  'leaves the path %s to the server',
  (path) => {
    expect(isServerPath(path, facts)).toBe(true);
  },
);

test.each(['/', '/about', '/login', '/v1calls', '/finances/v1'])('leaves the path %s to pages', (path) => {
  expect(isServerPath(path, facts)).toBe(false);
});

test('accepts an empty portal.json', () => {
  expect(v.parse(portalFactsSchema, {})).toMatchObject({ languages: ['en'], server_paths: [] });
});
