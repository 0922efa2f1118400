import { createSecretKey } from 'node:crypto';
import { expect, jest, test } from '@jest/globals';
import { newVisit, readPageToken, signPageToken, tokenSeconds } from './page-token.ts';

const key = createSecretKey(Buffer.alloc(32, 1));
const page = {
  visit: newVisit(),
  releases: [
    { area: 'host', version: '0.1.0', source: 'active' as const },
    { area: 'voicing', version: '0.1.0-ab12cd34', source: 'canary' as const },
  ],
};

test('returns what was signed', () => {
  expect(readPageToken(signPageToken(page, key), key)).toEqual(page);
});

test('refuses a token with any changed character', () => {
  const token = signPageToken(page, key);
  // The last character of base64url holds unused bits.
  for (let at = 0; at < token.length - 1; at += 1) {
    const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    expect(readPageToken(changed, key)).toBeUndefined();
  }
});

test.each(['', '.', 'W10.', `W10.${'A'.repeat(43)}`])('refuses %j', (token) => {
  expect(readPageToken(token, key)).toBeUndefined();
});

test('refuses a token of another key', () => {
  expect(readPageToken(signPageToken(page, createSecretKey(Buffer.alloc(32, 2))), key)).toBeUndefined();
});

test('refuses a token after a day', () => {
  jest.useFakeTimers({ now: 0 });
  const token = signPageToken(page, key);
  jest.setSystemTime(tokenSeconds * 1000);
  expect(readPageToken(token, key)).toEqual(page);
  jest.setSystemTime(tokenSeconds * 1000 + 1);
  expect(readPageToken(token, key)).toBeUndefined();
  jest.useRealTimers();
});
