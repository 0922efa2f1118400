import { expect, test } from '@jest/globals';
import { confirm } from '@portal/contract/registration';
import { connectionLost, problem, type Reply, renderPage, reply, sentTo } from '@portal/shared/testing';
import { screen } from '@testing-library/react';
import RestorePage from './restore-page.tsx';

const show = (response: Reply<typeof confirm> = { success: true, confirmed: true, next: 'login' }) =>
  renderPage(<RestorePage />, {
    path: '/restore',
    url: '/restore?language=en&revert=rev_9f2c',
    handlers: [reply(confirm, response)],
  });
const button = () => screen.findByRole('button', { name: 'This was not me: take my account back' });

test('does nothing when the link is opened, and removes its token from the URL immediately', async () => {
  const page = show();
  expect(await button()).toBeVisible();
  expect(screen.getByText(/every device is logged out, the present password stops working/)).toBeVisible();
  expect(page.location().search).toBe('?language=en');
  expect(sentTo(confirm)).toHaveLength(0);
});

test('a link about two-step verification shows its own effect, and does nothing before the press', async () => {
  const { user, location } = renderPage(<RestorePage />, {
    path: '/restore',
    url: '/restore?revert_factor=rvf_9f2c',
    handlers: [reply(confirm, { success: true, confirmed: true, next: 'login' })],
  });
  expect(await screen.findByText(/Two-step log-in was turned on/)).toBeVisible();
  expect(screen.getByText(/two-step log-in is turned off, every device is logged out/)).toBeVisible();
  expect(location().search).toBe('');
  expect(sentTo(confirm)).toHaveLength(0);
  await user.click(await button());
  expect(await screen.findByText('Your account is yours again')).toBeVisible();
  expect(sentTo(confirm).map(({ body }) => body)).toEqual([{ token: 'rvf_9f2c' }]);
});

test('reverts the change by a press, and shows what to do next', async () => {
  const { user } = show();
  await user.click(await button());
  expect(await screen.findByText('Your account is yours again')).toBeVisible();
  expect(screen.getByText(/We have mailed you a link to choose a new password/)).toBeVisible();
  expect(screen.getByText(/API tokens have been replaced and its webhooks paused/)).toBeVisible();
  expect(sentTo(confirm).map(({ body }) => body)).toEqual([{ token: 'rev_9f2c' }]);
});

test('promises no mail for an account that is closed', async () => {
  const { user } = show({ success: true, confirmed: true, next: 'login', is_closed: true });
  await user.click(await button());
  expect(await screen.findByText(/The account is closed at the moment/)).toBeVisible();
  expect(screen.queryByText(/We have mailed you/)).not.toBeInTheDocument();
});

test('promises no mail, and names the other link, while the account has another address', async () => {
  const { user } = show({ success: true, confirmed: true, next: 'login', has_other_address: true });
  await user.click(await button());
  expect(await screen.findByText(/open the link in our mail about the change of address/)).toBeVisible();
  expect(screen.queryByText(/We have mailed you|is yours again/)).not.toBeInTheDocument();
});

test.each(['token_expired', 'token_used'] as const)(
  'shows that the link cannot be used: %s',
  async (code) => {
    const { user } = show(problem(code));
    await user.click(await button());
    expect(await screen.findByText(/write to support/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /take my account back/ })).not.toBeInTheDocument();
  },
);

test('tries the link again after a lost connection', async () => {
  const { user } = show(connectionLost);
  await user.click(await button());
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(await button()).toBeEnabled();
  await user.click(await button());
  const keys = sentTo(confirm).map(({ headers }) => headers.get('idempotency-key'));
  expect(keys.length).toBeGreaterThan(1);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(keys).size).toBe(1);
});
