import { describe, expect, jest, test } from '@jest/globals';
import {
  findShared,
  isSatisfied,
  loadShared,
  type ShareScope,
  sharedNow,
  UnsatisfiedShareError,
} from './share-scope.ts';

describe('a caret range', () => {
  test.each([
    ['19.3.1', '^19.3.0', true],
    ['19.3.0', '^19.3.0', true],
    ['19.4.0', '^19.3.0', true],
    ['19.2.9', '^19.3.0', false],
    ['20.0.0', '^19.3.0', false],
    ['18.9.9', '^19.3.0', false],
    ['0.3.4', '^0.3.0', true],
    ['0.4.0', '^0.3.0', false],
    ['2.0.0', '2.0.0', true],
    ['2.0.1', '2.0.0', false],
    ['2.0.0', false, true],
  ] as const)('of version %s and %s: %s', (version, range, expected) => {
    expect(isSatisfied(version, range)).toBe(expected);
  });
});

const exports = { name: 'React' };
const factory = () => exports;

test('loads the code of a module once for all builds', async () => {
  const get = jest.fn(async () => factory);
  const shared = { version: '19.3.1', get };
  const both = await Promise.all([loadShared(shared), loadShared(shared)]);
  expect(both.map((one) => one())).toEqual([exports, exports]);
  await loadShared(shared);
  expect(get).toHaveBeenCalledTimes(1);
});

test('requests code again that could not be loaded', async () => {
  const get = jest.fn<() => Promise<typeof factory>>();
  get.mockRejectedValueOnce(new Error('500')).mockResolvedValue(factory);
  const shared = { version: '19.3.1', get };
  await expect(loadShared(shared)).rejects.toThrow('500');
  await expect(loadShared(shared)).resolves.toBe(factory);
});

test('returns a factory immediately only for loaded code', () => {
  expect(sharedNow({ version: '1.0.0', get: () => factory })).toBe(factory);
  expect(sharedNow({ version: '1.0.0', get: async () => factory })).toBeUndefined();
});

describe('a share scope', () => {
  const react = { version: '19.3.1', get: () => factory };
  const scope: ShareScope = { react: { '19.3.1': react } };

  test('provides what satisfies a build', () => {
    expect(findShared(scope, { shareKey: 'react', requiredVersion: '^19.3.0' })).toBe(react);
    expect(findShared(scope, { shareKey: 'zustand', requiredVersion: '^5.0.0' })).toBeUndefined();
  });

  test('refuses a build that needs another version', () => {
    const demand = { shareKey: 'react', requiredVersion: '^20.0.0' };
    expect(() => findShared(scope, demand)).toThrow(UnsatisfiedShareError);
  });
});
