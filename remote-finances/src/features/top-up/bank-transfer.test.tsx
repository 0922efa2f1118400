import { afterEach, describe, expect, it } from '@jest/globals';
import { getProfile } from '@portal/contract/profile';
import { createInvoicePayment, getPayment } from '@portal/contract/top-up';
import { quoteTopUp } from '@portal/contract/top-up-quote';
import { invoicePaymentResponse, profileResponse, renderPage, reply, sentTo } from '@portal/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import TopUpSidebar from './top-up-sidebar.tsx';

const path = '/welcome';
const { payment: created, bank_details } = invoicePaymentResponse;
const resumeUrl = `${path}?sidebar=finances/top-up&sidebar.payment_id=${created.payment_id}`;
const withDetails = { ...profileResponse, features: { ...profileResponse.features, payment_details: true } };

/** The response to a request for the payment, in a state. */
const shown = (payment: object = {}) => ({
  success: true as const,
  payment: { ...created, bank_details, ...payment },
  crypto: null,
});

/** Opens the sidebar with a payment, as after a reload. */
const resume = (payment: object = {}) =>
  renderPage(<TopUpSidebar />, { path, url: resumeUrl, handlers: [reply(getPayment, shown(payment))] });

afterEach(() => localStorage.clear());

it('puts the created payment into the address of the page, so that a reload shows it again', async () => {
  const page = renderPage(<TopUpSidebar />, {
    path,
    url: `${path}?sidebar=finances/top-up&sidebar.service_id=svc_vo_8KQ2`,
    handlers: [
      reply(quoteTopUp),
      reply(getProfile, withDetails),
      reply(createInvoicePayment),
      reply(getPayment, shown()),
    ],
  });
  await page.user.type(await screen.findByRole('textbox', { name: 'Amount' }), '100');
  await page.user.click(screen.getByRole('button', { name: 'Continue' }));
  await page.user.dblClick(await screen.findByRole('button', { name: 'Create pro-forma invoice' }));
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: 'Your pro-forma invoice is ready' })).toHaveFocus(),
  );
  expect(page.location().search).toContain(`sidebar.payment_id=${created.payment_id}`);
  expect(sentTo(createInvoicePayment)).toHaveLength(1);
});

describe('a resumed bank transfer', () => {
  it('shows the bank details with copy buttons, and as a QR code', async () => {
    resume();
    const card = await screen.findByRole('region', { name: 'Bank details' });
    for (const what of ['Beneficiary', 'IBAN', 'BIC', 'Payment reference', 'Amount to transfer'])
      expect(within(card).getByRole('button', { name: `Copy: ${what}` })).toBeVisible();
    expect(within(card).getByRole('img', { name: 'QR code with these bank details' })).toBeVisible();
    expect(screen.queryByText(/working days/)).toBeNull();
    expect(
      await screen.findByRole('button', { name: 'Download Pro-forma invoice PF-2026-000318' }),
    ).toBeVisible();
  });

  it('has no QR code in another currency', async () => {
    resume({ currency: 'usd', bank_details: { ...bank_details, currency: 'usd', sepa_qr: null } });
    const card = await screen.findByRole('region', { name: 'Bank details' });
    expect(within(card).getByText('$124.00')).toBeVisible();
    expect(within(card).queryByRole('img', { name: /QR code/ })).toBeNull();
  });

  it('shows what has arrived and what is missing', async () => {
    resume({
      status: 'partially_paid',
      paid_amount: '40.00',
      paid_currency: 'eur',
      bank_details: { ...bank_details, amount: '84.00' },
    });
    expect(await screen.findByRole('heading', { name: 'A part is still missing' })).toBeVisible();
    expect(screen.getByText(/^€40\.00 of €124\.00 has arrived.*remaining €84\.00/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copy: IBAN' })).toBeVisible();
  });

  it.each([
    ['paid', {}, 'Your payment has arrived', /on your balance/],
    ['paid', { status_reason: 'overpaid' }, 'Your payment has arrived', /More than due/],
    ['paid', { status_reason: 'paid_late' }, 'Your payment has arrived', /after the payment had ended/],
    ['expired', {}, 'This payment has expired', /create another top-up/],
    ['expired', { paid_amount: '40.00' }, 'Expired with a part of the amount', /€40\.00 has arrived/],
    ['canceled', {}, 'This payment was cancelled', /Don’t transfer anything/],
    [
      'canceled',
      { paid_amount: '49.60', credited: '40.00' },
      'This payment was cancelled',
      /^€49\.60 has arrived, and €40\.00 was added to your balance\. You don’t need to transfer anything more\.$/,
    ],
    ['failed', {}, 'The bank has taken this payment back', /Ask your bank/],
    [
      'refunded',
      { paid_amount: '124.00' },
      'This payment was refunded',
      /You’ll find the refund in Payments/,
    ],
  ])('says what has happened and what to do: %s %o', async (status, change, title, text) => {
    resume({ status, bank_details: null, ...change });
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Copy: IBAN' })).toBeNull();
  });
});
