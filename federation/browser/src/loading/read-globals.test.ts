import '../testing/page.fixtures.ts';
import { afterEach, expect, jest, test } from '@jest/globals';

afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(globalThis, 'scheduler');
});

test('reads every global, at most 100 in one task', async () => {
  const read = jest.spyOn(Reflect, 'getOwnPropertyDescriptor');
  const { readGlobals } = await import('./built-ins.ts');
  const counts: number[] = [];
  const scheduler = { yield: async () => counts.push(read.mock.calls.length) };
  Object.assign(globalThis, { scheduler });
  read.mockClear();
  const names = Reflect.ownKeys(globalThis);
  await readGlobals();
  const globals = read.mock.calls.flatMap(([owner, name]) => (owner === globalThis ? [name] : []));
  expect(new Set(globals)).toEqual(new Set(names));
  expect(counts.length).toBeGreaterThan(1);
  for (const [task, count] of counts.entries()) expect(count).toBeLessThanOrEqual(task * 100);
});
