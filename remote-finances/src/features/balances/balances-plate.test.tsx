import { expect, it } from '@jest/globals';
import { createService, getBalance, listServices } from '@portal/contract/services';
import {
  balanceResponse,
  problem,
  renderPage,
  reply,
  sentTo,
  servicesResponse,
} from '@portal/shared/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import BalancesPlate from './balances-plate.tsx';

const path = '/welcome';
const [voicing, messaging] = servicesResponse.services;
const card = (name: string) => screen.findByRole('region', { name }).then(within);

it('shows each balance with its limit and how long it lasts', async () => {
  renderPage(<BalancesPlate />, { path });
  const plate = await card('Voicing');
  expect(await plate.findByText('6 days')).toBeVisible();
  expect(plate.getAllByText('€18.40')).toHaveLength(2);
  expect(plate.getByText('€20.00')).toBeVisible();
  expect(plate.getByText('Below the alert limit')).toBeVisible();
  expect((await card('Messaging')).getByText('No alert')).toBeVisible();
});

it('shows the credit limit that the available amount contains', async () => {
  renderPage(<BalancesPlate />, {
    path,
    handlers: [
      reply(listServices, { ...servicesResponse, services: [voicing!], total: 1 }),
      reply(getBalance, {
        ...balanceResponse,
        balance: '-20.0000',
        available: '30.0000',
        credit_limit: '50.0000',
      }),
    ],
  });
  const plate = await card('Voicing');
  expect(await plate.findByText('Credit limit')).toBeVisible();
  expect(plate.getByText('€50.00')).toBeVisible();
});

it('marks a balance below zero, and one that is not current, in words', async () => {
  renderPage(<BalancesPlate />, {
    path,
    handlers: [
      reply(listServices, { ...servicesResponse, services: [voicing!], total: 1 }),
      reply(getBalance, { ...balanceResponse, balance: '-3.2001', available: '-3.2001', stale: true }),
    ],
  });
  const plate = await card('Voicing');
  expect((await plate.findAllByText('−€3.21'))[0]).toBeVisible();
  expect(plate.getByText('Below zero')).toBeVisible();
  expect(plate.getByText(/The last known balance/)).toBeVisible();
});

it('shows what was spent on each of the last seven days, also as text', async () => {
  renderPage(<BalancesPlate />, { path });
  const trend = within((await card('Voicing')).getByRole('figure', { name: 'Spent in the last seven days' }));
  expect(trend.getByText('Today: €2.11')).toBeVisible();
  expect(trend.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '15/11: €3.00',
    '16/11: €0.00',
    '17/11: €4.50',
    '18/11: €3.21',
    '19/11: €2.10',
    '20/11: €6.17',
    '21/11: €2.11',
  ]);
});

it('reads the balance again', async () => {
  let balance = '18.4023';
  const page = renderPage(<BalancesPlate />, {
    path,
    handlers: [
      reply(getBalance, ({ params }) => ({
        ...balanceResponse,
        service_id: params['service_id']!,
        balance,
        available: balance,
      })),
    ],
  });
  const plate = await card('Voicing');
  await plate.findByText('6 days');
  balance = '118.40';
  await page.user.click(plate.getByRole('button', { name: 'Refresh the balance of Voicing' }));
  expect((await plate.findAllByText('€118.40'))[0]).toBeVisible();
});

it('opens the top-up and the alerts of the service', async () => {
  const page = renderPage(<BalancesPlate />, { path });
  const plate = await card('Messaging');
  await page.user.click(plate.getByRole('button', { name: 'Top up Messaging' }));
  expect(page.location().search).toBe('?sidebar=finances/top-up&sidebar.service_id=svc_ms_41TP');
  await page.user.click(plate.getByRole('button', { name: 'Alerts of Messaging' }));
  expect(page.location().search).toBe('?sidebar=finances/low-balance-alerts&sidebar.service_id=svc_ms_41TP');
});

it('adds a missing service once, and moves the focus to the plate from the button that is gone', async () => {
  const services = [voicing!];
  renderPage(<BalancesPlate />, {
    path,
    handlers: [
      reply(listServices, () => ({ ...servicesResponse, services, total: services.length })),
      reply(createService, () => {
        services.push(messaging!);
        return { success: true, service: messaging! };
      }),
    ],
  });
  const button = await screen.findByRole('button', { name: 'Add messaging' });
  act(() => button.focus());
  fireEvent.click(button, { detail: 1 });
  fireEvent.click(button, { detail: 2 });
  expect(await screen.findByText('Messaging is added.')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Top up Messaging' })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('region', { name: 'Balances' })).toHaveFocus());
  expect(sentTo(createService).map(({ body }) => body)).toEqual([{ type: 'messaging' }]);
});

it('offers quick start to an account without a currency', async () => {
  const page = renderPage(<BalancesPlate />, {
    path,
    handlers: [
      reply(listServices, { ...servicesResponse, services: [], total: 0 }),
      reply(createService, problem('not_configured')),
    ],
  });
  await page.user.click(await screen.findByRole('button', { name: 'Add voicing' }));
  await page.user.click(await screen.findByRole('button', { name: 'Open quick start' }));
  await waitFor(() => expect(page.location().search).toContain('sidebar=profile/quick-start'));
});

it('fails alone, and can be tried again', async () => {
  let isUp = false;
  const page = renderPage(<BalancesPlate />, {
    path,
    handlers: [reply(listServices, () => (isUp ? servicesResponse : problem('maintenance')))],
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  isUp = true;
  await page.user.click(retry);
  expect(await screen.findByRole('region', { name: 'Voicing' })).toBeVisible();
});
