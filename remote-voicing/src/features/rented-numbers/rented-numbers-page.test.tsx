import { describe, expect, test } from '@jest/globals';
import { listRentedNumbers, updateNumberLabel } from '@portal/contract/rented-numbers';
import {
  connectionLost,
  numberLabelResponse,
  problem,
  renderPage,
  rentedNumbersResponse,
  reply,
  sentTo,
} from '@portal/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import RentedNumbersPage from './rented-numbers-page.tsx';

const none = { ...rentedNumbersResponse, items: [], total: 0 };

function renderNumbers({ search = '', handlers = [reply(listRentedNumbers)] } = {}) {
  return renderPage(<RentedNumbersPage />, {
    path: '/voicing/rented-numbers',
    url: `/voicing/rented-numbers${search}`,
    handlers,
  });
}

describe('rented numbers', () => {
  test('lists each number with its capabilities, price and renewal', async () => {
    renderNumbers();

    const row = await screen.findByRole('row', { name: /\+37268812345/ });

    expect(row).toHaveTextContent('Sales line');
    expect(row).toHaveTextContent('EstoniaTallinn');
    expect(row).toHaveTextContent('LocalCalls inSMS in');
    expect(row).toHaveTextContent('Active');
    expect(row).toHaveTextContent('€3.00');
    expect(row).toHaveTextContent('02/12/2026');
    expect(screen.getByText('1 number')).toBeVisible();
    expect(screen.getByText('€3.00 a month in total')).toBeVisible();
  });

  test('says until when a number can be paid whose rent is due', async () => {
    const items = rentedNumbersResponse.items.map((number) => ({ ...number, unpaid_until: '2026-12-09' }));
    renderNumbers({ handlers: [reply(listRentedNumbers, { ...rentedNumbersResponse, items })] });

    expect(await screen.findByRole('row', { name: /\+37268812345/ })).toHaveTextContent(
      '02/12/2026Not paid: top up by 09/12/2026',
    );
  });

  test('searches by number or label and saves the search in the URL', async () => {
    const { user, location } = renderNumbers();
    await screen.findByRole('row', { name: /\+37268812345/ });

    await user.type(screen.getByRole('searchbox', { name: 'Search by number or label' }), 'sales');

    await waitFor(() => expect(location().search).toBe('?search=sales'));
    await waitFor(() => expect(sentTo(listRentedNumbers).at(-1)?.query['search']).toBe('sales'));
  });

  test('opens a number by keyboard and prepares its cancellation for support', async () => {
    const { user, location } = renderNumbers();

    (await screen.findByRole('button', { name: 'Open +37268812345' })).focus();
    await user.keyboard('{Enter}');

    const drawer = await screen.findByRole('dialog', { name: 'Number details' });
    expect(drawer).toHaveTextContent('Calls go toSIP addresssip:pbx@example.com');
    expect(drawer).toHaveTextContent('Renewals leftWithout end');
    await user.click(screen.getByRole('button', { name: 'Cancel this number' }));
    const sidebar = new URLSearchParams(location().search);
    expect(sidebar.get('sidebar')).toBe('profile/support');
    expect(sidebar.get('sidebar.category')).toBe('numbers');
    expect(sidebar.get('sidebar.subject')).toBe('Cancel the number +37268812345');
  });

  test('stores a new label of a number', async () => {
    const { user } = renderNumbers({
      search: '?row=num_4410',
      handlers: [
        reply(listRentedNumbers, () => ({
          ...rentedNumbersResponse,
          items: rentedNumbersResponse.items.map((number) => ({
            ...number,
            label: sentTo(updateNumberLabel).length > 0 ? 'Night line' : 'Sales line',
          })),
        })),
        reply(updateNumberLabel, { ...numberLabelResponse, label: 'Night line' }),
      ],
    });

    const field = await screen.findByRole('textbox', { name: 'Label' });
    expect(field).toHaveValue('Sales line');
    await user.clear(field);
    await user.type(field, ' Night line');
    await user.click(screen.getByRole('button', { name: 'Save label' }));

    expect(await screen.findByText('The label has been saved.')).toBeVisible();
    expect(sentTo(updateNumberLabel).at(-1)?.body).toEqual({ label: 'Night line' });
    expect(field).toHaveValue('Night line');
    expect(screen.getByRole('button', { name: 'Save label' })).toHaveFocus();
  });

  test('shows why a label was not stored', async () => {
    const { user } = renderNumbers({
      search: '?row=num_4410',
      handlers: [reply(listRentedNumbers), reply(updateNumberLabel, problem('rate_limited'))],
    });

    await user.type(await screen.findByRole('textbox', { name: 'Label' }), '!');
    await user.click(screen.getByRole('button', { name: 'Save label' }));

    expect(await screen.findByRole('alert')).toBeVisible();
  });

  test('shows a label that was stored although the response was lost', async () => {
    let label = 'Sales line';
    const lost = reply(updateNumberLabel, () => {
      label = 'Night line';
      return connectionLost;
    });
    const items = () => rentedNumbersResponse.items.map((number) => ({ ...number, label }));
    const { user } = renderNumbers({
      search: '?row=num_4410',
      handlers: [reply(listRentedNumbers, () => ({ ...rentedNumbersResponse, items: items() })), lost],
    });

    const field = await screen.findByRole('textbox', { name: 'Label' });
    await user.clear(field);
    await user.type(field, 'Night line{Enter}');

    expect((await screen.findAllByText('Night line')).length).toBeGreaterThan(0);
  });

  test('offers to request a number when there is none', async () => {
    const { user, location } = renderNumbers({ handlers: [reply(listRentedNumbers, none)] });

    expect(await screen.findByText('You rent no phone numbers yet')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Request a number' }).at(-1)!);

    expect(new URLSearchParams(location().search).get('sidebar')).toBe('profile/support');
  });

  test('resets a search without results', async () => {
    const { user, location } = renderNumbers({
      search: '?number=999',
      handlers: [reply(listRentedNumbers, none)],
    });

    await user.click(await screen.findByRole('button', { name: 'Reset search' }));

    await waitFor(() => expect(location().search).toBe(''));
  });

  test('shows why a load failed and loads again on request', async () => {
    let isDown = true;
    const handler = reply(listRentedNumbers, () =>
      isDown ? problem('order_invalid') : rentedNumbersResponse,
    );
    const { user } = renderNumbers({ handlers: [handler] });

    expect(await screen.findByRole('alert')).toBeVisible();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('row', { name: /\+37268812345/ })).toBeVisible();
  });
});
