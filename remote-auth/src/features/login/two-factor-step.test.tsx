import { expect, test } from '@jest/globals';
import { login } from '@portal/contract/account-endpoints';
import { loginOtp } from '@portal/contract/security-endpoints';
import { loginResponse, problem, type Reply, renderPage, reply, sentTo } from '@portal/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import LoginPage from './login-page.tsx';
import { loginSteps } from './login-steps.ts';

type Given = Reply<typeof loginOtp>;

const owed = { ...loginResponse, next: 'otp' };

/** Comes to the second step by keyboard alone. */
async function comeToStep(given: Given = loginResponse, search = '') {
  const page = renderPage(<LoginPage />, {
    path: '/login',
    url: `/login${search}`,
    handlers: [reply(login, owed), reply(loginOtp, given)],
  });
  const { user } = page;
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'ann@example.com');
  await user.tab();
  await user.keyboard('Secret1!x{Enter}');
  await screen.findByRole('heading', { name: 'Second step' });
  return page;
}

const codeField = () => screen.getByRole('textbox', { name: 'Code' });

test('takes the code of the app, pasted with its space, and leads to the wanted page', async () => {
  const { user, location } = await comeToStep(loginResponse, '?return_to=%2Fvoicing%2Fcdr');
  expect(codeField()).toHaveFocus();
  expect(codeField()).toHaveAttribute('autocomplete', 'one-time-code');
  expect(codeField()).toHaveAttribute('inputmode', 'numeric');
  await user.paste('493 201');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location().pathname).toBe('/voicing/cdr'));
  expect(sentTo(loginOtp)[0]?.body).toEqual({ code: '493201' });
});

test('leads to the agreement where it is owed, with the wanted page', async () => {
  const { user, location } = await comeToStep({ ...loginResponse, next: 'dpu' }, '?return_to=%2Fprofile');
  await user.keyboard('493201{Enter}');
  await waitFor(() => expect(location().pathname).toBe('/dpu'));
  expect(location().search).toBe('?return_to=%2Fprofile');
});

test('takes a recovery code in any writing', async () => {
  const { user, location } = await comeToStep();
  await user.click(screen.getByRole('button', { name: 'Use a recovery code instead' }));
  expect(screen.getByRole('textbox', { name: 'Recovery code' })).toHaveFocus();
  await user.keyboard('7f3kq-9xw2m{Enter}');
  await waitFor(() => expect(location().pathname).toBe('/welcome'));
  expect(sentTo(loginOtp)[0]?.body).toEqual({ code: '7F3KQ9XW2M' });
});

test('refuses what cannot be a code, on the field and unsent', async () => {
  const { user } = await comeToStep();
  await user.keyboard('4932{Enter}');
  await waitFor(() => expect(codeField()).toBeInvalid());
  expect(codeField()).toHaveFocus();
  expect(codeField()).toHaveAccessibleDescription(/The code is incorrect/);
  expect(sentTo(loginOtp)).toHaveLength(0);
});

test('puts a wrong code on its field, once, and keeps what was typed', async () => {
  const refusal = problem('validation_failed', { errors: [{ field: 'code', code: 'code_invalid' }] });
  const { user } = await comeToStep(refusal);
  await user.keyboard('000000{Enter}');
  await waitFor(() => expect(codeField()).toBeInvalid());
  expect(codeField()).toHaveValue('000000');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('counts down after too many codes', async () => {
  const { user } = await comeToStep(problem('rate_limited', { retryAfterSeconds: 90 }));
  await user.keyboard('000000{Enter}');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
  expect(screen.getByRole('button', { name: /Try again in 01:/ })).toBeDisabled();
});

test('leads back to the form, and says why, when it took too long', async () => {
  const { user, location } = await comeToStep(problem('session_expired'), '?return_to=%2Fprofile');
  await user.keyboard('493201{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('The second step took too long');
  expect(screen.getByRole('textbox', { name: 'E-mail' })).toBeVisible();
  expect(location().search).toBe('?return_to=%2Fprofile');
});

test("goes back to the form by its own button, and by the browser's", async () => {
  const { user, navigate } = await comeToStep();
  await user.click(screen.getByRole('button', { name: 'Back to e-mail and password' }));
  expect(await screen.findByRole('textbox', { name: 'E-mail' })).toHaveValue('ann@example.com');
  await act(() => navigate(1));
  expect(await screen.findByRole('textbox', { name: 'Code' })).toBeVisible();
  await act(() => navigate(-1));
  expect(await screen.findByRole('textbox', { name: 'E-mail' })).toBeVisible();
});

test('stays after a reload: the cookie still knows who is half-way', async () => {
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
