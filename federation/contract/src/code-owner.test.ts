import { expect, test } from '@jest/globals';
import { framesOf, ownerOf, ownerOfFrames } from './code-owner.ts';

const page = 'https://portal.example/finances/payments?query=1';
const owners = [
  { unit: 'host', release: { base: '/host/1.0.0/' } },
  { unit: 'finances', release: { base: '/remotes/finances/1.0.0/' } },
  { unit: 'finances', release: { base: '/remotes/finances/1.0.0-canary/' } },
  { unit: 'voicing', release: { base: 'https://files.example/voicing/2.0.0/' } },
];
const host = 'https://portal.example/host/1.0.0/main.js';
const finances = 'https://portal.example/remotes/finances/1.0.0/page.js';
const voicing = 'https://files.example/voicing/2.0.0/page.js';

test.each([
  [finances, owners[1]],
  [`${finances}?attempt=1`, owners[1]],
  ['/remotes/finances/1.0.0-canary/page.js', owners[2]],
  [`${voicing}:1:2)`, owners[3]],
  ['https://portal.example/remotes/finances/9.9.9/page.js', undefined],
  ['https://elsewhere.example/remotes/finances/1.0.0/page.js', undefined],
  ['https://portal.example/voicing/2.0.0/page.js', undefined],
  ['chrome-extension://abc/content.js', undefined],
  ['https://portal.example/remotes/voicing/../finances/1.0.0/page.js', owners[1]],
  ['https://[', undefined],
  ['inline', undefined],
])('finds the release of %s', (address, owner) => {
  expect(ownerOf(owners, address, page)).toBe(owner);
});

const unitOf = (stack: string) => ownerOfFrames(owners, framesOf(stack), page)?.unit;

test.each([
  ['Chromium', `TypeError: x is undefined\n    at f (${finances}:1:20)\n    at ${host}:3:4`],
  ['Chromium, awaited', `Error: late\n    at ${host}:1:2\n    at async f (${finances}:1:20)`],
  ['Chromium, native code', `SyntaxError: no\n    at JSON.parse (<anonymous>)\n    at f (${finances}:1:2)`],
  ['Firefox', `f@${finances}:1:20\n@${host}:3:4\n`],
  ['Safari', `[native code]\nf@${finances}:1:20\nglobal code@${host}:3:4`],
])('finds the area in a stack of %s', (_browser, stack) => {
  expect(unitOf(stack)).toBe('finances');
});

test('names the area whose code is innermost', () => {
  expect(unitOf(`Error: a\n    at f (${voicing}:1:2)\n    at g (${finances}:1:2)`)).toBe('voicing');
});

test('names the host for its own code only', () => {
  expect(unitOf(`Error: a\n    at f (${host}:1:2)`)).toBe('host');
  expect(unitOf(`Error: a\n    at f (${host}:1:2)\n    at g (${finances}:1:2)`)).toBe('finances');
});

test.each([
  ['', 'no stack'],
  ['Error: a\n    at chrome-extension://abc/content.js:1:2', 'an extension'],
  [`Error: cannot load ${finances}:1:2`, 'a message that names a file'],
])('names nobody for %j: %s', (stack) => {
  expect(unitOf(stack)).toBeUndefined();
});
