import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { getProfile } from '@portal/contract/profile';
import { getBalance } from '@portal/contract/services';
import { createInvoicePayment } from '@portal/contract/top-up';
import { quoteTopUp } from '@portal/contract/top-up-quote';
import {
  balanceResponse,
  connectionLost,
  invoicePaymentResponse,
  problem,
  profileResponse,
  type RenderPageOptions,
  renderPage,
  reply,
  sentTo,
  topUpQuoteResponse,
} from '@portal/shared/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import TopUpSidebar from './top-up-sidebar.tsx';

const path = '/welcome';
const url = `${path}?sidebar=finances/top-up&sidebar.service_id=svc_vo_8KQ2`;

function show({ handlers = [], ...options }: RenderPageOptions = {}) {
  return renderPage(<TopUpSidebar />, { path, url, handlers: [...handlers, reply(quoteTopUp)], ...options });
}

type Page = ReturnType<typeof show>;

async function fill(page: Page, amount: string) {
  const field = await screen.findByRole('textbox', { name: 'Amount' });
  await page.user.clear(field);
  await page.user.type(field, amount);
  await page.user.click(screen.getByRole('button', { name: 'Continue' }));
}

afterEach(() => localStorage.clear());

const keyOf = (index: number) => sentTo(createInvoicePayment)[index]?.headers.get('Idempotency-Key');

