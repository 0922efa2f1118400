import { afterEach, expect, test } from '@jest/globals';
import { verifyAccess } from '@portal/contract/access';
import { acceptDpu } from '@portal/contract/agreement';
import { clearStoredState, configureSession } from '@portal/shared/session';
import {
  acceptDpuResponse,
  connectionLost,
  problem,
  renderPage,
  reply,
  sentTo,
  verifyResponse,
} from '@portal/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import DpuPage from './dpu-page.tsx';

let stop: () => void = () => undefined;
afterEach(() => {
  stop();
  // As the guard does before the next screen.
  clearStoredState();
});

function renderDpu(handlers = [reply(acceptDpu)], url = '/dpu') {
  return renderPage(<DpuPage />, { path: '/dpu', url, handlers: [...handlers, reply(verifyAccess)] });
}

test('accepts the agreement after the box is ticked, in the language and version on the screen', async () => {
  const { user, location } = renderDpu();
  expect(screen.getByRole('button', { name: 'Accept and continue' })).toBeDisabled();
  await user.click(screen.getByRole('checkbox', { name: /I have read the agreement/ }));
  await user.click(screen.getByRole('button', { name: 'Accept and continue' }));
  await waitFor(() => expect(location().pathname).toBe('/welcome'));
  expect(sentTo(acceptDpu).at(0)?.body).toEqual({ accepted: true, version: '2026-05', language: 'en' });
});

test('names the account whose agreement it shows', async () => {
  const { user } = renderDpu([
    reply(acceptDpu),
    reply(verifyAccess, { ...verifyResponse, account_sid: 'ACexample' }),
  ]);
  await waitFor(() => expect(sentTo(verifyAccess)).toHaveLength(1));
  await user.click(screen.getByRole('checkbox', { name: /I have read the agreement/ }));
  await user.click(screen.getByRole('button', { name: 'Accept and continue' }));
  await waitFor(() => expect(sentTo(acceptDpu)[0]?.headers.get('x-account-sid')).toBe('ACexample'));
});

test('accepts again with the same key when responses are lost, and declines without a key', async () => {
  let requests = 0;
  const { user, location } = renderDpu([
    reply(acceptDpu, () => {
      requests += 1;
      return requests <= 4 ? connectionLost : acceptDpuResponse;
    }),
  ]);
  const keys = () => sentTo(acceptDpu).map(({ headers }) => headers.get('idempotency-key'));
  await user.click(screen.getByRole('checkbox', { name: /I have read the agreement/ }));
  // The client repeats each request whose connection is lost.
  await user.click(screen.getByRole('button', { name: 'Accept and continue' }));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Accept and continue' }));
  await waitFor(() => expect(keys()).toHaveLength(4));
  const [key] = keys();
  expect(key).toMatch(/^[\w-]{8,}$/);
  expect(keys()).toEqual([key, key, key, key]);
  await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Decline and log out' }));
  await waitFor(() => expect(location().pathname).toBe('/login'));
  expect(keys()[4]).toBeNull();
});

test('logs out when the agreement is declined', async () => {
  const { user, location } = renderDpu([
    reply(acceptDpu, { ...acceptDpuResponse, next: 'login', dpu: null, session: null }),
  ]);
  await user.click(screen.getByRole('button', { name: 'Decline and log out' }));
  await waitFor(() => expect(location().pathname).toBe('/login'));
});

test('opens the login page for a visitor without a session', async () => {
  const { location } = renderDpu([reply(verifyAccess, problem('unauthenticated'))]);
  await waitFor(() => expect(location().pathname).toBe('/login'));
});

test('opens the login page when the session has ended', async () => {
  const { user, location } = renderDpu([reply(acceptDpu, problem('unauthenticated'))]);
  await user.click(screen.getByRole('button', { name: 'Decline and log out' }));
  await waitFor(() => expect(location().pathname).toBe('/login'));
});

test('opens the login page when another account is logged in meanwhile', async () => {
  let account = 'ACexample';
  stop = configureSession({ logoutAddress: '/' });
  const { user, location } = renderDpu([
    reply(acceptDpu, problem('session_expired')),
    reply(verifyAccess, () => ({ ...verifyResponse, account_sid: account })),
  ]);
  await waitFor(() => expect(sentTo(verifyAccess)).toHaveLength(1));
  account = 'ACother';
  await user.click(screen.getByRole('button', { name: 'Decline and log out' }));
  await waitFor(() => expect(location().pathname).toBe('/login'));
});

test('opens the wanted page', async () => {
  const { user, location } = renderDpu(
    [reply(acceptDpu)],
    '/dpu?return_to=%2Fprofile%3Fsidebar%3Dprofile%2Femail',
  );
  await user.click(screen.getByRole('checkbox', { name: /I have read the agreement/ }));
  await user.click(screen.getByRole('button', { name: 'Accept and continue' }));
  await waitFor(() => expect(location().pathname).toBe('/profile'));
  expect(location().search).toBe('?sidebar=profile/email');
});

test('works with the keyboard alone, and moves the focus to the failure', async () => {
  const outdated = problem('validation_failed', {
    errors: [{ field: 'version', code: 'dpu_version_outdated' }],
  });
  const { user } = renderDpu([reply(acceptDpu, outdated)]);
  await user.tab();
  await user.tab();
  expect(screen.getByRole('link', { name: /Open as a document/ })).toHaveFocus();
  await user.tab();
  await user.keyboard(' ');
  await user.tab();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
  expect(screen.getByRole('alert')).toHaveTextContent('The agreement has changed meanwhile');
});

test('sends one request at a time', async () => {
  const { user, location } = renderDpu();
  await user.click(screen.getByRole('checkbox', { name: /I have read the agreement/ }));
  await user.dblClick(screen.getByRole('button', { name: 'Accept and continue' }));
  await waitFor(() => expect(location().pathname).toBe('/welcome'));
  expect(sentTo(acceptDpu)).toHaveLength(1);
});
