import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { verifyAccess } from '@portal/contract/access';
import { login } from '@portal/contract/login';
import { confirm } from '@portal/contract/registration';
import { clearStoredState } from '@portal/shared/session';
import {
  confirmResponse,
  connectionLost,
  limitedLoginResponse,
  loginResponse,
  problem,
  renderPage,
  reply,
  sentTo,
} from '@portal/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import LoginPage from './login-page.tsx';

afterEach(() => {
  jest.restoreAllMocks();
  clearStoredState();
});

function renderLogin({ search = '', handlers = [reply(login)] } = {}) {
  return renderPage(<LoginPage />, { path: '/login', url: `/login${search}`, handlers });
}

async function logIn(user: ReturnType<typeof renderLogin>['user']) {
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'ann@example.com');
  await user.type(screen.getByLabelText('Password'), 'Secret1!x');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
}

describe('login', () => {
  test('opens the welcome page', async () => {
    const { user, location } = renderLogin();
    await logIn(user);
    await waitFor(() => expect(location().pathname).toBe('/welcome'));
    expect(sentTo(login).at(0)?.body).toMatchObject({ email: 'ann@example.com', remember: false });
  });

  test('works with the keyboard alone, and is sent once however often Enter is pressed', async () => {
    const { user, location } = renderLogin();
    await user.tab();
    await user.keyboard('ann@example.com');
    await user.tab();
    await user.paste('Secret1!x');
    await user.tab();
    await user.tab();
    await user.keyboard(' ');
    await user.tab();
    await user.keyboard('{Enter}{Enter}');
    await waitFor(() => expect(location().pathname).toBe('/welcome'));
    expect(sentTo(login).map(({ body }) => body)).toEqual([
      { email: 'ann@example.com', password: 'Secret1!x', remember: true },
    ]);
  });

  test('shows the form to a customer whose link lost its token', async () => {
    const { location } = renderLogin({ search: '?confirm=&language=de' });
    expect(screen.getByRole('textbox', { name: 'E-mail' })).toBeVisible();
    await waitFor(() => expect(location().search).toBe('?language=de'));
    expect(screen.getByRole('textbox', { name: 'E-mail' })).toBeVisible();
  });

  test('shows a lost connection, and can be sent again', async () => {
    let attempts = 0;
    const handler = reply(login, () => {
      attempts += 1;
      return attempts === 1 ? connectionLost : loginResponse;
    });
    const { user, location } = renderLogin({ handlers: [handler] });
    await logIn(user);
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
    expect(screen.getByRole('alert')).toHaveTextContent('There is no connection');
    const submit = screen.getByRole('button', { name: 'Log in' });
    // The form shows the error before it accepts the next press.
    await waitFor(() => expect(submit).not.toHaveAttribute('aria-busy'));
    await user.click(submit);
    await waitFor(() => expect(location().pathname).toBe('/welcome'));
  });

  test('opens the wanted page', async () => {
    const { user, location } = renderLogin({ search: '?return_to=%2Fvoicing%2Fcdr%3Flimit%3D50' });
    expect(screen.getByText('Log in to continue to the page you wanted.')).toBeVisible();
    await logIn(user);
    await waitFor(() => expect(location().pathname + location().search).toBe('/voicing/cdr?limit=50'));
  });

  test.each([
    '/a/../voicing/cdr',
    '/voicing/./cdr',
    '/voicing\\cdr',
    '/voi\tcing/cdr\n',
    '/%2E%2e/voicing/cdr',
  ])('opens the wanted page %j at the address that browsers read in it', async (target) => {
    const { user, location } = renderLogin({ search: `?return_to=${encodeURIComponent(target)}` });
    await logIn(user);
    await waitFor(() => expect(location().pathname).toBe('/voicing/cdr'));
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    '/\n\\evil.example',
    '/a/..//evil.example',
    '/.//evil.example',
    '///[',
    '/login',
    '/Login/?return_to=%2Flogin',
    '/%6Cogin',
    '/register',
    '/%E2%80%A8/x',
    '/%0A/x',
    '/%E2/x',
  ])('never leads to %j', async (target) => {
    const { user, location } = renderLogin({ search: `?return_to=${encodeURIComponent(target)}` });
    await logIn(user);
    await waitFor(() => expect(location().pathname).toBe('/welcome'));
  });

  test('shows what to do when the browser refuses the cookie of the session', async () => {
    const { user, location } = renderLogin({
      handlers: [reply(login), reply(verifyAccess, { success: false })],
    });
    await logIn(user);
    expect(await screen.findByRole('alert')).toHaveTextContent(/Allow cookies for this site/);
    expect(location().pathname).toBe('/login');
  });

  test('shows what to do before the first login in a browser that refuses cookies', () => {
    jest.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
    renderLogin();
    expect(screen.getByText(/Allow cookies for this site/)).toBeVisible();
  });

  test('shows once why the login was refused, and preserves the typed values', async () => {
    const { user } = renderLogin({ handlers: [reply(login, problem('invalid_credentials'))] });
    await logIn(user);
    expect(await screen.findByRole('alert')).toHaveTextContent(/e-mail|password/i);
    expect(screen.getByRole('alert')).toHaveFocus();
    expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveValue('ann@example.com');
  });

  test('opens the agreement first, and remembers the wanted page', async () => {
    const { user, location } = renderLogin({
      search: '?return_to=%2Fprofile',
      handlers: [reply(login, limitedLoginResponse)],
    });
    await logIn(user);
    await waitFor(() => expect(location().pathname).toBe('/dpu'));
    expect(location().search).toBe('?return_to=%2Fprofile');
  });

  test('offers the code and another mail when the address is not confirmed', async () => {
    const { user } = renderLogin({
      handlers: [reply(login, problem('email_not_confirmed')), reply(confirm)],
    });
    await logIn(user);
    await user.type(await screen.findByRole('textbox', { name: 'Code' }), '493201');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
    expect(screen.getByText(/Your e-mail address is confirmed/)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveValue('ann@example.com');
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(sentTo(confirm).at(0)?.body).toMatchObject({ email: 'ann@example.com', code: '493201' });
  });

  test('offers the code after a refused login, which does not reveal an unconfirmed address', async () => {
    const { user } = renderLogin({
      handlers: [reply(login, problem('invalid_credentials')), reply(confirm)],
    });
    expect(screen.queryByRole('button', { name: 'Enter the code we emailed' })).not.toBeInTheDocument();
    await logIn(user);
    await user.click(await screen.findByRole('button', { name: 'Enter the code we emailed' }));
    await user.type(await screen.findByRole('textbox', { name: 'Code' }), '493201');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(/Your e-mail address is confirmed/)).toBeVisible();
    expect(sentTo(confirm).at(0)?.body).toEqual({ email: 'ann@example.com', code: '493201' });
  });

  test('asks for the password of a registration from another browser beside its code', async () => {
    const errors = [{ field: 'password', code: 'password_required' }];
    const confirmed = reply(confirm, ({ body }) =>
      Object(body).password === 'Secret1!x' ? confirmResponse : problem('validation_failed', { errors }),
    );
    const { user } = renderLogin({ handlers: [reply(login, problem('invalid_credentials')), confirmed] });
    await logIn(user);
    await user.click(await screen.findByRole('button', { name: 'Enter the code we emailed' }));
    await user.type(await screen.findByRole('textbox', { name: 'Code' }), '493201');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await user.type(await screen.findByLabelText('Password chosen at registration'), 'Secret1!x');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(/Your e-mail address is confirmed/)).toBeVisible();
  });

  test('counts down on the button after too many attempts', async () => {
    const tooMany = problem('rate_limited', { retryAfterSeconds: 900 });
    const { user } = renderLogin({ handlers: [reply(login, tooMany)] });
    await logIn(user);
    expect(await screen.findByRole('button', { name: /Try again in 1[45]:\d\d/ })).toBeDisabled();
  });

  test('names the way in after too many attempts, which somebody else may have made', async () => {
    const tooMany = problem('rate_limited', { retryAfterSeconds: 3600 });
    const { user } = renderLogin({ search: '?return_to=%2Fprofile', handlers: [reply(login, tooMany)] });
    await logIn(user);
    expect(await screen.findByText(/You don’t have to wait/)).toBeVisible();
    const restore = screen.getByRole('link', { name: 'Set a new password' });
    expect(restore).toHaveAttribute('href', expect.stringMatching(/^\/restore\?.*return_to=%2Fprofile/));
  });

  test('passes the language and the wanted page to the other screens', () => {
    renderLogin({ search: '?language=de&return_to=%2Fprofile&confirm_later=1' });
    const query = '?language=en&return_to=%2Fprofile';
    expect(screen.getByRole('link', { name: 'Register' })).toHaveAttribute('href', `/register${query}`);
    expect(screen.getByRole('link', { name: /Forgot/ })).toHaveAttribute('href', `/restore${query}`);
  });
});
