import { expect, test } from '@jest/globals';
import { fastify } from 'fastify';
import { createPace, paceProbes } from './pace-probes.ts';

const pace = { burst: 2, perSecond: 10, longestPauseMs: 250 };

test('serves the probes of a load balancer without a pause', () => {
  const pauseOf = createPace(pace);
  for (let now = 0; now < 5_000; now += 100) expect(pauseOf('192.0.2.1', now)).toBe(0);
});

test('lets the probes of a flood wait, up to the longest pause, and those of others not', () => {
  const pauseOf = createPace(pace);
  const pauses = Array.from({ length: 7 }, () => pauseOf('192.0.2.1', 0));
  expect(pauses).toEqual([0, 0, 100, 200, 250, 250, 250]);
  expect(pauseOf('192.0.2.2', 0)).toBe(0);
  expect(pauseOf('192.0.2.1', 1_000)).toBe(0);
});

test('refuses no probe of a flood', async () => {
  const app = fastify();
  paceProbes(app, { ...pace, longestPauseMs: 1 });
  app.get('/healthz', async () => 'ok');
  const responses = await Promise.all(Array.from({ length: 500 }, () => app.inject('/healthz')));
  expect(responses.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
  await app.close();
});
