import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { importChunk } from './time-limits.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

async function outcomeOf(load: () => Promise<string>): Promise<string> {
  const outcome = importChunk(load).catch((error: Error) => error.message);
  await jest.advanceTimersByTimeAsync(5_000);
  return outcome;
}

test('imports a chunk again when its connection was lost', async () => {
  const load = jest.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('lost'));
  load.mockResolvedValue('module');
  expect(await outcomeOf(load)).toBe('module');
  expect(load).toHaveBeenCalledTimes(2);
});

test('rejects when the second import fails too', async () => {
  const load = jest.fn<() => Promise<string>>().mockRejectedValue(new Error('gone'));
  expect(await outcomeOf(load)).toBe('gone');
  expect(load).toHaveBeenCalledTimes(2);
});

test('rejects a chunk that does not arrive in time', async () => {
  expect(await outcomeOf(() => new Promise(() => undefined))).toBe('no response within 5000 ms');
});
