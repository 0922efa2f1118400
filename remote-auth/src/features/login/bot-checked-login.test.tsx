import { webcrypto } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { getBotCheckChallenge } from '@portal/contract/bot-check';
import { login } from '@portal/contract/login';
import { configurePortal } from '@portal/shared/area';
import { loginResponse, problem, renderPage, reply, sentTo } from '@portal/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import LoginPage from './login-page.tsx';

beforeAll(() => {
  configurePortal({ bot_check: { provider: 'altcha', site_key: null }, password_profile: 'spec' });
  // The crypto of jsdom has random numbers only.
  Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
});

test('runs the bot check only after failures, and sends the form again automatically', async () => {
  let mayEnter = false;
  const handler = reply(login, ({ body }) => {
    if (!Object(body).captcha_token) return problem('captcha_required');
    return mayEnter ? loginResponse : problem('invalid_credentials');
  });
  const { user, location } = renderPage(<LoginPage />, {
    path: '/login',
    handlers: [handler, reply(getBotCheckChallenge)],
  });
  expect(screen.queryByRole('note')).not.toBeInTheDocument();
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'ann@example.com');
  await user.type(screen.getByLabelText('Password'), 'Secret1!x');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByText(/password is incorrect/)).toBeVisible();
  expect(screen.getByRole('note')).toHaveTextContent('Protected by ALTCHA');
  expect(sentTo(login)).toHaveLength(2);

  mayEnter = true;
  const submit = screen.getByRole('button', { name: 'Log in' });
  // The form shows the error before it accepts the next press.
  await waitFor(() => expect(submit).not.toHaveAttribute('aria-busy'));
  await user.click(submit);
  await waitFor(() => expect(location().pathname).toBe('/welcome'));
  // The first request already carries the token.
  expect(sentTo(login)).toHaveLength(3);
});
