import { expect, test } from '@jest/globals';
import { checkRatesExport, listCallRates } from '@portal/contract/rates';
import { callRatesResponse, problem, renderPage, reply, sentTo } from '@portal/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import PricesPage from './prices-page.tsx';

const [price] = callRatesResponse.items;
const mobile = {
  ...price!,
  destination: 'Germany mobile',
  number_type: 'mobile',
  prefixes: ['49151', '49152', '49160', '49170', '49171'],
  rate_initial: '0.200000',
  rate_next: '0.100000',
  fee: '0.050000',
  valid_since: null,
};

function renderPrices({ search = '', handlers = [reply(listCallRates)] } = {}) {
  return renderPage(<PricesPage />, {
    path: '/voicing/prices',
    url: `/voicing/prices${search}`,
    handlers,
  });
}

test('shows the price of a number that was typed in any notation', async () => {
  const { user, location } = renderPrices();
  expect(await screen.findByText('Enter a number or choose a country')).toBeVisible();

  await user.type(screen.getByRole('searchbox', { name: 'Phone number' }), '+49 (0)30 23125-101');

  const card = await screen.findByRole('region', { name: 'Germany Berlin' });
  expect(card).toHaveTextContent('Price per minute€0.0098');
  expect(card).toHaveTextContent('Billing incrementsFirst 60 s, then every 1 s');
  expect(card).toHaveTextContent('Call of one minute€0.0098');
  expect(card).toHaveTextContent('Prefix+4930');
  expect(card).toHaveTextContent('Valid since01/11/2026');
  expect(screen.getByRole('region', { name: 'Prices don’t include VAT' })).toHaveTextContent('24%');
  expect(new URLSearchParams(location().search).get('number')).toBe('+49 (0)30 23125-101');
  expect(sentTo(listCallRates).at(-1)?.query['number']).toBe('+49 (0)30 23125-101');
});

test('shows all prices of a country, which replaces the number', async () => {
  const items = [price!, mobile];
  const { user, location } = renderPrices({
    search: '?number=123',
    handlers: [
      reply(listCallRates, ({ query }) => ({
        ...callRatesResponse,
        number: null,
        items: query['country'] === undefined ? [] : items,
        has_more: true,
      })),
    ],
  });
  expect(await screen.findByText('This isn’t a complete phone number')).toBeVisible();

  await user.click(screen.getByRole('button', { name: /^Country/ }));
  await user.click(await screen.findByRole('option', { name: 'Germany' }));

  const row = await screen.findByRole('row', { name: /Germany mobile/ });
  expect(row).toHaveTextContent('+49151, +49152, +49160 and 2 more');
  expect(row).toHaveTextContent('€0.20, then €0.10');
  expect(within(row).getByText('€0.05')).toBeVisible();
  expect(screen.getByText('The first 200 prices. The price list has all of them.')).toBeVisible();
  expect(location().search).toBe('?country=de');
});

test('offers to ask support about a number without a price', async () => {
  const { user, location } = renderPrices({
    search: '?number=%2B81312345678',
    handlers: [reply(listCallRates, { ...callRatesResponse, number: '+81312345678', items: [] })],
  });

  expect(await screen.findByText('We have no price for these calls')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ask support' }));

  const sidebar = new URLSearchParams(location().search);
  expect(sidebar.get('sidebar')).toBe('profile/support');
  expect(sidebar.get('sidebar.subject')).toBe('Price of calls to +81312345678');
});

test('links to the price list', async () => {
  renderPrices();

  const link = await screen.findByRole('link', { name: 'Price list (CSV)' });

  expect(link).toHaveAttribute('href', expect.stringMatching(/\/v1\/services\/\w+\/rates\/export$/));
});

test('says why the price list would not be sent', async () => {
  const { user } = renderPrices({
    handlers: [reply(listCallRates), reply(checkRatesExport, () => problem('rate_limited'))],
  });

  await user.click(await screen.findByRole('link', { name: 'Price list (CSV)' }));

  expect(await screen.findByRole('alert')).toBeVisible();
});

test('refuses a text without digits', async () => {
  const { user } = renderPrices();

  await user.type(await screen.findByRole('searchbox', { name: 'Phone number' }), 'abc');

  expect(await screen.findByText('Enter digits, such as +49 30 1234567')).toBeVisible();
  expect(sentTo(listCallRates)).toHaveLength(0);
});

test('shows why a check failed and repeats it on request', async () => {
  let isDown = true;
  const { user } = renderPrices({
    search: '?country=de',
    handlers: [reply(listCallRates, () => (isDown ? problem('filter_invalid') : callRatesResponse))],
  });

  expect(await screen.findByRole('alert')).toBeVisible();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));

  await waitFor(() => expect(screen.getByText('Germany Berlin')).toBeVisible());
});
