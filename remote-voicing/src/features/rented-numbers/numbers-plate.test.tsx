import { expect, test } from '@jest/globals';
import { listRentedNumbers } from '@portal/contract/rented-numbers';
import { problem, renderPage, rentedNumbersResponse, reply } from '@portal/shared/testing';
import { screen } from '@testing-library/react';
import NumbersPlate from './numbers-plate.tsx';

test('shows the number of rented numbers, their price and the next renewal', async () => {
  renderPage(<NumbersPlate />, { handlers: [reply(listRentedNumbers)] });

  const plate = await screen.findByRole('region', { name: 'Rented numbers' });
  expect(await screen.findByText('02/12/2026')).toBeVisible();
  expect(plate).toHaveTextContent('Numbers1');
  expect(plate).toHaveTextContent('Monthly price€3.00');
  expect(plate).toHaveTextContent('+37268812345');
  expect(screen.getByRole('link', { name: 'All numbers' })).toHaveAttribute(
    'href',
    '/voicing/rented-numbers',
  );
});

test('shows that no renewal is planned', async () => {
  const summary = { ...rentedNumbersResponse.summary, next_renewal: null };
  renderPage(<NumbersPlate />, {
    handlers: [reply(listRentedNumbers, { ...rentedNumbersResponse, summary })],
  });

  expect(await screen.findByText('None planned')).toBeVisible();
});

test('offers a retry when the load fails', async () => {
  renderPage(<NumbersPlate />, { handlers: [reply(listRentedNumbers, problem('order_invalid'))] });

  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
});
