import { expect, it } from '@jest/globals';
import { paths } from './paths.ts';

it('writes the URLs that other areas and bookmarks rely on', () => {
  expect(paths.payments()).toBe('/finances/payments');
  expect(paths.payment({ payment_id: 'pay_1', number: 'PF-2026-1', created: '2026-11-01T02:00:00Z' })).toBe(
    '/finances/payments?row=pay_1&start_date=2026-10-31&filter_query=PF-2026-1&filter_or=number',
  );
  expect(paths.monthlyVatInvoice('mvi_1')).toBe('/finances/monthly-vat-invoices?invoice=mvi_1');
});
