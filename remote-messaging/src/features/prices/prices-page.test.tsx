import { expect, test } from '@jest/globals';
import { listMessageRates } from '@portal/contract/rates';
import { messageRatesResponse, renderPage, reply, sentTo } from '@portal/shared/testing';
import { screen } from '@testing-library/react';
import PricesPage from './prices-page.tsx';

function renderPrices({ search = '', handlers = [reply(listMessageRates)] } = {}) {
  return renderPage(<PricesPage />, {
    path: '/messaging/prices',
    url: `/messaging/prices${search}`,
    handlers,
  });
}

test('shows the prices of all networks that a number can have', async () => {
  const { user } = renderPrices();

  await user.type(await screen.findByRole('searchbox', { name: 'Phone number' }), '5551 2345');

  const row = await screen.findByRole('row', { name: /Telia/ });
  expect(row).toHaveTextContent('248 01');
  expect(row).toHaveTextContent('€0.039');
  expect(screen.getByRole('row', { name: /All other networks/ })).toHaveTextContent('€0.041');
  expect(screen.getByText(/\+37255512345 doesn’t show its network/)).toBeVisible();
  expect(sentTo(listMessageRates).at(-1)?.query['number']).toBe('5551 2345');
});

test('offers to ask support about a country without a price', async () => {
  const { user, location } = renderPrices({
    search: '?country=jp',
    handlers: [reply(listMessageRates, { ...messageRatesResponse, number: null, items: [] })],
  });

  expect(await screen.findByText('We have no price for these messages')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ask support' }));

  expect(new URLSearchParams(location().search).get('sidebar.subject')).toBe('Price of messages to Japan');
});
