import { expect, test } from '@jest/globals';
import { problem, renderPage, reply, sentTo } from '@portal/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import ChangePage from './change-page.tsx';

function renderChange(search: string, handlers = [reply('changePassword')]) {
  return renderPage(<ChangePage />, { path: '/change', url: `/change${search}`, handlers });
}

test('takes the token out of the address and saves the new password with it', async () => {
  const { user, location } = renderChange('?token=rst_9f');
  await waitFor(() => expect(location().search).toBe(''));
  await user.type(screen.getByLabelText('Password'), 'NewSecret1!');
  await user.type(screen.getByLabelText('Repeat the password'), 'NewSecret1!');
  await user.click(screen.getByRole('button', { name: 'Save the password' }));
  expect(await screen.findByText(/Your password is changed/)).toBeVisible();
  expect(sentTo('changePassword').at(0)?.body).toMatchObject({ token: 'rst_9f' });
});

test('refuses a repetition that differs', async () => {
  const { user } = renderChange('?token=rst_9f');
  await user.type(screen.getByLabelText('Password'), 'NewSecret1!');
  await user.type(screen.getByLabelText('Repeat the password'), 'NewSecret2!');
  await user.click(screen.getByRole('button', { name: 'Save the password' }));
  expect(await screen.findByText('Passwords must be identical')).toBeVisible();
  expect(sentTo('changePassword')).toHaveLength(0);
});

test('says that a used link does not work again', async () => {
  const { user } = renderChange('?token=rst_9f', [reply('changePassword', problem('token_used'))]);
  await user.type(screen.getByLabelText('Password'), 'NewSecret1!');
  await user.type(screen.getByLabelText('Repeat the password'), 'NewSecret1!');
  await user.click(screen.getByRole('button', { name: 'Save the password' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/used/i);
});

test('leads to a new link when it was opened without one', () => {
  renderChange('');
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/restore');
});
