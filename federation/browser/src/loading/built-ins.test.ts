import '../testing/page.fixtures.ts';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { beginRun, checkBuiltIns, protectBuiltIns } from './built-ins.ts';
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
  ['setTimeout', globalThis],
  ['localStorage', globalThis],
  ['Promise', globalThis],
  ['addEventListener', globalThis],
  ['addEventListener', EventTarget.prototype],
  ['then', Promise.prototype],
  ['parse', JSON],
  ['getItem', Storage.prototype],
])('nothing can replace %s', (name, owner) => {
  const before: unknown = Reflect.get(owner, name);
  Reflect.set(owner, name, () => undefined);
  Reflect.deleteProperty(owner, name);
  expect(Reflect.defineProperty(owner, name, { value: () => undefined })).toBe(false);
  expect(Reflect.get(owner, name)).toBe(before);
});

const evil = () => 'evil';

test.each<[string, object, string, () => void]>([
  ['Array.prototype.map', Array.prototype, 'map', () => Object.assign(Array.prototype, { map: evil })],
  ['Map', globalThis, 'Map', () => Object.assign(globalThis, { Map: evil })],
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

test('lets an array have a push of its own, which webpack needs', () => {
  const chunks: unknown[] = [];
  chunks.push = () => 7;
  expect(chunks.push()).toBe(7);
});

test('removes what hides an inherited function of the document', () => {
  Object.defineProperty(document, 'querySelector', { value: evil, configurable: true });
  checkBuiltIns('finances');
  expect(document.querySelector('body')).toBe(document.body);
  expect(String(refuse.mock.calls[0]?.[0])).toContain('finances altered document.querySelector');
  expect(reported()).toHaveLength(1);
});

test('restores what a timer of the only area altered before the customer uses the shell', () => {
  const before = Array.prototype.filter;
  beginRun('finances');
  Object.assign(Array.prototype, { filter: evil });
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  expect(Array.prototype.filter).toBe(before);
  expect(reported()).toMatchObject([{ area: 'finances' }]);
});

test('reports once what cannot be restored', () => {
  Object.defineProperty(Array.prototype, 'findLast', { value: evil, writable: false, configurable: false });
  checkBuiltIns('finances');
  checkBuiltIns('finances');
  expect(reported()).toHaveLength(1);
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

// Last: from here on, code of two areas has run.
test('reports no area for what a timer of one of several areas altered', () => {
  beginRun('finances');
  beginRun('voicing');
  Object.assign(Array.prototype, { filter: evil });
  checkBuiltIns();
  expect(reported()).toEqual([]);
  expect(String(refuse.mock.calls[0]?.[0])).toContain(
    'one of finances, voicing altered Array.prototype.filter',
  );
});
