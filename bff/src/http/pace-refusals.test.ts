import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, jest, test } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { holdPlace } from './held-places.ts';
import { createRefusalPace } from './pace-refusals.ts';

/** How many of these refusals are sent without a pause, and how many with one. */
async function sent(ips: readonly string[]): Promise<[immediately: number, in_all: number]> {
  const beforeRefusal = createRefusalPace({ RATE_LIMIT_FACTOR: 1 }, () => 0);
  let count = 0;
  const refusals = ips.map(async (ip) => {
    await beforeRefusal({ ip });
    count += 1;
  });
  await nextTurn();
  const immediately = count;
  await Promise.all(refusals);
  return [immediately, count];
}

const each = (length: number, ipOf: (index: number) => string) =>
  Array.from({ length }, (_, index) => ipOf(index));

test.each([
  ['one address', () => '192.0.2.1', 100],
  ['one IPv6 network', (index: number) => `2001:db8:1:2::${index.toString(16)}`, 100],
  ['the networks of an IPv6 /48', (index: number) => `2001:db8:1:${index.toString(16)}::1`, 400],
  ['many addresses', (index: number) => `192.0.${index >> 8}.${index & 255}`, 1_000],
])(
  'of a flood of refusals to %s, the first are sent immediately and none is lost',
  async (_, ipOf, first) => {
    expect(await sent(each(1_000, ipOf))).toEqual([first, 1_000]);
  },
);

test('a refusal that waits holds no place in its share', async () => {
  const beforeRefusal = createRefusalPace({ RATE_LIMIT_FACTOR: 1 }, () => 0);
  const leave = jest.fn<() => void>();
  const request = { ip: '192.0.2.1' } as FastifyRequest;
  holdPlace(request, leave);
  for (let count = 0; count < 100; count += 1) await beforeRefusal(request);
  expect(leave).not.toHaveBeenCalled();
  const refused = beforeRefusal(request);
  expect(leave).toHaveBeenCalledTimes(1);
  await refused;
});