describe('the form', () => {
  it('has the service of the URL selected, with what is available of it as in the header', async () => {
    show({ handlers: [reply(getBalance, { ...balanceResponse, balance: '18.4023', available: '13.9023' })] });
    expect(await screen.findByRole('button', { name: /Service to top up Voicing/ })).toBeVisible();
    expect(await screen.findByText('Available €13.90')).toBeVisible();
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

  it.each([
    ['is not configured', { configured: false }],
    ['has no address', { address: null }],
  ])('offers quick start to an account that %s', async (_what, profile) => {
    const page = show({ handlers: [reply(getProfile, { ...profileResponse, ...profile })] });
    await page.user.click(await screen.findByRole('button', { name: 'Open quick start' }));
    expect(page.location().search).toContain('sidebar=profile/quick-start');
  });
});

describe('the quote', () => {
  const { quote } = topUpQuoteResponse;
  const amounts = quote.amounts!;
  const quoted = (amount: string, gross_amount: string) => ({
    ...topUpQuoteResponse,
    quote: { ...quote, amounts: { ...amounts, amount, gross_amount } },
  });
  const type = async (page: Page, text: string) => {
    const field = await screen.findByRole('textbox', { name: 'Amount' });
    await page.user.clear(field);
    await page.user.type(field, text);
  };
  const asked = () => sentTo(quoteTopUp).flatMap(({ body }) => Object(body).amount ?? []);

  it('shows VAT, total, credit, what is available afterwards and why, before anything is created', async () => {
    const page = show();
    await type(page, '100');
    const group = await screen.findByRole('group', { name: 'What you pay' });
    for (const text of ['VAT 24%', '€24.00', '€124.00', '€100.00', '€113.90'])
      expect(await within(group).findByText(text)).toBeVisible();
    expect(
      await within(group).findByText(/You and we are in the same country \(Estonia, 24%\)/),
    ).toBeVisible();
    await page.user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('heading', { name: 'Check your top-up' });
    expect(screen.getByText('€124.00')).toBeVisible();
    expect(sentTo(createInvoicePayment)).toHaveLength(0);
  });

  it('shows VAT and why before there is an amount, and again when the amount is wrong', async () => {
    const page = show({
      handlers: [
        reply(quoteTopUp, ({ body }) => {
          const { amount } = Object(body);
          return amount ? topUpQuoteResponse : { ...topUpQuoteResponse, quote: { ...quote, amounts: null } };
        }),
      ],
    });
    const group = await screen.findByRole('group', { name: 'What you pay' });
    expect(within(group).getByText('VAT 24%')).toBeVisible();
    expect(within(group).getAllByText('–')).toHaveLength(4);
    expect(await within(group).findByText(/You and we are in the same country/)).toBeVisible();
    await type(page, '100');
    expect(await within(group).findByText('€124.00')).toBeVisible();
    await page.user.keyboard('x');
    await waitFor(() => expect(within(group).getAllByText('–')).toHaveLength(4));
  });

  it('asks for the amount once the typing stops, not for each keystroke', async () => {
    show();
    const field = await screen.findByRole('textbox', { name: 'Amount' });
    // A clock of its own: on a busy machine keystrokes take longer than the pause.
    jest.useFakeTimers();
    try {
      for (const value of ['11', '110', '1100']) {
        fireEvent.change(field, { target: { value } });
        act(() => void jest.advanceTimersByTime(250));
        // A request that was sent too early arrives.
        await pause(25);
      }
      act(() => void jest.advanceTimersByTime(250));
    } finally {
      jest.useRealTimers();
    }
    await waitFor(() => expect(asked().at(-1)).toBe('1100.00'));
    expect(asked()).not.toContain('11.00');
    expect(asked()).not.toContain('110.00');
  });

  it('dims the earlier figures while new ones are loading, and ignores late responses', async () => {
    const waiting = new Map<string, () => void>();
    const page = show({
      handlers: [
        reply(quoteTopUp, async ({ body }) => {
          const { amount } = Object(body);
          if (amount === '30.00' || amount === '40.00')
            await new Promise<void>((resolve) => waiting.set(amount, resolve));
          return amount ? quoted(amount, `${amount.slice(0, 2)}.99`) : topUpQuoteResponse;
        }),
      ],
    });
    await type(page, '20');
    expect(await screen.findByText('€20.99')).toBeVisible();
    await page.user.click(screen.getByRole('textbox', { name: 'Amount' }));
    await page.user.keyboard('{Control>}a{/Control}30');
    await waitFor(() => expect(waiting.has('30.00')).toBe(true));
    expect(screen.getByText('€20.99')).toBeVisible();
    expect(screen.getByRole('group', { name: 'What you pay' })).toHaveAttribute('aria-busy', 'true');
    await page.user.keyboard('{Control>}a{/Control}40');
    await waitFor(() => expect(waiting.has('40.00')).toBe(true));
    waiting.get('40.00')?.();
    expect(await screen.findByText('€40.99')).toBeVisible();
    waiting.get('30.00')?.();
    await page.user.keyboard('{Control>}a{/Control}20');
    expect(await screen.findByText('€20.99')).toBeVisible();
    expect(screen.queryByText('€30.99')).toBeNull();
    expect(screen.getByRole('group', { name: 'What you pay' })).toHaveAttribute('aria-busy', 'false');
  });

  it('does not stop a top-up when it fails', async () => {
    const handlers = [
      reply(quoteTopUp, problem('internal')),
      reply(createInvoicePayment, invoicePaymentResponse),
    ];
    const page = show({ handlers });
    await fill(page, '100');
    expect(await screen.findByText(/VAT and the total to pay are worked out by us/)).toBeVisible();
    await page.user.click(screen.getByRole('button', { name: 'Create pro-forma invoice' }));
    expect(await screen.findByRole('heading', { name: 'Your pro-forma invoice is ready' })).toBeVisible();
  });

  it('enforces the limits of the server, and shows them', async () => {
    const limits = { min: '75.00', max: '300.50' };
    const page = show({
      handlers: [reply(quoteTopUp, { ...topUpQuoteResponse, quote: { ...quote, limits } })],
    });
    expect(await screen.findByText(/from €75.00 to €300.50/)).toBeVisible();
    expect(screen.queryByRole('button', { name: '€50' })).toBeNull();
    expect(screen.queryByRole('button', { name: '€500' })).toBeNull();
    await fill(page, '74.99');
    expect(await screen.findByText(/below the minimum of €75.00/)).toBeVisible();
    await fill(page, '300.51');
    expect(await screen.findByText(/above the maximum of €300.50/)).toBeVisible();
    await fill(page, '300.50');
    expect(await screen.findByRole('heading', { name: 'Check your top-up' })).toBeVisible();
  });

  it.each([
    ['usage', 'standard', /deposit without VAT. VAT of 24% is charged on what you use/],
    ['prepayment', 'reverse_charge', /^Reverse charge: your VAT number is confirmed/],
  ])('explains the VAT of the basis %s, %s', async (basis, treatment, text) => {
    const reason = treatment === 'standard' ? 'provider_country' : 'reverse_charge';
    const vat = { ...quote.vat, treatment, reason };
    const page = show({
      handlers: [reply(quoteTopUp, { ...topUpQuoteResponse, quote: { ...quote, basis, vat } })],
    });
    await type(page, '100');
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('is not requested from a server without it', async () => {
    const page = show({ handlers: [reply(getProfile, { ...profileResponse, features: {} })] });
    await fill(page, '100');
    expect(await screen.findByText(/VAT and the total to pay are worked out by us/)).toBeVisible();
    expect(sentTo(quoteTopUp)).toHaveLength(0);
  });
});

describe('a bank transfer', () => {
  it('sends an amount typed as in the language as a decimal, and shows the amounts that the server computed', async () => {
    const page = show({ handlers: [reply(createInvoicePayment, invoicePaymentResponse)] });
    await fill(page, '100,5');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Check your top-up' })).toHaveFocus());
    await page.user.click(screen.getByRole('button', { name: 'Create pro-forma invoice' }));

    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'Your pro-forma invoice is ready' })).toHaveFocus(),
    );
    expect(sentTo(createInvoicePayment)[0]?.body).toEqual({ service_id: 'svc_vo_8KQ2', amount: '100.50' });
    expect(keyOf(0)).toMatch(/^[0-9a-f]{32}$/);
    expect(screen.getByText('VAT 24%')).toBeVisible();
    const bank = screen.getByRole('region', { name: 'Bank details' });
    expect(within(bank).getByText('EE38 2200 2210 2014 5685')).toBeVisible();
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

  it('is offered again with the same key after a reload, and in another tab', async () => {
    const first = show({ handlers: [reply(createInvoicePayment, connectionLost)] });
    await fill(first, '100');
    await first.user.click(await screen.findByRole('button', { name: 'Create pro-forma invoice' }));
    await screen.findByText(/Trying again is safe/);
    const sent = sentTo(createInvoicePayment).length;
    const key = keyOf(0);
    first.unmount();

    const second = show({ handlers: [reply(createInvoicePayment, invoicePaymentResponse)] });
    expect(await screen.findByRole('heading', { name: 'Check your top-up' })).toBeVisible();
    expect(screen.getByText(/Trying again is safe/)).toBeVisible();
    // Going back and entering the same amount is the same payment, too.
    await second.user.click(screen.getByRole('button', { name: 'Change' }));
    expect(await screen.findByRole('textbox', { name: 'Amount' })).toHaveValue('100.00');
    await fill(second, '100');
    await second.user.click(await screen.findByRole('button', { name: 'Create pro-forma invoice' }));
    await screen.findByRole('heading', { name: 'Your pro-forma invoice is ready' });
    expect(keyOf(sent)).toBe(key);
    second.unmount();

    // Its outcome is known now: the next payment is another one.
    const third = show({ handlers: [reply(createInvoicePayment, invoicePaymentResponse)] });
    await fill(third, '100');
    await third.user.click(await screen.findByRole('button', { name: 'Create pro-forma invoice' }));
    await screen.findByRole('heading', { name: 'Your pro-forma invoice is ready' });
    expect(keyOf(sent + 1)).not.toBe(key);
  });

  it('does not repeat a payment of the day before, nor of a service that is gone', async () => {
    const sent_ms = Date.now() - 24 * 3_600_000;
    const stored = { service_id: 'svc_vo_8KQ2', amount: '100.00', method: 'bank_transfer', key: 'old-key' };
    localStorage.setItem('finances.top-ups', JSON.stringify([{ ...stored, sent_ms }]));
    const first = show();
    expect(await screen.findByRole('textbox', { name: 'Amount' })).toHaveValue('');
    first.unmount();
    const gone = { ...stored, service_id: 'svc_gone', sent_ms: Date.now() };
    localStorage.setItem('finances.top-ups', JSON.stringify([gone]));
    show();
    expect(await screen.findByRole('textbox', { name: 'Amount' })).toHaveValue('');
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
