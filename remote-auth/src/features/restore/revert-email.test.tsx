import { expect, test } from '@jest/globals';
import { confirm } from '@portal/contract/account-endpoints';
import { connectionLost, problem, type Reply, renderPage, reply, sentTo } from '@portal/shared/testing';
import { screen } from '@testing-library/react';
import RestorePage from './restore-page.tsx';

const show = (answer: Reply<typeof confirm> = { success: true, confirmed: true, next: 'login' }) =>
  renderPage(<RestorePage />, {
    path: '/restore',
    url: '/restore?language=en&revert=rev_9f2c',
    handlers: [reply(confirm, answer)],
  });
const button = () => screen.findByRole('button', { name: 'This was not me: take my account back' });

test('opening the link does nothing, and its token leaves the address at once', async () => {
  const page = show();
  expect(await button()).toBeVisible();
  expect(screen.getByText(/every device is logged out, the present password stops working/)).toBeVisible();
  expect(page.location().search).toBe('?language=en');
  expect(sentTo(confirm)).toHaveLength(0);
});

test('a press takes the account back and says what comes next', async () => {
  const { user } = show();
  await user.click(await button());
  expect(await screen.findByText('Your account is yours again')).toBeVisible();
  expect(screen.getByText(/We have mailed you a link to choose a new password/)).toBeVisible();
  expect(sentTo(confirm).map(({ body }) => body)).toEqual([{ token: 'rev_9f2c' }]);
});

test.each(['token_expired', 'token_used'] as const)('a link that is void says so: %s', async (code) => {
  const { user } = show(problem(code));
  await user.click(await button());
  expect(await screen.findByText(/write to support/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /take my account back/ })).not.toBeInTheDocument();
});

test('a lost connection does not lose the link', async () => {
  const { user } = show(connectionLost);
  await user.click(await button());
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(await button()).toBeEnabled();
});
