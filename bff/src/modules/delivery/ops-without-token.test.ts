import { expect, test } from '@jest/globals';
import { testPortal } from '../../testing/test-portal.ts';

const portal = testPortal();

test.each([
  '/ops/release-health?since=2026-01-01T00:00:00Z',
  '/ops/incidents?since=2026-01-01T00:00:00Z',
  '/ops/failures/ABCD1234',
  '/metrics',
])('without a token in the configuration there is no %s', async (url) => {
  const headers = { authorization: 'Bearer undefined' };
  expect((await portal.visitor().get(url, headers)).status).toBe(404);
});
