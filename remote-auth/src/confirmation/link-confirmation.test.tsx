import { expect, test } from '@jest/globals';
import { type ConfirmationPreview, confirm } from '@portal/contract/registration';
import {
  confirmResponse,
  connectionLost,
  problem,
  type Reply,
  renderPage,
  reply,
  sentTo,
} from '@portal/shared/testing';
import { screen } from '@testing-library/react';
import LoginPage from '../features/login/login-page.tsx';

const registration: ConfirmationPreview = {
  success: true,
  confirms: 'registration',
  email_masked: 'a••@example.com',
  account_email_masked: null,
  password_required: false,
};

function openLink(preview: Reply<typeof confirm>, confirmed: Reply<typeof confirm> = confirmResponse) {
  const handler = reply(confirm, (request) => {
    const given = Object(request.body).preview === true ? preview : confirmed;
    return typeof given === 'function' ? given(request) : given;
  });
  return renderPage(<LoginPage />, { path: '/login', url: '/login?confirm=cnf_123', handlers: [handler] });
}
const press = () => screen.findByRole('button', { name: 'Confirm' });
const confirmations = () =>
  sentTo(confirm).flatMap(({ body }) => (Object(body).preview === true ? [] : [body]));

test('shows what the link confirms, and confirms nothing until the button is pressed', async () => {
  const { location, user } = openLink(registration);
  expect(
    await screen.findByText(/confirm the account that was registered with a••@example.com/),
  ).toBeVisible();
  expect(screen.getByText(/close this page/)).toBeVisible();
  expect(screen.queryByLabelText(/Password/)).not.toBeInTheDocument();
  expect(location().search).toBe('');
  expect(confirmations()).toEqual([]);
  await user.click(await press());
  const confirmed = await screen.findByText(/Your e-mail address is confirmed/);
  expect(confirmed).toBeVisible();
  expect(document.activeElement).toContainElement(confirmed);
  expect(document.body).not.toHaveFocus();
  expect(screen.getByRole('heading', { name: 'Log in' })).toBeVisible();
  expect(confirmations()).toEqual([{ token: 'cnf_123' }]);
});

test.each([
  [
    'a••@o••••.com',
    /a••@example.com as the new email address of the account that currently uses a••@o••••.com/,
  ],
  // Servers before this field.
  [null, /a••@example.com as the new email address of an account/],
])('names the new address of an account, and the account: %s', async (account_email_masked, shown) => {
  openLink({ ...registration, confirms: 'email_change', account_email_masked });
  expect(await screen.findByText(shown)).toBeVisible();
});

test('asks for the password of a registration from another browser, or for a new one', async () => {
  const { user } = openLink({ ...registration, password_required: true }, ({ body }) =>
    Object(body).password === 'Secret1!x'
      ? confirmResponse
      : problem('validation_failed', {
          errors: [{ field: 'password', code: 'registration_password_wrong' }],
        }),
  );
  const password = await screen.findByLabelText('Password chosen at registration');
  expect(screen.getByRole('link', { name: 'Set a new password' })).toHaveAttribute('href', '/restore');
  await user.type(password, 'Wrong1!x');
  await user.click(await press());
  expect(await screen.findByText('This is not the password of the registration')).toBeVisible();
  await user.clear(password);
  await user.type(password, 'Secret1!x');
  await user.click(await press());
  expect(await screen.findByText(/Your e-mail address is confirmed/)).toBeVisible();
});

test('asks for the password when the registration has changed since the page was opened', async () => {
  const errors = [{ field: 'password', code: 'password_required' }];
  const { user } = openLink(registration, problem('validation_failed', { errors }));
  await user.click(await press());
  expect(await screen.findByLabelText('Password chosen at registration')).toHaveFocus();
});

test.each(['the page opens', 'the button is pressed'])(
  'shows what to do if the link is too old when %s',
  async (when) => {
    const expired = problem('token_expired');
    const { user } = when === 'the page opens' ? openLink(expired) : openLink(registration, expired);
    if (when !== 'the page opens') await user.click(await press());
    expect(await screen.findByRole('alert')).toHaveTextContent(/no longer valid.*Log in below/);
    expect(screen.getByRole('button', { name: 'Log in' })).toBeVisible();
  },
);

test('can be tried again after a lost connection, before and after the press', async () => {
  let isConnected = false;
  const whenConnected = (response: ConfirmationPreview | typeof confirmResponse) => () =>
    isConnected ? response : connectionLost;
  const { user } = openLink(whenConnected(registration), whenConnected(confirmResponse));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  isConnected = true;
  await user.click(retry);
  await press();
  isConnected = false;
  await user.click(await press());
  expect(await screen.findByRole('alert')).toHaveTextContent('There is no connection');
  isConnected = true;
  await user.click(await press());
  expect(await screen.findByText(/Your e-mail address is confirmed/)).toBeVisible();
  // The server may have confirmed the address for an attempt whose response was lost.
  const keys = sentTo(confirm).flatMap(({ body, headers }) =>
    Object(body).preview === true ? [] : [headers.get('idempotency-key')],
  );
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
});
