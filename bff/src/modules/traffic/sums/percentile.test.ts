import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sql } from '../../../database/sql.ts';
import { testPortal } from '../../../testing/test-portal.ts';
import { binColumns, percentileOf } from './percentile.ts';

const portal = testPortal();

test('has no percentile without records', () => {
  expect(
    percentileOf(
      binColumns.map(() => 0),
      0.5,
    ),
  ).toBeNull();
});

test('a percentile is in the bin of the exact one', async () => {
  const delays = fc.array(fc.integer({ min: 0, max: 9_000_000 }), { minLength: 1, maxLength: 60 });
  const binsOf = (values: readonly number[]) =>
    portal.database.system.query<{ bin: number; next: number }>(sql`
      select traffic_bin(v) as bin, v as next from unnest(${values}::int[]) v order by v`);
  await fc.assert(
    fc.asyncProperty(delays, fc.constantFrom(0.5, 0.95), async (values, share) => {
      const rows = await binsOf(values);
      const bins = binColumns.map((_, bin) => rows.filter((row) => row.bin === bin).length);
      // The last bin has no end.
      const found = Math.min(percentileOf(bins, share) ?? Number.NaN, 9_000_000);
      const exact = rows[Math.ceil(share * rows.length) - 1]!;
      const [{ bin } = { bin: -1 }] = await binsOf([found === 0 ? 0 : found - 0.5].map(Math.round));
      expect(Math.abs(bin - exact.bin)).toBeLessThanOrEqual(1);
    }),
    { numRuns: 30 },
  );
});
