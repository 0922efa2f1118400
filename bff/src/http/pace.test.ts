import { expect, test } from '@jest/globals';
import { createPace } from './pace.ts';

const pace = { burst: 2, perSecond: 10, longestPauseMs: 250 };

test('lets a load balancer’s probes pass without a pause', () => {
  const pauseOf = createPace(pace);
  for (let now = 0; now < 5_000; now += 100) expect(pauseOf('192.0.2.1', now)).toBe(0);
});

test('lets the requests of a flood wait, up to the longest pause, and those of others not', () => {
  const pauseOf = createPace(pace);
  const pauses = Array.from({ length: 7 }, () => pauseOf('192.0.2.1', 0));
  expect(pauses).toEqual([0, 0, 100, 200, 250, 250, 250]);
  expect(pauseOf('192.0.2.2', 0)).toBe(0);
  expect(pauseOf('192.0.2.1', 1_000)).toBe(0);
});
