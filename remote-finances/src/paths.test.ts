import { expect, it } from '@jest/globals';
import { paths } from './paths.ts';

it('writes the URLs that other areas and bookmarks rely on', () => {
  expect(paths.payments()).toBe('/finances/payments');
  expect(paths.monthlyVatInvoice('mvi_1')).toBe('/finances/monthly-vat-invoices?invoice=mvi_1');
});
