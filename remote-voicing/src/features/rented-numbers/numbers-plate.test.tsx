import { expect, test } from '@jest/globals';
import { problem, renderPage, rentedNumbersAnswer, reply } from '@portal/shared/testing';
import { screen } from '@testing-library/react';
import NumbersPlate from './numbers-plate.tsx';

test('counts the numbers, adds up their price and names the next renewal', async () => {
  const [number] = rentedNumbersAnswer.items;
  const items = [
    { ...number!, number_id: 'num_1', number: '+3721', renews_at: null },
    { ...number!, number_id: 'num_2', number: '+3722', renews_at: '2020-01-31' },
    { ...number!, renews_at: '2126-12-02' },
  ];
  renderPage(<NumbersPlate />, { handlers: [reply('listRentedNumbers', { ...rentedNumbersAnswer, items })] });

  const plate = await screen.findByRole('region', { name: 'Rented numbers' });
  expect(await screen.findByText('02/12/2126')).toBeVisible();
  expect(plate).toHaveTextContent('Numbers1');
  expect(plate).toHaveTextContent('Monthly price€3.00');
  expect(plate).toHaveTextContent('+37268812345');
  expect(screen.getByRole('link', { name: 'All numbers' })).toHaveAttribute(
    'href',
    '/voicing/rented-numbers',
  );
});

test('fails alone and can be tried again', async () => {
  renderPage(<NumbersPlate />, { handlers: [reply('listRentedNumbers', problem('order_invalid'))] });

  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
});
