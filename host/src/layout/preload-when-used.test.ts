import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { preloadWhenUsed } from './preload-when-used.ts';

const load = jest.fn<() => Promise<void>>();

beforeEach(() => {
  load.mockReset().mockResolvedValue();
  jest.useFakeTimers();
});
afterEach(() => void jest.useRealTimers());

function use(sign: string): void {
  document.body.dispatchEvent(new Event(sign, { bubbles: true }));
}

it('loads nothing for a page that is only looked at', () => {
  const end = preloadWhenUsed(load);
  jest.advanceTimersByTime(60_000);
  expect(load).not.toHaveBeenCalled();
  end();
});

it.each(['pointermove', 'pointerdown', 'keydown'])('loads once, at the first %s', (sign) => {
  const end = preloadWhenUsed(load);
  jest.advanceTimersByTime(1_500);
  use(sign);
  use(sign);
  expect(load).toHaveBeenCalledTimes(1);
  end();
});

it('leaves the network to the page while it is loading', () => {
  const end = preloadWhenUsed(load);
  jest.advanceTimersByTime(1_499);
  use('pointermove');
  expect(load).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  use('pointermove');
  expect(load).toHaveBeenCalledTimes(1);
  end();
});

it('ends', () => {
  preloadWhenUsed(load)();
  const end = preloadWhenUsed(load);
  jest.advanceTimersByTime(1_500);
  end();
  use('keydown');
  expect(load).not.toHaveBeenCalled();
});

it('ignores a failure', async () => {
  load.mockRejectedValueOnce(new Error('offline'));
  const end = preloadWhenUsed(load);
  jest.advanceTimersByTime(1_500);
  use('keydown');
  await Promise.resolve();
  expect(load).toHaveBeenCalledTimes(1);
  end();
});
