import { expect, it } from '@jest/globals';
import { previewMonthlyVatInvoice } from '@portal/contract/monthly-vat-invoice-preview';
import { listMonthlyVatInvoices } from '@portal/contract/monthly-vat-invoices';
import { severalVatReasons } from '@portal/contract/vat';
import { invoicePreviewResponse, renderPage, reply } from '@portal/shared/testing';
import { screen } from '@testing-library/react';
import MonthlyVatInvoicesPage from '../monthly-vat-invoices-page.tsx';

const path = '/finances/monthly-vat-invoices';
const { preview } = invoicePreviewResponse;

function showPreview(vat: typeof preview.vat) {
  const response = { success: true as const, preview: { ...preview, vat } };
  renderPage(<MonthlyVatInvoicesPage />, {
    path,
    url: `${path}?preview=${preview.service_id}`,
    handlers: [reply(previewMonthlyVatInvoice, response), reply(listMonthlyVatInvoices)],
  });
}

it.each([
  ['names no treatment for payments that will be on several invoices', severalVatReasons, 0],
  ['names the treatment and its reason', 'provider_country', 1],
])('%s', async (_, reason, times) => {
  showPreview({ ...preview.vat, reason });
  expect(await screen.findByText('Outgoing calls, Germany mobile')).toBeVisible();
  expect(screen.queryAllByText('Why this VAT?')).toHaveLength(times);
  expect(screen.queryAllByText('VAT treatment')).toHaveLength(times);
});
