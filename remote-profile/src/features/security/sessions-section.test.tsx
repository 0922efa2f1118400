import { expect, test } from '@jest/globals';
import { endOtherSessions, endSession, listSessions } from '@portal/contract/access';
import { getProfile } from '@portal/contract/profile';
import {
  connectionLost,
  problem,
  profileResponse,
  type ResponseBody,
  renderPage,
  reply,
  securityResponses,
  sentTo,
} from '@portal/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import SecuritySidebar from './security-sidebar.tsx';

type Sessions = ResponseBody<typeof listSessions>;

const both: Sessions = securityResponses.listSessions;
const alone: Sessions = { ...both, sessions: both.sessions.filter(({ current }) => current) };

function show(given: Sessions | (() => Sessions) = both, handlers: ReturnType<typeof reply>[] = []) {
  return renderPage(<SecuritySidebar />, {
    path: '/profile',
    handlers: [
      ...handlers,
      reply(getProfile, { ...profileResponse, features: { sessions: true } }),
      reply(listSessions, typeof given === 'function' ? given : () => given),
      reply(endSession),
      reply(endOtherSessions),
    ],
  });
}

test('lists where the customer is logged in, and marks this device', async () => {
  show();
  const [first, second] = await screen.findAllByRole('listitem');
  if (first === undefined || second === undefined) throw new Error('two sessions');
  expect(first).toHaveTextContent(/Firefox 148, Linux.*This device.*Computer · 198\.51\.100\.7.*In use now/);
  expect(within(first).queryByRole('button')).not.toBeInTheDocument();
  expect(second).toHaveTextContent(
    /Chrome 146, Android.*Phone · 203\.0\.113\.20.*Last used .*Logged in on 19\/11\/2026/,
  );
  expect(screen.queryByText('Two-step log-in')).not.toBeInTheDocument();
});

test('ends a session with the keyboard alone, after a question, and confirms it', async () => {
  let sessions = both;
  const { user } = show(
    () => sessions,
    [
      reply(endSession, () => {
        sessions = alone;
        return { success: true, sessions_revoked: 1 };
      }),
    ],
  );
  await screen.findByRole('button', { name: 'End the session: Chrome 146, Android' });
  await user.tab();
  await user.keyboard('{Enter}');
  const question = await screen.findByRole('alertdialog', { name: 'End this session?' });
  expect(question).toHaveTextContent('Chrome 146, Android will have to log in again.');
  within(question).getByRole('button', { name: 'End' }).focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('The session is ended.')).toBeVisible();
  expect(screen.getByText('You are logged in nowhere else.')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('group', { name: 'Where you are logged in' })).toHaveFocus());
  expect(sentTo(endSession)[0]?.params).toEqual({ session_id: 'ses_9B4M' });
});

test('treats a session that no longer exists as ended', async () => {
  const { user } = show(both, [reply(endSession, problem('not_found'))]);
  await user.click(await screen.findByRole('button', { name: /End the session/ }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'End' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(screen.queryByText(/could not be found/)).not.toBeInTheDocument();
});

test('ends all other sessions, and shows how many', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'End all other sessions' }));
  const question = await screen.findByRole('alertdialog', { name: 'End all other sessions?' });
  await user.click(within(question).getByRole('button', { name: 'End all other sessions' }));
  expect(await screen.findByText('3 other sessions are ended.')).toBeVisible();
});

test('ends nothing when the customer cancels, or the server fails', async () => {
  const { user } = show(both, [reply(endOtherSessions, problem('maintenance'))]);
  await user.click(await screen.findByRole('button', { name: /End the session/ }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  expect(sentTo(endSession)).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'End all other sessions' }));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'End all other sessions' }));
  expect(await screen.findByText(/We are working on this service/)).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

test.each([
  ['one session', endSession, /End the session/, 'End'],
  ['all other sessions', endOtherSessions, 'End all other sessions', 'End all other sessions'],
] as const)('shows that %s ended although the response was lost', async (_which, endpoint, name, confirm) => {
  let sessions = both;
  const lost = reply(endpoint, () => {
    sessions = alone;
    return connectionLost;
  });
  const { user } = show(() => sessions, [lost]);
  await user.click(await screen.findByRole('button', { name }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: confirm }));
  expect(await screen.findByText('You are logged in nowhere else.')).toBeVisible();
});

test('names a browser that the server does not know', async () => {
  const [session] = alone.sessions;
  if (session === undefined) throw new Error('one session');
  show({ ...alone, sessions: [{ ...session, browser: null, system: null, device: 'unknown', ip: null }] });
  expect(await screen.findByRole('listitem')).toHaveTextContent(/Unknown browser.*Device/);
  expect(screen.getByText('You are logged in nowhere else.')).toBeVisible();
});

test('shows why the list could not be loaded, and tries again', async () => {
  let isDown = true;
  const { user } = show(both, [reply(listSessions, () => (isDown ? problem('maintenance') : both))]);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  await user.click(retry);
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
});

test('shows that the server offers no security settings', async () => {
  renderPage(<SecuritySidebar />, { handlers: [reply(getProfile, { ...profileResponse, features: {} })] });
  expect(await screen.findByText('There is nothing to set up here.')).toBeVisible();
});
