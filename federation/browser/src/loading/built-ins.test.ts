import '../testing/page.fixtures.ts';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { checkBuiltIns, protectBuiltIns } from './built-ins.ts';
import { enforceIntegrity } from './integrity.ts';
import { sendReports } from './release-telemetry.ts';

const request = jest.fn<typeof fetch>();
const refuse = jest.fn();

beforeAll(() => {
  // From here on, the page's fetch cannot be replaced.
  globalThis.fetch = request;
  Object.assign(globalThis, { reportError: refuse });
  enforceIntegrity();
  protectBuiltIns();
});
beforeEach(() => {
  request.mockReset().mockResolvedValue(new Response());
  refuse.mockReset();
});
afterAll(() => {
  jest.restoreAllMocks();
});

function reported(): unknown[] {
  sendReports();
  return request.mock.calls.flatMap(([, init]) => JSON.parse(String(init?.body)).reports);
}

test.each([
  ['fetch', globalThis],
  ['history', globalThis],
  ['portalSecure', globalThis],
  ['portalAttempt', globalThis],
  ['pushState', history],
  ['replaceState', History.prototype],
])('nothing can replace %s', (name, owner) => {
  const before: unknown = Reflect.get(owner, name);
  expect(() => Object.assign(owner, { [name]: () => undefined })).toThrow(TypeError);
  expect(Reflect.defineProperty(owner, name, { value: () => undefined })).toBe(false);
  expect(Reflect.get(owner, name)).toBe(before);
});

const evil = () => 'evil';

test.each<[string, object, string, () => void]>([
  ['Array.prototype.map', Array.prototype, 'map', () => Object.assign(Array.prototype, { map: evil })],
  ['JSON.parse', JSON, 'parse', () => Object.assign(JSON, { parse: evil })],
  ['Promise', globalThis, 'Promise', () => Object.assign(globalThis, { Promise: evil })],
  [
    'Document.prototype.cookie',
    Document.prototype,
    'cookie',
    () => Object.defineProperty(Document.prototype, 'cookie', { get: evil, configurable: true }),
  ],
  ['Set.prototype.has', Set.prototype, 'has', () => Reflect.deleteProperty(Set.prototype, 'has')],
])('restores %s and reports the area that altered it', (name, owner, key, alter) => {
  const before = Object.getOwnPropertyDescriptor(owner, key);
  alter();
  checkBuiltIns('finances');
  expect(Object.getOwnPropertyDescriptor(owner, key)).toEqual(before);
  expect(String(refuse.mock.calls[0]?.[0])).toContain(`finances altered ${name}`);
  expect(reported()).toMatchObject([
    {
      area: 'finances',
      version: '0.1.0-abcd1234',
      outcome: { result: 'failed', stage: 'altered', reference: null },
    },
  ]);
});

test('removes what an area adds to every object', () => {
  Object.assign(Object.prototype, { isAdmin: true });
  checkBuiltIns('finances');
  expect('isAdmin' in {}).toBe(false);
  expect(reported()).toHaveLength(1);
});

test('reports nothing for globals and helpers of an area itself', () => {
  Object.assign(globalThis, { webpackChunkfinances: [] });
  Object.assign(Array.prototype, { own: evil });
  checkBuiltIns('finances');
  Reflect.deleteProperty(Array.prototype, 'own');
  expect(reported()).toEqual([]);
  expect(refuse).not.toHaveBeenCalled();
});
