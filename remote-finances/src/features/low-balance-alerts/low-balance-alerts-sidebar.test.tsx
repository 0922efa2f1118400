import { describe, expect, it } from '@jest/globals';
import { listServices } from '@portal/contract/services';
import { setThreshold } from '@portal/contract/threshold';
import {
  connectionLost,
  problem,
  renderPage,
  reply,
  sentTo,
  servicesResponse,
  thresholdResponse,
} from '@portal/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import LowBalanceAlertsSidebar from './low-balance-alerts-sidebar.tsx';

const path = '/welcome';
const url = `${path}?sidebar=finances/low-balance-alerts&sidebar.service_id=svc_ms_41TP`;

function show(handlers = [reply(setThreshold)]) {
  return renderPage(<LowBalanceAlertsSidebar />, { path, url, handlers });
}

const form = (name: string) => screen.findByRole('region', { name }).then(within);

it('shows what is available, how long it lasts and what the alert will do, with the named service first', async () => {
  show();
  const voicing = await form('Voicing');
  expect(await voicing.findByText('€18.40')).toBeVisible();
  expect(await voicing.findByText('Lasts for about: 6 days')).toBeVisible();
  expect(
    voicing.getByText('The available amount is below the limit of €20.00: you will be told once.'),
  ).toBeVisible();
  expect(voicing.getByRole('textbox', { name: 'Limit' })).toHaveValue('20.00');
  expect((await form('Messaging')).getByText('No warning is switched on.')).toBeVisible();
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Messaging',
    'Voicing',
  ]);
  expect(
    await screen.findByText(/an email to ann@example.com.*We compare the available amount/),
  ).toBeVisible();
});

it('saves a limit typed with a comma', async () => {
  const services = servicesResponse.services.map((service) => ({ ...service }));
  const page = show([
    reply(listServices, () => ({ ...servicesResponse, services })),
    reply(setThreshold, () => {
      Object.assign(services[1]!, {
        threshold_enabled: true,
        threshold_amount: '12.50',
        threshold_state: 'armed',
      });
      return {
        ...thresholdResponse,
        service_id: 'svc_ms_41TP',
        threshold_balance: '12.50',
        threshold_amount: '12.50',
        threshold_state: 'armed',
      };
    }),
  ]);
  const messaging = await form('Messaging');
  expect(messaging.getByRole('textbox', { name: 'Limit' })).toBeDisabled();
  await page.user.click(messaging.getByRole('checkbox'));
  await page.user.type(messaging.getByRole('textbox', { name: 'Limit' }), '12,5');
  await page.user.click(messaging.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The alert of Messaging is saved.')).toBeVisible();
  expect(sentTo(setThreshold)[0]?.body).toEqual({
    service_id: 'svc_ms_41TP',
    threshold_enabled: true,
    threshold_balance: '12.50',
  });
  expect(messaging.getByText('You will be told when the available amount falls below €12.50.')).toBeVisible();
  expect(messaging.getByRole('textbox', { name: 'Limit' })).toHaveValue('12.50');
});

describe('an alert whose response is lost', () => {
  const stored = { threshold_amount: '33.00', threshold_balance: '33.00', threshold_state: 'armed' as const };

  async function saveLosing(lostResponses: number) {
    let services = servicesResponse.services;
    const page = show([
      reply(listServices, () => ({ ...servicesResponse, services })),
      reply(setThreshold, () => {
        services = services.map((one) => (one.type === 'voicing' ? { ...one, ...stored } : one));
        const isLost = sentTo(setThreshold).length <= lostResponses;
        return isLost ? connectionLost : { ...thresholdResponse, ...stored };
      }),
    ]);
    const voicing = await form('Voicing');
    const limit = voicing.getByRole('textbox', { name: 'Limit' });
    await page.user.clear(limit);
    await page.user.type(limit, '33');
    await page.user.click(voicing.getByRole('button', { name: 'Save' }));
    return voicing;
  }

  it('is saved by a second attempt', async () => {
    await saveLosing(1);
    expect(await screen.findByText('The alert of Voicing is saved.')).toBeVisible();
    expect(sentTo(setThreshold)).toHaveLength(2);
  });

  it('is shown as the server has stored it when the second one is lost too', async () => {
    const voicing = await saveLosing(2);
    expect(await voicing.findByText(/There is no connection to the server/)).toBeVisible();
    expect(await voicing.findByText(/when the available amount falls below €33.00/)).toBeVisible();
  });
});

it('switches an alert off and preserves its limit', async () => {
  const page = show([
    reply(setThreshold, { ...thresholdResponse, threshold_enabled: false, threshold_state: 'off' }),
  ]);
  const voicing = await form('Voicing');
  await page.user.click(voicing.getByRole('checkbox'));
  await page.user.click(voicing.getByRole('button', { name: 'Save' }));
  await screen.findByText('The alert of Voicing is saved.');
  expect(sentTo(setThreshold)[0]?.body).toMatchObject({
    threshold_enabled: false,
    threshold_balance: '20.00',
  });
});

it.each([
  ['', 'Please enter the balance below which we should warn you'],
  ['0.50', /below the minimum of €1.00/],
  ['100001', /above the maximum of €100,000.00/],
  ['much', /Please enter an amount such as/],
])('rejects the limit "%s"', async (text, reason) => {
  const page = show();
  const voicing = await form('Voicing');
  const limit = voicing.getByRole('textbox', { name: 'Limit' });
  await page.user.clear(limit);
  if (text) await page.user.type(limit, text);
  await page.user.click(voicing.getByRole('button', { name: 'Save' }));
  expect(await voicing.findByText(reason)).toBeVisible();
  expect(sentTo(setThreshold)).toHaveLength(0);
});

it('shows why saving failed, and preserves the typed limit', async () => {
  const page = show([reply(setThreshold, problem('maintenance'))]);
  const voicing = await form('Voicing');
  const limit = voicing.getByRole('textbox', { name: 'Limit' });
  await page.user.clear(limit);
  await page.user.type(limit, '30');
  await page.user.click(voicing.getByRole('button', { name: 'Save' }));
  expect(await voicing.findByRole('alert')).toHaveTextContent('We are working on this service');
  await waitFor(() => expect(limit).toHaveValue('30'));
});
