import { expect, test } from '@jest/globals';
import { listServices, type Service } from '@portal/contract/services';
import { endpointKey, queryClient } from '@portal/shared/api';
import { problem, renderPage, reply, servicesResponse } from '@portal/shared/testing';
import { act, screen, within } from '@testing-library/react';
import { BalanceChip } from './balance-chip.tsx';

const [voicing, messaging] = servicesResponse.services;
const quiet = { ...voicing!, threshold_state: 'off', days_left: 40, available: '118.4023' };

function answer(services: readonly object[]) {
  const listed = services as Service[];
  return { ...servicesResponse, services: listed, total: listed.length };
}

function show(services: readonly object[]) {
  return renderPage(<BalanceChip />, { handlers: [reply(listServices, answer(services))] });
}

const chip = () => screen.findByRole('button', { name: /^Balance/ });

test('shows what is available, how long it lasts and its age', async () => {
  const updated = new Date(Date.now() - 120_000).toISOString();
  show([{ ...quiet, balance_updated: updated }]);
  expect(await chip()).toHaveAccessibleName('Balance €118.40 40 days left · 2 minutes ago');
});

test('shows each service by its name', async () => {
  show([quiet, { ...messaging!, days_left: null }]);
  const name = (await chip()).textContent;
  expect(name).toContain('Voicing: €118.40');
  expect(name).toContain('Messaging: €152.07');
});

test.each([
  ['three days', { days_left: 3 }],
  ['the threshold', { threshold_state: 'triggered' }],
])('warns in words when what is available is below %s', async (_, changes) => {
  show([{ ...quiet, ...changes }]);
  expect(await chip()).toHaveAccessibleName(/Low/);
});

test('says that nothing is left, and not how long it lasts', async () => {
  show([{ ...quiet, available: '-3.2001', days_left: 0 }]);
  const button = await chip();
  expect(button).toHaveAccessibleName(/−€3\.21 Below zero/);
  expect(button).not.toHaveAccessibleName(/left/);
});

test('opens what it follows from: balance, what is reserved and why, and the credit limit', async () => {
  const figures = { balance: '90.0000', reserved: '5.5936', reserved_vat: '2.61', reserved_rents: '2.99' };
  const page = show([{ ...quiet, ...figures, available: '94.4064', credit_limit: '10.00' }]);
  await page.user.click(await chip());
  const panel = within(await screen.findByRole('dialog', { name: 'Balance' }));
  for (const text of ['€94.40', '€90.00', '€10.00', '€5.59']) expect(panel.getByText(text)).toBeVisible();
  expect(panel.getByText(/€2\.61 VAT and €2\.99 number rents/)).toBeVisible();
  expect(panel.getByRole('link', { name: 'All balances' })).toHaveAttribute('href', '/welcome');
});

test('opens the top-up of the service and closes', async () => {
  const page = show([quiet]);
  await page.user.click(await chip());
  await page.user.click(await screen.findByRole('button', { name: 'Top up Voicing' }));
  expect(page.location().search).toBe('?sidebar=finances/top-up&sidebar.service_id=svc_vo_8KQ2');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('offers no top-up without the area that has one', async () => {
  const page = renderPage(<BalanceChip />, {
    handlers: [reply(listServices, answer([quiet]))],
    actions: [],
  });
  await page.user.click(await chip());
  const panel = within(await screen.findByRole('dialog', { name: 'Balance' }));
  expect(panel.getByText('€118.40')).toBeVisible();
  expect(panel.queryByRole('button', { name: /Top up/ })).toBeNull();
});

test('says that the balance cannot be read, and reads it again', async () => {
  let isUp = false;
  const page = renderPage(<BalanceChip />, {
    handlers: [reply(listServices, () => (isUp ? answer([quiet]) : problem('maintenance')))],
  });
  const button = await chip();
  expect(button).toHaveAccessibleName(/Your balance is not available/);
  await page.user.click(button);
  await screen.findByText(/cannot be read at the moment/);
  isUp = true;
  await page.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('40 days left', { exact: false, selector: 'p' })).toBeVisible();
});

test('keeps the last known balance when a later request fails, and says so', async () => {
  let isUp = true;
  renderPage(<BalanceChip />, {
    handlers: [reply(listServices, () => (isUp ? answer([quiet]) : problem('maintenance')))],
  });
  await chip();
  isUp = false;
  await act(() => queryClient.invalidateQueries({ queryKey: endpointKey(listServices) }));
  expect(await screen.findByRole('button', { name: /€118\.40 not current/ })).toBeVisible();
});

test('follows a top-up without a reload', async () => {
  let available = '1.0000';
  renderPage(<BalanceChip />, {
    handlers: [reply(listServices, () => answer([{ ...quiet, available }]))],
  });
  await screen.findByRole('button', { name: /€1\.00/ });
  available = '101.0000';
  await act(() => queryClient.invalidateQueries({ queryKey: endpointKey(listServices) }));
  expect(await screen.findByRole('button', { name: /€101\.00/ })).toBeVisible();
});

test('shows nothing to an account without services', async () => {
  const { container } = show([]);
  await act(() => queryClient.refetchQueries({ queryKey: endpointKey(listServices) }));
  expect(container.querySelector('button')).toBeNull();
});
