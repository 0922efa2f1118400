import { afterEach, expect, jest, test } from '@jest/globals';
import { nextTask } from './next-task.ts';

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'scheduler');
});

test('lets other tasks run first', async () => {
  const other = jest.fn();
  setTimeout(other);
  await nextTask();
  expect(other).toHaveBeenCalledTimes(1);
});

test('continues with priority where the browser can', async () => {
  const wait = jest.fn(async () => undefined);
  Object.assign(globalThis, { scheduler: { yield: wait } });
  await nextTask();
  expect(wait).toHaveBeenCalledTimes(1);
});
