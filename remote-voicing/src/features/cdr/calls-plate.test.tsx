import { expect, test } from '@jest/globals';
import { listCdrs } from '@portal/contract/cdr';
import { getProfile } from '@portal/contract/profile';
import { createService, listServices } from '@portal/contract/services';
import { getStats } from '@portal/contract/stats';
import { request } from '@portal/shared/api';
import {
  cdrsResponse,
  problem,
  profileResponse,
  renderPage,
  reply,
  sentTo,
  server,
  servicesResponse,
  voicingStatsResponse,
} from '@portal/shared/testing';
import { addDays, todayIn } from '@portal/shared/ui';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import CallsPlate from './calls-plate.tsx';

const today = todayIn('Europe/Tallinn');
const [row] = voicingStatsResponse.items;
const stats = {
  ...voicingStatsResponse,
  group_by: ['day'],
  items: [
    { ...row!, key: { day: today }, calls_total: 12, asr_percent: 75, cost: '3.10' },
    { ...row!, key: { day: addDays(today, -1) }, calls_total: 20, asr_percent: 60, cost: '4.20' },
  ],
};

test('shows figures of today and yesterday, and the last five calls', async () => {
  const items = Array.from({ length: 7 }, (_, index) => ({
    ...cdrsResponse.items[0]!,
    cdr_id: `cdr_${index}`,
  }));
  renderPage(<CallsPlate />, {
    handlers: [reply(getStats, stats), reply(listCdrs, { ...cdrsResponse, items })],
  });

  const plate = await screen.findByRole('region', { name: 'Calls today' });
  expect(await screen.findByText('Yesterday: 20')).toBeVisible();
  expect(plate).toHaveTextContent('Calls12Yesterday: 20');
  expect(plate).toHaveTextContent('ASR75%Yesterday: 60%');
  expect(plate).toHaveTextContent('Spend€3.10Yesterday: €4.20');
  expect(await screen.findAllByRole('link', { name: '+493023125101' })).toHaveLength(5);
  expect(screen.getByRole('link', { name: 'History' })).toHaveAttribute('href', '/voicing/cdr');
});

test('shows zero calls for a day without a row', async () => {
  renderPage(<CallsPlate />, {
    handlers: [reply(getStats, { ...stats, items: [] }), reply(listCdrs, { ...cdrsResponse, items: [] })],
  });

  expect(await screen.findByText('Yesterday: 0')).toBeVisible();
  expect(await screen.findByText('No calls in the last 7 days')).toBeVisible();
});

test('shows the last calls when the figures fail to load', async () => {
  renderPage(<CallsPlate />, { handlers: [reply(getStats, problem('range_too_long')), reply(listCdrs)] });

  expect(await screen.findByRole('link', { name: '+493023125101' })).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
});

test('adds a voicing service to an account without one, and keeps the focus', async () => {
  let isAdded = false;
  const listed = reply(listServices, () =>
    isAdded ? servicesResponse : { ...servicesResponse, services: [], total: 0 },
  );
  const added = reply(createService, () => {
    isAdded = true;
    return { success: true, service: servicesResponse.services[0]! };
  });
  const { user } = renderPage(<CallsPlate />, {
    handlers: [listed, added, reply(getStats, stats), reply(listCdrs)],
  });

  await user.click(await screen.findByRole('button', { name: 'Add voicing' }));

  expect(await screen.findByText('Your voicing service has been added.')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('region', { name: 'Calls today' })).toHaveFocus());
});

test('asks for the days of the server and the account, whatever the clock of the device shows', async () => {
  // The last half hour of a day in UTC is the next day in Tallinn.
  const headers = { Date: 'Thu, 31 Dec 2037 23:30:00 GMT' };
  server.use(http.get('*/v1/accounts/profile', () => HttpResponse.json(profileResponse, { headers })));
  await request(getProfile);
  renderPage(<CallsPlate />, { handlers: [reply(getStats, stats), reply(listCdrs, cdrsResponse)] });
  await waitFor(() =>
    expect(sentTo(getStats)[0]?.query).toMatchObject({ start_date: '2037-12-31', end_date: '2038-01-01' }),
  );
});
