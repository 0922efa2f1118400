import { test } from '@jest/globals';
import { listMonthlyVatInvoices } from '@portal/contract/monthly-vat-invoices';
import { listPayments } from '@portal/contract/payments';
import { expectFirstRequests, renderPage, reply } from '@portal/shared/testing';
import declared from '../first-requests.json';
import BalancesPlate from './features/balances/balances-plate.tsx';
import MonthlyVatInvoicesPage from './features/monthly-vat-invoices/monthly-vat-invoices-page.tsx';
import PaymentsPage from './features/payments/payments-page.tsx';

const handlers = [reply(listPayments), reply(listMonthlyVatInvoices)];

test.each([
  ['payments', <PaymentsPage key="payments" />, ''],
  ['payments', <PaymentsPage key="payments" />, '?service_type=voicing&order=amount&offset=25'],
  ['monthly-vat-invoices', <MonthlyVatInvoicesPage key="invoices" />, ''],
  ['monthly-vat-invoices', <MonthlyVatInvoicesPage key="invoices" />, '?year=2026&month=10'],
] as const)('the page %s sends what is declared as its first requests, case %#', async (id, page, search) => {
  renderPage(page, { path: '/page', url: `/page${search}`, handlers });
  await expectFirstRequests({ declared, kind: 'pages', id, search });
});

test('the plate sends what is declared as its first requests', async () => {
  renderPage(<BalancesPlate />, { handlers });
  await expectFirstRequests({ declared, kind: 'plates', id: 'balances' });
});
