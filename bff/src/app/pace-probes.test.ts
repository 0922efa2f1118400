import { expect, test } from '@jest/globals';
import { fastify } from 'fastify';
import { paceProbes } from './pace-probes.ts';

test('refuses no probe of a flood', async () => {
  const app = fastify();
  paceProbes(app, { burst: 2, perSecond: 10, longestPauseMs: 1 });
  app.get('/healthz', async () => 'ok');
  const responses = await Promise.all(Array.from({ length: 500 }, () => app.inject('/healthz')));
  expect(responses.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
  await app.close();
});
