import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bucketOf, isInCanary } from './portal-visit.ts';
import { chosenHost } from './release-lookup.ts';

const visitor = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));
const area = fc.constantFrom('auth', 'finances', 'host', 'messaging', 'voicing');
const percent = fc.integer({ min: 1, max: 99 });

test('a visitor gets the same result every time', () => {
  fc.assert(
    fc.property(visitor, area, percent, (one, id, share) => {
      expect(isInCanary(one, id, share)).toBe(isInCanary(one, id, share));
      expect(bucketOf(one, id)).toBeGreaterThanOrEqual(0);
      expect(bucketOf(one, id)).toBeLessThan(10_000);
    }),
  );
});

test('a visitor in a smaller share is in every greater one', () => {
  fc.assert(
    fc.property(visitor, area, percent, percent, (one, id, a, b) => {
      if (isInCanary(one, id, Math.min(a, b))) expect(isInCanary(one, id, Math.max(a, b))).toBe(true);
    }),
  );
});

test('a share of 0 contains nobody, a share of 100 everybody', () => {
  fc.assert(
    fc.property(visitor, area, (one, id) => {
      expect([isInCanary(one, id, 0), isInCanary(one, id, 100)]).toEqual([false, true]);
    }),
  );
});

const visitors = Array.from(
  { length: 40_000 },
  (_, index) => `visitor-${index.toString(16)}-${index * 7919}`,
);

test.each([1, 5, 10, 30, 50, 90, 99])(
  '%d %% of the visitors are that many, within what chance allows',
  (share) => {
    const inside = visitors.filter((one) => isInCanary(one, 'voicing', share)).length;
    const expected = (visitors.length * share) / 100;
    // Four standard deviations of a fair draw.
    expect(Math.abs(inside - expected)).toBeLessThan(4 * Math.sqrt(expected * (1 - share / 100)));
  },
);

test('the canaries of two areas are independent', () => {
  const inBoth = visitors.filter(
    (one) => isInCanary(one, 'voicing', 30) && isInCanary(one, 'finances', 30),
  ).length;
  expect(inBoth / visitors.length).toBeCloseTo(0.09, 2);
});

test.each([
  [undefined, 'active'],
  ['previous', 'before'],
  ['canary', 'tried'],
] as const)(
  'a visit with host %s gets the %s one, and the active one when there is none',
  (host, expected) => {
    const visit = host === undefined ? {} : { host };
    const hosts = { host: 'active', previous_host: 'before', canary_host: { release: 'tried' } };
    expect(chosenHost(hosts, visit)).toBe(expected);
    expect(chosenHost({ host: 'active' }, visit)).toBe('active');
  },
);
