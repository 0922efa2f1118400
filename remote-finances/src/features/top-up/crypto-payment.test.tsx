import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { getProfile } from '@portal/contract/profile';
import { createCryptoPayment, getPayment } from '@portal/contract/top-up';
import { quoteTopUp } from '@portal/contract/top-up-quote';
import {
  connectionLost,
  type cryptoDetailsResponse,
  cryptoPaymentResponse,
  problem,
  profileResponse,
  type RenderPageOptions,
  renderPage,
  reply,
  sentTo,
  topUpQuoteResponse,
} from '@portal/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import TopUpSidebar from './top-up-sidebar.tsx';

const path = '/welcome';
const id = cryptoPaymentResponse.payment.payment_id;
const formUrl = `${path}?sidebar=finances/top-up&sidebar.service_id=svc_vo_8KQ2`;
const resumeUrl = `${path}?sidebar=finances/top-up&sidebar.payment_id=${id}`;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

const lateTransfer = {
  transaction_id: 'late',
  amount: '108.31',
  is_settled: true,
  confirmations: 19,
  received_at: inMinutes(60),
  url: null,
};

/** A payment in a state, with what has arrived; it expires in 20 minutes. */
function paymentOf(payment: object = {}, crypto: object = {}) {
  const expires_at = inMinutes(20);
  return {
    ...cryptoPaymentResponse,
    payment: { ...cryptoPaymentResponse.payment, expires_at, ...payment },
    crypto: { ...cryptoPaymentResponse.crypto, expires_at, ...crypto },
  };
}

const withDetails = { ...profileResponse, features: { ...profileResponse.features, payment_details: true } };

function show({ handlers = [], ...options }: RenderPageOptions = {}) {
  const shown = [...handlers, reply(quoteTopUp), reply(getProfile, withDetails)];
  return renderPage(<TopUpSidebar />, { path, url: formUrl, ...options, handlers: shown });
}

/** Opens the sidebar with a payment. */
const resume = (response: object) =>
  show({ url: resumeUrl, handlers: [reply(getPayment, response as typeof cryptoDetailsResponse)] });

async function create(page: ReturnType<typeof show>) {
  await page.user.click(await screen.findByRole('radio', { name: /Cryptocurrency/ }));
  await page.user.type(await screen.findByRole('textbox', { name: 'Amount' }), '100');
  await page.user.click(screen.getByRole('button', { name: 'Continue' }));
  await page.user.click(await screen.findByRole('button', { name: 'Create crypto payment' }));
}

afterEach(() => {
  jest.useRealTimers();
  localStorage.clear();
});

const crypto_options = [
  { pay_currency: 'usdt', network: 'tron', network_title: 'Tron (TRC-20)' },
  { pay_currency: 'btc', network: 'bitcoin', network_title: 'Bitcoin' },
];
const quoteWithOptions = { ...topUpQuoteResponse, quote: { ...topUpQuoteResponse.quote, crypto_options } };

