import { expect, test } from '@jest/globals';
import { renderPage } from '@portal/shared/testing';
import { screen } from '@testing-library/react';
import { AccountMenu } from './account-menu.tsx';

test('opens what areas offer for an account', async () => {
  const { user, location } = renderPage(<AccountMenu />);
  await user.click(await screen.findByRole('button', { name: 'Account' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Support' }));
  expect(location().search).toBe('?sidebar=profile/support');
});

test('shows only logging out when no area offers anything for an account', async () => {
  const { user } = renderPage(<AccountMenu />, { actions: [] });
  await user.click(await screen.findByRole('button', { name: 'Account' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Log out']);
});
