import { describe, expect, it } from '@jest/globals';
import { getProfile } from '@portal/contract/profile';
import { createCryptoPayment, createInvoicePayment } from '@portal/contract/top-up';
import {
  connectionLost,
  cryptoPaymentResponse,
  invoicePaymentResponse,
  problem,
  profileResponse,
  type RenderPageOptions,
  renderPage,
  reply,
  sentTo,
} from '@portal/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import TopUpSidebar from './top-up-sidebar.tsx';

const path = '/welcome';
const url = `${path}?sidebar=finances/top-up&sidebar.service_id=svc_vo_8KQ2`;

function show(options: RenderPageOptions = {}) {
  return renderPage(<TopUpSidebar />, { path, url, ...options });
}

type Page = ReturnType<typeof show>;

async function fill(page: Page, amount: string) {
  const field = await screen.findByRole('textbox', { name: 'Amount' });
  await page.user.clear(field);
  await page.user.type(field, amount);
  await page.user.click(screen.getByRole('button', { name: 'Continue' }));
}

const keyOf = (index: number) => sentTo(createInvoicePayment)[index]?.headers.get('Idempotency-Key');

describe('the form', () => {
  it('has the service of the URL selected, with its balance', async () => {
    show();
    expect(await screen.findByRole('button', { name: /Service to top up Voicing/ })).toBeVisible();
    expect(await screen.findByText('Balance €18.40')).toBeVisible();
  });

  it('requires a service and an amount', async () => {
    const page = show({ url: path });
    await page.user.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Please choose a service')).toBeVisible();
    expect(screen.getByText('Please enter an amount')).toBeVisible();
  });

  it.each([
    ['9.99', /below the minimum of €10.00/],
    ['10,000.01', /above the maximum of €10,000.00/],
    ['ten', /Please enter an amount such as/],
    ['12.345', /Please enter an amount such as/],
  ])('rejects %s, and shows why', async (amount, text) => {
    const page = show();
    await fill(page, amount);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveFocus();
  });

  it('offers amounts, and accepts others', async () => {
    const page = show();
    await page.user.click(await screen.findByRole('button', { name: '€250' }));
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue('250');
    expect(screen.getByRole('button', { name: '€250' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('offers crypto only to accounts that have it enabled', async () => {
    show({ handlers: [reply(getProfile, { ...profileResponse, crypto_enabled: false })] });
    expect(await screen.findByRole('radio', { name: /Bank transfer/ })).toBeChecked();
    expect(screen.queryByRole('radio', { name: /Cryptocurrency/ })).toBeNull();
  });

  it('offers quick start to an account that is not configured', async () => {
    const page = show({ handlers: [reply(getProfile, { ...profileResponse, configured: false })] });
    await page.user.click(await screen.findByRole('button', { name: 'Open quick start' }));
    expect(page.location().search).toContain('sidebar=profile/quick-start');
  });
});

describe('a bank transfer', () => {
  it('sends an amount typed as in the language as a decimal, and shows the amounts that the server computed', async () => {
    const page = show({ handlers: [reply(createInvoicePayment, invoicePaymentResponse)] });
    await fill(page, '100,5');
    expect(await screen.findByRole('heading', { name: 'Check your top-up' })).toHaveFocus();
    expect(screen.queryByText('VAT 24%')).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'Create pro-forma invoice' }));

    expect(await screen.findByRole('heading', { name: 'Your pro-forma invoice is ready' })).toHaveFocus();
    expect(sentTo(createInvoicePayment)[0]?.body).toEqual({ service_id: 'svc_vo_8KQ2', amount: '100.50' });
    expect(keyOf(0)).toMatch(/^[0-9a-f]{32}$/);
    expect(screen.getByText('VAT 24%')).toBeVisible();
    const bank = screen.getByRole('region', { name: 'Bank details' });
    expect(within(bank).getByText('EE382200221020145685')).toBeVisible();
    expect(within(bank).getAllByRole('button', { name: /^Copy: / })).toHaveLength(6);
    await page.user.click(within(bank).getByRole('button', { name: 'Copy: IBAN' }));
    expect(await within(bank).findByText('Copied')).toBeInTheDocument();
  });

  it('is created once however often the button is pressed', async () => {
    const page = show({ handlers: [reply(createInvoicePayment, invoicePaymentResponse)] });
    await fill(page, '100');
    await page.user.dblClick(await screen.findByRole('button', { name: 'Create pro-forma invoice' }));
    await screen.findByRole('heading', { name: 'Your pro-forma invoice is ready' });
    expect(sentTo(createInvoicePayment)).toHaveLength(1);
  });

  it('has the same key again when the outcome is unknown', async () => {
    let isUp = false;
    const page = show({
      handlers: [reply(createInvoicePayment, () => (isUp ? invoicePaymentResponse : connectionLost))],
    });
    await fill(page, '100');
    const create = await screen.findByRole('button', { name: 'Create pro-forma invoice' });
    await page.user.click(create);
    expect(await screen.findByText(/Trying again is safe/)).toBeVisible();
    isUp = true;
    await page.user.click(create);
    await screen.findByRole('heading', { name: 'Your pro-forma invoice is ready' });
    const keys = sentTo(createInvoicePayment).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys).size).toBe(1);
  });

  it('has a new key for another amount, and after a refusal', async () => {
    let isFirst = true;
    const refusal = problem('amount_below_minimum', { params: { min: '20.00', currency: 'eur' } });
    const page = show({
      handlers: [
        reply(createInvoicePayment, () => {
          if (!isFirst) return invoicePaymentResponse;
          isFirst = false;
          return refusal;
        }),
      ],
    });
    await fill(page, '12');
    await page.user.click(await screen.findByRole('button', { name: 'Create pro-forma invoice' }));
    expect(await screen.findByText(/below the minimum of €20.00/)).toBeVisible();
    await page.user.click(screen.getByRole('button', { name: 'Change' }));
    expect(await screen.findByRole('textbox', { name: 'Amount' })).toHaveValue('12');
    await fill(page, '25');
    await page.user.click(await screen.findByRole('button', { name: 'Create pro-forma invoice' }));
    await screen.findByRole('heading', { name: 'Your pro-forma invoice is ready' });
    expect(keyOf(0)).not.toBe(keyOf(1));
  });
});

describe('a crypto payment', () => {
  async function create(page: Page) {
    await page.user.click(await screen.findByRole('radio', { name: /Cryptocurrency/ }));
    await fill(page, '100');
    await page.user.click(await screen.findByRole('button', { name: 'Create crypto payment' }));
  }

  it('shows the address, the exact amount, the network and the payment page', async () => {
    await create(show({ handlers: [reply(createCryptoPayment, cryptoPaymentResponse)] }));
    expect(await screen.findByText('TQexampleAddressDoNotPay000000000000')).toBeVisible();
    expect(screen.getByText('108.31 USDT')).toBeVisible();
    expect(screen.getByText(/Send only USDT on the network Tron/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open the payment page' })).toHaveAttribute(
      'href',
      cryptoPaymentResponse.crypto.checkout_url,
    );
  });

  it('offers no link that is not a web address', async () => {
    const crypto = { ...cryptoPaymentResponse.crypto, checkout_url: 'javascript:alert(1)' };
    await create(show({ handlers: [reply(createCryptoPayment, { ...cryptoPaymentResponse, crypto })] }));
    await screen.findByText('TQexampleAddressDoNotPay000000000000');
    expect(screen.queryByRole('link', { name: 'Open the payment page' })).toBeNull();
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