describe('creating a crypto payment', () => {
  it.each([
    ['left chosen', null, 'Cryptocurrency, USDT – Tron (TRC-20)'],
    ['chosen', /BTC/, 'Cryptocurrency, BTC – Bitcoin'],
  ])('names the currency and network that were %s before it is created', async (_how, option, named) => {
    const { user } = show({ handlers: [reply(quoteTopUp, quoteWithOptions)] });
    await user.click(await screen.findByRole('radio', { name: /Cryptocurrency/ }));
    await screen.findByRole('radio', { name: /USDT/ });
    if (option !== null) await user.click(screen.getByRole('radio', { name: option }));
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '100');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText(named)).toBeVisible();
  });

  it('sends the chosen currency and network, and puts the payment into the address of the page', async () => {
    const page = show({
      handlers: [
        reply(quoteTopUp, quoteWithOptions),
        reply(createCryptoPayment, paymentOf()),
        reply(getPayment, paymentOf()),
      ],
    });
    await page.user.click(await screen.findByRole('radio', { name: /Cryptocurrency/ }));
    expect(await screen.findByRole('radio', { name: /USDT/ })).toBeChecked();
    await page.user.click(screen.getByRole('radio', { name: /BTC/ }));
    await create(page);
    // The heading is replaced when the payment is in the address.
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'Waiting for your transfer' })).toHaveFocus(),
    );
    expect(sentTo(createCryptoPayment)[0]?.body).toEqual({
      service_id: 'svc_vo_8KQ2',
      amount: '100.00',
      pay_currency: 'btc',
      network: 'bitcoin',
    });
    expect(page.location().search).toContain(`sidebar.payment_id=${id}`);
  });

  it('is one payment after a double click and a lost response', async () => {
    let isLost = true;
    const page = show({
      handlers: [
        reply(createCryptoPayment, () => (isLost ? connectionLost : paymentOf())),
        reply(getPayment, paymentOf()),
      ],
    });
    await page.user.click(await screen.findByRole('radio', { name: /Cryptocurrency/ }));
    await page.user.type(await screen.findByRole('textbox', { name: 'Amount' }), '100');
    await page.user.click(screen.getByRole('button', { name: 'Continue' }));
    await page.user.dblClick(await screen.findByRole('button', { name: 'Create crypto payment' }));
    expect(await screen.findByText(/We do not know whether this top-up was created/)).toBeVisible();
    isLost = false;
    await page.user.dblClick(screen.getByRole('button', { name: 'Create crypto payment' }));
    // The heading is replaced once the payment has been read again.
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'Waiting for your transfer' })).toBeVisible(),
    );
    const keys = sentTo(createCryptoPayment).map(({ headers }) => headers.get('Idempotency-Key'));
    // The client repeats a lost request itself, with its key.
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(3);
  });

  it('shows the payment of a server that returns no single payments', async () => {
    const features = { ...profileResponse.features, payment_details: false };
    const page = show({
      handlers: [
        reply(createCryptoPayment, paymentOf()),
        reply(getProfile, { ...profileResponse, features }),
      ],
    });
    await create(page);
    expect(await screen.findByText('TQexampleAddressDoNotPay000000000000')).toBeVisible();
    expect(sentTo(getPayment)).toHaveLength(0);
  });

  it('shows that crypto is not available, and offers a bank transfer', async () => {
    const page = show({ handlers: [reply(createCryptoPayment, problem('crypto_disabled'))] });
    await create(page);
    expect(await screen.findByText(/Payment in cryptocurrency is not available/)).toBeVisible();
    await page.user.click(screen.getByRole('button', { name: 'Pay by bank transfer instead' }));
    await waitFor(() => expect(screen.getByRole('radio', { name: /Bank transfer/ })).toBeChecked());
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue('100');
  });

  it('shows that crypto payments are not connected', async () => {
    await create(show({ handlers: [reply(createCryptoPayment, problem('upstream_error'))] }));
    expect(await screen.findByText(/not connected at the moment/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Pay by bank transfer instead' })).toBeVisible();
  });
});

