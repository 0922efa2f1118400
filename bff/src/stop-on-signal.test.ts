import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { runUntilSignal } from './stop-on-signal.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Sends signals, each so many milliseconds after the one before, during a start that takes as long. Returns how the process ends. */
async function stopWith(...signals: [signal: 'SIGINT' | 'SIGTERM', afterMs: number][]) {
  const exit = jest.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const reported: string[] = [];
  const start = Promise.withResolvers<void>();
  const stopped = runUntilSignal(
    async ({ throwIfStopping }) => {
      await start.promise;
      throwIfStopping();
    },
    { drainMs: 0, onSignal: (signal) => reported.push(signal) },
  );
  for (const [signal, afterMs] of signals) {
    jest.advanceTimersByTime(afterMs);
    process.emit(signal, signal);
  }
  const codes = exit.mock.calls.map(([code]) => code);
  start.resolve();
  await stopped;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeAllListeners(signal);
  return { codes, stopsReported: reported.length };
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s that other processes pass on within 2 s is one stop',
  async (signal) => {
    const inOrder = { codes: [], stopsReported: 1 };
    expect(await stopWith([signal, 0])).toEqual(inOrder);
    expect(await stopWith([signal, 0], [signal, 0], [signal, 1_999])).toEqual(inOrder);
  },
);

test.each([
  [['SIGTERM', 0] as const, ['SIGTERM', 2_000] as const],
  [['SIGINT', 0] as const, ['SIGINT', 2_000] as const],
  [['SIGTERM', 0] as const, ['SIGINT', 0] as const],
])('a deliberate second signal ends the process immediately: %j, %j', async (one, other) => {
  expect((await stopWith([...one], [...other])).codes).toEqual([1]);
});
