import { afterEach, expect, it } from '@jest/globals';
import { createInvoicePayment } from '@portal/contract/top-up';
import { quoteTopUp } from '@portal/contract/top-up-quote';
import { hasUnsavedChanges } from '@portal/shared/area';
import { invoicePaymentResponse, renderPage, reply } from '@portal/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import TopUpSidebar from './top-up-sidebar.tsx';

const path = '/welcome';
const url = `${path}?sidebar=finances/top-up&sidebar.service_id=svc_vo_8KQ2`;

function show(savedEntry: unknown = null) {
  const handlers = [reply(quoteTopUp), reply(createInvoicePayment, invoicePaymentResponse)];
  return renderPage(<TopUpSidebar />, { path, url, savedEntry, handlers });
}

const amount = () => screen.findByRole('textbox', { name: 'Amount' });
const typed = { service_id: 'svc_vo_8KQ2', amount: '31,5', method: 'crypto', asset: 'usdt/tron' };

afterEach(() => localStorage.clear());

it('has the amount and the method again after a reload, and asks before they are discarded', async () => {
  const page = show({ idx: 3 });
  await page.user.click(await screen.findByRole('radio', { name: /Cryptocurrency/ }));
  await page.user.type(await amount(), '31,5');
  const service_id = typed.service_id;
  await waitFor(() =>
    expect(history.state).toEqual({ idx: 3, topUp: { service_id, amount: '31,5', method: 'crypto' } }),
  );
  page.unmount();
  expect(hasUnsavedChanges()).toBe(false);

  show(history.state);
  expect(await amount()).toHaveValue('31,5');
  expect(screen.getByRole('radio', { name: /Cryptocurrency/ })).toBeChecked();
  expect(hasUnsavedChanges()).toBe(true);
});

it.each([
  ['of a service of another account', { ...typed, service_id: 'svc_other' }],
  ['in another form', { ...typed, method: 'cheque' }],
])('ignores what was typed %s', async (_what, topUp) => {
  show({ topUp });
  expect(await amount()).toHaveValue('');
  expect(hasUnsavedChanges()).toBe(false);
});

it('forgets what was typed once the payment is created', async () => {
  const page = show();
  await page.user.type(await amount(), '100');
  await page.user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(history.state).toHaveProperty('topUp.amount', '100'));
  await page.user.click(await screen.findByRole('button', { name: 'Create pro-forma invoice' }));
  await screen.findByRole('heading', { name: 'Your pro-forma invoice is ready' });
  await waitFor(() => expect(history.state?.topUp ?? null).toBeNull());
});
