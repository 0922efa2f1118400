import { expect, test } from '@jest/globals';
import { viewPeriods } from '@portal/contract/saved-views';
import { addressOfView, movingPeriodsOf } from './view-address.ts';

test.each(viewPeriods)(
  'a view of %s shows the days that are offered as this period, whenever it is opened',
  (period) => {
    // On the first of a month, that month is the same as today.
    for (const today of ['2026-11-26', '2028-03-02', '2027-01-31']) {
      const address = new URLSearchParams(addressOfView({ query: { period }, columns: ['price'] }, today));
      const [found] = movingPeriodsOf(Object.fromEntries(address), today);
      expect(found).toBe(period);
    }
  },
);

test.each([{}, { start_date: '2026-11-03', end_date: '2026-11-05' }])('%j moves with no days', (query) => {
  expect(movingPeriodsOf(query, '2026-11-26')).toEqual([]);
});

test('offers every period with these days, and first that of the saved view', () => {
  const query = { start_date: '2026-11-01', end_date: '2026-11-07' };
  expect(movingPeriodsOf(query, '2026-11-07')).toEqual(['last_7_days', 'this_month']);
  expect(movingPeriodsOf(query, '2026-11-07', { period: 'this_month' })).toEqual([
    'this_month',
    'last_7_days',
  ]);
});

test('keeps the parameters of a view and its days, also of a period that this release does not know', () => {
  const query = { number: '+49,151', end_date: '2026-11-05', period: 'last_decade' };
  expect(addressOfView({ query, columns: ['started', 'price'] }, '2026-11-26')).toBe(
    'columns=started%2Cprice&end_date=2026-11-05&number=%2B49%2C151',
  );
});
