import { afterEach, expect, it, jest } from '@jest/globals';
import { createCryptoPayment, createInvoicePayment, getPayment } from '@portal/contract/top-up';
import { quoteTopUp } from '@portal/contract/top-up-quote';
import {
  connectionLost,
  invoicePaymentResponse,
  problem,
  renderPage,
  reply,
  sentTo,
} from '@portal/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import TopUpSidebar from './top-up-sidebar.tsx';

const path = '/welcome';
const url = `${path}?sidebar=finances/top-up&sidebar.service_id=svc_vo_8KQ2`;
const params = {
  payment_id: 'pay_01JD8Z6W',
  number: 'PF-2026-000318',
  amount: '100.00',
  currency: 'eur',
  created: '2026-11-24T12:05:00Z',
};
const question =
  /You already have a top-up of €100.00 .* not paid yet, created on .*14:05 \(PF-2026-000318\)/;

type Outcome = typeof invoicePaymentResponse | typeof connectionLost;

/** The server asks unless the request says that the customer wants another one. */
async function showQuestion({ method = 'Bank transfer', again = invoicePaymentResponse as Outcome } = {}) {
  const asked = problem('top_up_exists', { params });
  const page = renderPage(<TopUpSidebar />, {
    path,
    url,
    handlers: [
      reply(quoteTopUp),
      reply(createInvoicePayment, ({ body }) => (Object(body).allow_duplicate ? again : asked)),
      reply(createCryptoPayment, asked),
      reply(getPayment, { success: true, payment: invoicePaymentResponse.payment, crypto: null }),
    ],
  });
  await page.user.click(await screen.findByRole('radio', { name: new RegExp(method) }));
  await page.user.type(screen.getByRole('textbox', { name: 'Amount' }), '100');
  await page.user.click(screen.getByRole('button', { name: 'Continue' }));
  await page.user.click(await screen.findByRole('button', { name: /^Create/ }));
  expect(await screen.findByText(question)).toBeVisible();
  return page;
}

const keys = () => sentTo(createInvoicePayment).map(({ headers }) => headers.get('Idempotency-Key'));

afterEach(() => localStorage.clear());

it.each(['Bank transfer', 'Cryptocurrency'])(
  'asks about an equal top-up by %s, and opens it',
  async (method) => {
    const page = await showQuestion({ method });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Create (pro|crypto)/ })).toBeNull();
    // The pressed button has become the one that opens the first top-up.
    await waitFor(() => expect(screen.getByRole('button', { name: 'Open that top-up' })).toHaveFocus());
    await page.user.keyboard('{Enter}');
    await waitFor(() => expect(page.location().search).toContain('sidebar.payment_id=pay_01JD8Z6W'));
    expect(await screen.findByRole('heading', { name: 'Your pro-forma invoice is ready' })).toBeVisible();
    expect(localStorage.getItem('finances.top-ups')).toBe('[]');
  },
);

it('scrolls to the question and the button with the focus, which the question has moved down', async () => {
  const scrolled = jest.spyOn(Element.prototype, 'scrollIntoView');
  await showQuestion();
  expect(scrolled.mock.instances.at(-1)).toContainElement(
    screen.getByRole('button', { name: 'Open that top-up' }),
  );
  scrolled.mockRestore();
});

it('creates another one with the confirmation and a key of its own', async () => {
  const page = await showQuestion();
  await page.user.click(screen.getByRole('button', { name: 'Create another one' }));
  expect(await screen.findByRole('heading', { name: 'Your pro-forma invoice is ready' })).toBeVisible();
  const [asked, confirmed] = sentTo(createInvoicePayment);
  expect(asked?.body).toEqual({ service_id: 'svc_vo_8KQ2', amount: '100.00' });
  expect(confirmed?.body).toEqual({ service_id: 'svc_vo_8KQ2', amount: '100.00', allow_duplicate: true });
  expect(new Set(keys()).size).toBe(2);
});

it('repeats a confirmed one whose response was lost with its confirmation and its key', async () => {
  const page = await showQuestion({ again: connectionLost });
  await page.user.click(screen.getByRole('button', { name: 'Create another one' }));
  await screen.findByText(/do not know whether this top-up was created/);
  expect(screen.getByRole('button', { name: 'Create pro-forma invoice' })).toHaveFocus();
  const sent = keys().length;
  await page.user.click(screen.getByRole('button', { name: 'Create pro-forma invoice' }));
  await waitFor(() => expect(keys().length).toBeGreaterThan(sent));
  expect(new Set(keys().slice(1))).toEqual(new Set([keys()[1]]));
  for (const { body } of sentTo(createInvoicePayment).slice(1))
    expect(body).toMatchObject({ allow_duplicate: true });
});

it('goes back to the form', async () => {
  const page = await showQuestion();
  await page.user.click(screen.getByRole('button', { name: 'Change' }));
  expect(await screen.findByRole('textbox', { name: 'Amount' })).toHaveValue('100');
});
