import { expect, it } from '@jest/globals';
import { getMonthlyVatInvoice } from '@portal/contract/monthly-vat-invoice-detail';
import { listMonthlyVatInvoices } from '@portal/contract/monthly-vat-invoices';
import { monthlyVatInvoiceResponse, type ResponseBody, renderPage, reply } from '@portal/shared/testing';
import { screen, within } from '@testing-library/react';
import MonthlyVatInvoicesPage from '../monthly-vat-invoices-page.tsx';

const path = '/finances/monthly-vat-invoices';
const { invoice } = monthlyVatInvoiceResponse;

function show(changes: Partial<ResponseBody<typeof getMonthlyVatInvoice>['invoice']>) {
  const response = { success: true as const, invoice: { ...invoice, ...changes } };
  return renderPage(<MonthlyVatInvoicesPage />, {
    path,
    url: `${path}?invoice=mvi_01JCQ4`,
    handlers: [reply(getMonthlyVatInvoice, response), reply(listMonthlyVatInvoices)],
  });
}

it('shows what is paid and due now of an invoice that was settled after its issue', async () => {
  const totals = { ...invoice.totals, gross: '233.54', paid: '210.14', due: '23.40' };
  show({ status: 'paid', totals, paid_amount: '233.54', amount_due: '0.00', payment_terms: null });
  const region = await screen.findByRole('region', { name: 'Totals' });
  const amountOf = (term: string) => within(region).getByText(term).nextElementSibling;
  expect(amountOf('Paid')).toHaveTextContent('€233.54');
  expect(amountOf('Amount due')).toHaveTextContent('€0.00');
  expect(amountOf('Paid (as issued)')).toHaveTextContent('€210.14');
  expect(amountOf('Amount due (as issued)')).toHaveTextContent('€23.40');
  expect(screen.getByRole('region', { name: 'Payments (as issued)' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Notes' })).toBeNull();
});

it('does not repeat sums that have not changed since the issue', async () => {
  show({ paid_amount: '294.66', amount_due: '0.00' });
  await screen.findByRole('region', { name: 'Totals' });
  expect(screen.queryByText(/as issued/)).toBeNull();
});
