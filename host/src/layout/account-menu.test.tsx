import { afterEach, expect, test } from '@jest/globals';
import { logout } from '@portal/contract/access';
import { configureSession } from '@portal/shared/session';
import { renderPage, reply, sentTo } from '@portal/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { AccountMenu } from './account-menu.tsx';

let stop = () => {};
afterEach(() => stop());

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

test('asks before logging out discards changes of another tab', async () => {
  stop = configureSession({ logoutAddress: '/', hasUnsavedChanges: () => false, leave: () => undefined });
  const otherTab = new BroadcastChannel('portal-session');
  otherTab.addEventListener('message', ({ data }) => data === 'unsaved?' && otherTab.postMessage('unsaved'));
  const { user } = renderPage(<AccountMenu />, { handlers: [reply(logout)] });
  const choose = async () => {
    await user.click(await screen.findByRole('button', { name: 'Account' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
    return screen.findByRole('alertdialog', { name: 'Log out without saving?' });
  };
  await choose();
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  expect(sentTo(logout)).toHaveLength(0);
  await choose();
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(sentTo(logout)).toHaveLength(1));
  otherTab.close();
});
