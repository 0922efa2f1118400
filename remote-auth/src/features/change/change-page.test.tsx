import { expect, test } from '@jest/globals';
import { changePassword, exchangeToken } from '@portal/contract/password-change';
import { offerActions } from '@portal/shared/area';
import { connectionLost, problem, renderPage, reply, sentTo } from '@portal/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import ChangePage from './change-page.tsx';

// The device's clock may be hours ahead of the server's.
const exchanged = {
  success: true as const,
  email_masked: 'a••@example.com',
  account_sid: 'ACexample',
  expires_at: '2026-01-01T00:00:00Z',
};

const main = { id: 'main', path: '', title: 'profile', index: true, aliases: [], namespaces: [] };
offerActions([
  { id: 'profile', base_path: '/profile', pages: [main], actions: [{ role: 'account', page: 'main' }] },
]);

function renderChange(url: string, ...given: ReturnType<typeof reply>[]) {
  const handlers = [...given, reply(exchangeToken, () => exchanged), reply(changePassword)];
  return renderPage(<ChangePage />, { path: '/change', url, handlers });
}

/** Opens a mailed link and presses its button. */
async function openLink(...given: Parameters<typeof renderChange>) {
  const page = renderChange(...given);
  await page.user.click(await screen.findByRole('button', { name: 'Continue' }));
  return page;
}

async function choose(user: ReturnType<typeof renderChange>['user'], repeat = 'NewSecret1!') {
  await user.type(await screen.findByLabelText('Password'), 'NewSecret1!');
  await user.type(screen.getByLabelText('Repeat the password'), repeat);
  await user.click(screen.getByRole('button', { name: 'Save the password' }));
}

test('exchanges the token once, when the button is pressed, and shows nothing while it is in the URL', async () => {
  const { user, location } = renderChange('/change?token=rst_9f&language=de');
  expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  const start = await screen.findByRole('button', { name: 'Continue' });
  expect(sentTo(exchangeToken)).toHaveLength(0);
  await user.click(start);
  expect(await screen.findByText(/The new password is for a••@example.com/)).toBeVisible();
  expect(location().search).toBe('?language=de');
  await choose(user);
  expect(await screen.findByText(/Your password is changed/)).toBeVisible();
  expect(screen.getByText(/the account’s tokens are still valid/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Check the account’s tokens and webhooks' })).toHaveAttribute(
    'href',
    '/profile',
  );
  expect(sentTo(exchangeToken).map(({ body }) => body)).toEqual([{ token: 'rst_9f' }]);
  expect(sentTo(changePassword)[0]?.body).toEqual({
    password: 'NewSecret1!',
    password_repeat: 'NewSecret1!',
  });
  // Another tab may have opened the link of a second account.
  expect(sentTo(changePassword)[0]?.headers.get('x-account-sid')).toBe('ACexample');
});

test('survives a reload with the state of the history entry, which holds no secret', async () => {
  const first = await openLink('/change?token=rst_9f');
  await screen.findByLabelText('Password');
  const { state } = first.location();
  expect(JSON.stringify(state)).not.toContain('rst_9f');
  first.unmount();
  const { user } = renderPage(<ChangePage />, {
    path: '/change',
    state,
    handlers: [reply(changePassword)],
  });
  await choose(user);
  expect(await screen.findByText(/Your password is changed/)).toBeVisible();
  expect(sentTo(exchangeToken)).toHaveLength(1);
});

test('forgets the link once the password is changed, and links to the login page by keyboard', async () => {
  const { user, location } = await openLink('/change?token=rst_9f&language=en');
  await user.type(await screen.findByLabelText('Password'), 'NewSecret1!');
  await user.type(screen.getByLabelText('Repeat the password'), 'NewSecret1!{Enter}');
  await screen.findByText(/Your password is changed/);
  await waitFor(() => expect(location().state).toBeNull());
  await user.tab();
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login?language=en');
});

test('rejects a repetition that differs', async () => {
  const { user } = await openLink('/change?token=rst_9f');
  await choose(user, 'NewSecret2!');
  expect(await screen.findByText('Passwords must be identical')).toBeVisible();
  expect(sentTo(changePassword)).toHaveLength(0);
});

test.each([
  ['token_expired', /no longer valid/],
  ['token_used', /Have you chosen a new password with it/],
] as const)('shows what to do about a link with %s', async (code, text) => {
  await openLink('/change?token=rst_9f', reply(exchangeToken, problem(code)));
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/restore');
});

test('tries the token again after a lost connection', async () => {
  let attempts = 0;
  const { user, location } = await openLink(
    '/change?token=rst_9f',
    reply(exchangeToken, () => {
      attempts += 1;
      return attempts <= 2 ? connectionLost : exchanged;
    }),
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('There is no connection');
  expect(location().search).toBe('');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Password')).toBeVisible();
  const sent = sentTo(exchangeToken);
  expect(sent.map(({ body }) => body)).toEqual(Array(3).fill({ token: 'rst_9f' }));
  // The server may have exchanged the token for an attempt whose response was lost.
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toEqual(Array(3).fill(expect.stringMatching(/^[0-9a-f]{32}$/)));
  expect(new Set(keys).size).toBe(1);
});

test('sends the same key with every attempt to save a password, and a new one with another password', async () => {
  const { user } = await openLink(
    '/change?token=rst_9f',
    reply(changePassword, () => connectionLost),
  );
  await choose(user);
  await screen.findByRole('alert');
  for (const label of ['Password', 'Repeat the password']) {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), 'NewSecret2!');
  }
  await user.click(screen.getByRole('button', { name: 'Save the password' }));
  await waitFor(() => expect(sentTo(changePassword)).toHaveLength(4));
  const keys = sentTo(changePassword).map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[3]).toBe(keys[2]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('counts down to the next attempt after too many attempts', async () => {
  const tooMany = problem('rate_limited', { retryAfterSeconds: 75 });
  await openLink('/change?token=rst_9f', reply(exchangeToken, tooMany));
  expect(await screen.findByRole('button', { name: 'Try again in 01:15' })).toBeDisabled();
});

test.each([
  ['the session is over', problem('session_expired')],
  [
    'the server asks for a token',
    problem('validation_failed', { errors: [{ field: 'token', code: 'token_required' }] }),
  ],
])('offers a new link when %s', async (_case, refusal) => {
  const { user } = await openLink('/change?token=rst_9f', reply(changePassword, refusal));
  await choose(user);
  expect(await screen.findByText(/no longer valid/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toBeVisible();
});

test('shows the rejection of a common password on its field', async () => {
  const refusal = problem('validation_failed', { errors: [{ field: 'password', code: 'password_common' }] });
  const { user } = await openLink('/change?token=rst_9f', reply(changePassword, refusal));
  await choose(user);
  expect(await screen.findByText(/easy to guess/)).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus());
});

test('asks to open the link again after a reload before it was used, and stores no token', async () => {
  const first = renderChange('/change?token=rst_9f');
  await screen.findByRole('button', { name: 'Continue' });
  const { state } = first.location();
  expect(JSON.stringify([state, history.state, { ...localStorage }, { ...sessionStorage }])).not.toContain(
    'rst_9f',
  );
  first.unmount();
  renderPage(<ChangePage />, { path: '/change', state });
  expect(await screen.findByText(/^Open the link in our message again\./)).toBeVisible();
});

test('offers a new link when the page was opened without one', () => {
  renderChange('/change?language=de');
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute(
    'href',
    '/restore?language=en',
  );
});