describe('a resumed payment', () => {
  it('has the QR code, the address, the exact amount, the network and the time left', async () => {
    resume(paymentOf());
    expect(await screen.findByRole('img', { name: 'QR code with the address and the amount' })).toBeVisible();
    expect(screen.getByText('TQexampleAddressDoNotPay000000000000')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copy: Address' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copy: Exact amount to send' })).toBeVisible();
    expect(screen.getByText('108.31 USDT')).toBeVisible();
    expect(screen.getByText(/Send only USDT on the network Tron/)).toBeVisible();
    expect(screen.getByRole('timer')).toHaveTextContent(/^(19:\d\d|20:00) left$/);
    expect(screen.getByRole('link', { name: /Open in your wallet/ })).toHaveAttribute(
      'href',
      cryptoPaymentResponse.crypto.payment_uri,
    );
  });

  it('offers no link that is not a web address or a wallet’s', async () => {
    resume(paymentOf({}, { checkout_url: 'javascript:alert(1)', payment_uri: 'javascript:alert(2)' }));
    await screen.findByText('TQexampleAddressDoNotPay000000000000');
    expect(screen.getAllByRole('link')).toHaveLength(1);
  });

  it.each([
    [
      { status: 'processing' },
      { received_amount: '108.31', confirmations: 7 },
      'Your transfer is being confirmed',
      /We have seen 108.31 USDT/,
    ],
    // The first of two transfers is on the balance already.
    [
      { status: 'processing', credited: '36.93' },
      { received_amount: '108.31', unconfirmed_amount: '68.31' },
      'Your transfer is being confirmed',
      /^We have seen 68\.31 USDT\. It will be added/,
    ],
    [
      { status: 'processing', status_reason: 'paid_late' },
      { received_amount: '108.31', unconfirmed_amount: '108.31' },
      'Your transfer is being confirmed',
      /^We have seen 108\.31 USDT\. .* at the agreed rate, whichever gives less/,
    ],
    [
      { status: 'partially_paid' },
      { received_amount: '40', due_amount: '68.31' },
      'A part is still missing',
      /^40 USDT of 108.31 USDT has arrived. Send 68.31 USDT more/,
    ],
    [
      { status: 'paid' },
      { received_amount: '108.31' },
      'Your payment has arrived',
      'The money is on your balance.',
    ],
    [
      { status: 'paid', status_reason: 'overpaid', credited: '110.00' },
      {},
      'Your payment has arrived',
      'More than due has arrived. €110.00 was added to your balance.',
    ],
    // Another transfer is not confirmed yet.
    [
      { status: 'paid', status_reason: 'overpaid', credited: '110.00' },
      { received_amount: '129.14', unconfirmed_amount: '10' },
      'Your payment has arrived',
      /€110\.00 was added to your balance\. We have seen another 10 USDT\. It will be added/,
    ],
    [
      { status: 'paid', status_reason: 'underpaid', credited: '99.60' },
      {},
      'Your payment has arrived',
      /Slightly less than due has arrived\. €99\.60 was added/,
    ],
    [
      { status: 'paid', status_reason: 'paid_late', credited: '100.00' },
      {},
      'Your payment has arrived',
      /whichever gave less\. €100\.00 was added to your balance/,
    ],
    [{ status: 'expired' }, {}, 'This payment has expired', /Don’t send anything to its address any more/],
    [
      { status: 'expired', credited: '0.00' },
      { received_amount: '40', unconfirmed_amount: '40' },
      'Expired with a part of the amount',
      /^40 USDT has arrived and will be on your balance once confirmed/,
    ],
    [
      { status: 'expired', credited: '36.93' },
      { received_amount: '40', unconfirmed_amount: '0' },
      'Expired with a part of the amount',
      /^40 USDT has arrived, and €36\.93 was added to your balance\. Don’t send the rest/,
    ],
    // All of it was sent, but after the rate had ended.
    [
      { status: 'expired', status_reason: 'underpaid', credited: '98.00' },
      { received_amount: '108.31', unconfirmed_amount: '0', transactions: [lateTransfer] },
      'Expired with a part of the amount',
      /whichever gave less\. €98\.00 was added to your balance\. Don’t send anything/,
    ],
    [{ status: 'failed', credited: '0.00' }, {}, 'This payment has failed', /so nothing was credited/],
    [
      { status: 'failed', credited: '36.93' },
      { received_amount: '40', unconfirmed_amount: '0' },
      'This payment has failed',
      /didn’t confirm some of your transfers\. €36\.93 was added/,
    ],
    [{ status: 'canceled' }, {}, 'This payment was cancelled', /create another top-up/],
    [
      { status: 'canceled', credited: '36.93' },
      { received_amount: '40', unconfirmed_amount: '0' },
      'This payment was cancelled',
      /^€36\.93 was added to your balance\. Don’t send anything more/,
    ],
    [{ status: 'refunded' }, {}, 'This payment was refunded', /You don’t need to pay anything more/],
    [
      { status: 'partially_refunded' },
      {},
      'Part of this payment was refunded',
      /You’ll find the refund in Payments/,
    ],
  ])('shows %j with %j', async (payment, crypto, title, text) => {
    resume(paymentOf(payment, crypto));
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    const isPayable = payment.status === 'partially_paid';
    expect(screen.queryAllByText('TQexampleAddressDoNotPay000000000000')).toHaveLength(isPayable ? 1 : 0);
  });

  it('shows what was asked for, what has arrived and what was credited of it', async () => {
    resume(
      paymentOf(
        { status: 'processing', credited: '36.93', fee_amount: '1.20' },
        { received_amount: '108.31', unconfirmed_amount: '68.31' },
      ),
    );
    await screen.findByRole('heading', { name: 'Your transfer is being confirmed' });
    const figures = screen.getByText('Not confirmed yet').closest('dl');
    expect(figures).toHaveTextContent(/Credit to the balance€100\.00/);
    expect(figures).toHaveTextContent(
      'Received so far108.31 USDTNot confirmed yet68.31 USDTFee€1.20Added to the balance€36.93',
    );
  });

  it('shows no address and no promise for a state of a later server', async () => {
    resume(paymentOf({ status: 'disputed' }));
    expect(await screen.findByRole('heading', { name: 'Cryptocurrency' })).toBeVisible();
    expect(screen.queryByText('TQexampleAddressDoNotPay000000000000')).toBeNull();
    expect(screen.queryByText(/Send the exact amount/)).toBeNull();
  });

  it('shows how many confirmations there are', async () => {
    resume(paymentOf({ status: 'processing' }, { received_amount: '108.31', confirmations: 7 }));
    expect(await screen.findByText('7 of 19')).toBeVisible();
  });

  it('hides the address when the time has ended, before the server reports it', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    resume(paymentOf());
    await screen.findByText('TQexampleAddressDoNotPay000000000000');
    act(() => {
      jest.advanceTimersByTime(20 * 60_000);
    });
    expect(await screen.findByRole('heading', { name: 'This payment has expired' })).toBeVisible();
    expect(screen.queryByText('TQexampleAddressDoNotPay000000000000')).toBeNull();
  });

  it('announces the time only when little is left', async () => {
    resume(paymentOf({}, { expires_at: inMinutes(4) }));
    expect(await screen.findByText('5 minutes left to pay')).toHaveAttribute('role', 'status');
    expect(screen.getByRole('timer')).toHaveAttribute('aria-live', 'off');
  });

  it('follows the payment while the page is open, and stops when it is paid', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    let response = paymentOf();
    show({ url: resumeUrl, handlers: [reply(getPayment, () => response)] });
    await screen.findByRole('heading', { name: 'Waiting for your transfer' });
    response = paymentOf({ status: 'paid' });
    await act(() => jest.advanceTimersByTimeAsync(6_000));
    expect(await screen.findByRole('heading', { name: 'Your payment has arrived' })).toBeVisible();
    const count = sentTo(getPayment).length;
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(sentTo(getPayment)).toHaveLength(count);
  });

  it('shows why it cannot be loaded', async () => {
    show({ url: resumeUrl, handlers: [reply(getPayment, problem('not_found'))] });
    expect(await screen.findByText(/not found|could not be found|does not exist/i)).toBeVisible();
  });

  // The last test, because the server's clock stays known.
  it('counts down by the clock of the server when that of the device is wrong', async () => {
    const headers = {
      'content-type': 'application/json',
      date: new Date(Date.now() - 60 * 60_000).toUTCString(),
    };
    const response = paymentOf({}, { expires_at: inMinutes(-56) });
    show({
      url: resumeUrl,
      handlers: [reply(getPayment, new HttpResponse(JSON.stringify(response), { headers }))],
    });
    expect(await screen.findByText('5 minutes left to pay')).toBeInTheDocument();
  });
});
