import { expect, test } from '@jest/globals';
import { verifyAccess } from '@portal/contract/access';
import { login } from '@portal/contract/login';
import { loginOtp } from '@portal/contract/two-factor';
import { clearStoredState } from '@portal/shared/session';
import {
  connectionLost,
  loginResponse,
  problem,
  type Reply,
  renderPage,
  reply,
  sentTo,
  verifyResponse,
} from '@portal/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { loginSteps } from './login-form.tsx';
import LoginPage from './login-page.tsx';

type Given = Reply<typeof loginOtp>;

const codeRequired = { ...loginResponse, next: 'otp' };

/** Opens two-step verification with the keyboard alone. */
async function openStep(given: Given = loginResponse, search = '', ...others: ReturnType<typeof reply>[]) {
  // The host does so before each page for visitors.
  clearStoredState();
  const page = renderPage(<LoginPage />, {
    path: '/login',
    url: `/login${search}`,
    handlers: [reply(login, codeRequired), reply(loginOtp, given), ...others],
  });
  const { user } = page;
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'ann@example.com');
  await user.tab();
  await user.keyboard('Secret1!x{Enter}');
  await screen.findByRole('heading', { name: 'Second step' });
  return page;
}

const codeField = () => screen.getByRole('textbox', { name: 'Code' });

test('accepts the code of the app, pasted with its space, and opens the wanted page', async () => {
  const { user, location } = await openStep(loginResponse, '?return_to=%2Fvoicing%2Fcdr');
  expect(codeField()).toHaveFocus();
  expect(codeField()).toHaveAttribute('autocomplete', 'one-time-code');
  expect(codeField()).toHaveAttribute('inputmode', 'numeric');
  await user.paste('493 201');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location().pathname).toBe('/voicing/cdr'));
  expect(sentTo(loginOtp)[0]?.body).toEqual({ code: '493201' });
});

test('opens the agreement when it is required, with the wanted page', async () => {
  const { user, location } = await openStep({ ...loginResponse, next: 'dpu' }, '?return_to=%2Fprofile');
  await user.keyboard('493201{Enter}');
  await waitFor(() => expect(location().pathname).toBe('/dpu'));
  expect(location().search).toBe('?return_to=%2Fprofile');
});

test('accepts a recovery code however it is written', async () => {
  const { user, location } = await openStep();
  await user.click(screen.getByRole('button', { name: 'Use a recovery code instead' }));
  expect(screen.getByRole('textbox', { name: 'Recovery code' })).toHaveFocus();
  await user.keyboard('7f3kq-9xw2m{Enter}');
  await waitFor(() => expect(location().pathname).toBe('/welcome'));
  expect(sentTo(loginOtp)[0]?.body).toEqual({ code: '7F3KQ9XW2M' });
});

test('rejects on the field what cannot be a code, and sends nothing', async () => {
  const { user } = await openStep();
  await user.keyboard('4932{Enter}');
  await waitFor(() => expect(codeField()).toBeInvalid());
  expect(codeField()).toHaveFocus();
  expect(codeField()).toHaveAccessibleDescription(/The code is incorrect/);
  expect(sentTo(loginOtp)).toHaveLength(0);
});

test('shows the rejection of a wrong code once on its field, and preserves the typed value', async () => {
  const refusal = problem('validation_failed', { errors: [{ field: 'code', code: 'code_invalid' }] });
  const { user } = await openStep(refusal);
  await user.keyboard('000000{Enter}');
  await waitFor(() => expect(codeField()).toBeInvalid());
  expect(codeField()).toHaveValue('000000');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('counts down after too many codes, and says when and how to go on', async () => {
  const { user } = await openStep(problem('rate_limited', { retryAfterSeconds: 90 }));
  await user.keyboard('000000{Enter}');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
  expect(screen.getByRole('alert')).toHaveTextContent('Please try again in 2 minutes.');
  expect(screen.getByRole('button', { name: /Try again in 01:/ })).toBeDisabled();
  expect(screen.getByText(/After the wait, use a recovery code/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Set a new password' })).toHaveAttribute('href', '/restore');
});

test('returns to the form with the reason when the session has expired', async () => {
  const { user, location } = await openStep(problem('session_expired'), '?return_to=%2Fprofile');
  await user.keyboard('493201{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('The second step took too long');
  expect(screen.getByRole('textbox', { name: 'E-mail' })).toBeVisible();
  expect(location().search).toBe('?return_to=%2Fprofile');
});

test('repeats a code whose response was lost with the same key, and is logged in', async () => {
  let requests = 0;
  const { user, location } = await openStep(() => {
    requests += 1;
    return requests === 1 ? connectionLost : loginResponse;
  });
  await user.keyboard('493201{Enter}');
  await waitFor(() => expect(location().pathname).toBe('/welcome'));
  const [first, second] = sentTo(loginOtp).map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toMatch(/^[\w-]{8,}$/);
  expect(second).toBe(first);
});

test('sends a code again with its key when the button is pressed, and another code with a new key', async () => {
  let requests = 0;
  const { user, location } = await openStep(() => {
    requests += 1;
    return requests <= 4 ? connectionLost : loginResponse;
  });
  await user.keyboard('493201{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('There is no connection');
  expect(codeField()).toHaveValue('493201');
  await user.type(codeField(), '{Enter}');
  await waitFor(() => expect(sentTo(loginOtp)).toHaveLength(4));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
  await user.clear(codeField());
  await user.type(codeField(), '775310{Enter}');
  await waitFor(() => expect(location().pathname).toBe('/welcome'));
  const sent = sentTo(loginOtp).map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(sent.slice(0, 4)).size).toBe(1);
  expect(sent[4]).not.toBe(sent[0]);
});

test.each([
  [false, '/profile', ''],
  [true, '/dpu', '?return_to=%2Fprofile'],
])('goes on when the login is complete although its response was lost; agreement: %s', async (...given) => {
  const [dpu_required, path, search] = given;
  const { user, location } = await openStep(
    problem('unauthenticated'),
    '?return_to=%2Fprofile',
    reply(verifyAccess, { ...verifyResponse, dpu_required }),
  );
  await user.keyboard('493201{Enter}');
  await waitFor(() => expect(location().pathname).toBe(path));
  expect(location().search).toBe(search);
});

test('returns to the form when no login waits for a code and none is complete', async () => {
  const { user } = await openStep(
    problem('unauthenticated'),
    '',
    reply(verifyAccess, problem('unauthenticated')),
  );
  await user.keyboard('493201{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('The second step took too long');
});

test("returns to the form by its own Back button and by the browser's", async () => {
  const { user, navigate } = await openStep();
  await user.click(screen.getByRole('button', { name: 'Back to e-mail and password' }));
  expect(await screen.findByRole('textbox', { name: 'E-mail' })).toHaveValue('ann@example.com');
  await act(() => navigate(1));
  expect(await screen.findByRole('textbox', { name: 'Code' })).toBeVisible();
  await act(() => navigate(-1));
  expect(await screen.findByRole('textbox', { name: 'E-mail' })).toBeVisible();
});

test('stays after a reload, because the cookie still holds the pending login', async () => {
  const handlers = [reply(loginOtp)];
  const { user, location } = renderPage(<LoginPage />, {
    path: '/login',
    state: loginSteps.twoFactor,
    handlers,
  });
  await screen.findByRole('heading', { name: 'Second step' });
  await user.keyboard('493201{Enter}');
  await waitFor(() => expect(location().pathname).toBe('/welcome'));
});
