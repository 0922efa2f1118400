import { afterEach, expect, test } from '@jest/globals';
import { verifyAccess } from '@portal/contract/access';
import { discardUnsavedChanges, useUnsavedChanges } from '@portal/shared/area';
import { endPause, pauseSession, useSessionPause } from '@portal/shared/session';
import { connectionLost, profileResponse, renderPage, reply } from '@portal/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { SessionPause } from './session-pause.tsx';

afterEach(() =>
  act(() => {
    endPause(false);
    discardUnsavedChanges();
  }),
);

function Form() {
  useUnsavedChanges(true);
  return <p>form</p>;
}

async function showPaused() {
  const page = renderPage(
    <>
      <Form />
      <SessionPause />
    </>,
    { path: '/form', handlers: [reply(verifyAccess, connectionLost)] },
  );
  let outcome: boolean | undefined;
  act(
    () =>
      void pauseSession().then((isResumed) => {
        outcome = isResumed;
      }),
  );
  const dialog = await screen.findByRole('alertdialog', { name: 'Your session has ended' });
  return { ...page, dialog, outcome: () => outcome };
}

test('explains the pause, and announces when another account is logged in', async () => {
  const { dialog } = await showPaused();
  await waitFor(() => expect(dialog).toHaveAccessibleDescription(/Your entries are still here/));
  expect(dialog).toHaveAccessibleDescription(new RegExp(profileResponse.email));
  const text = screen.getByText(/Your entries are still here/);
  act(() => useSessionPause.setState({ isOtherAccount: true }));
  expect(text).toHaveTextContent('Another account is logged in');
  expect(text.closest('[aria-live=polite]')).not.toBeNull();
});

test('ends the pause with its page', async () => {
  const { navigate, outcome } = await showPaused();
  act(() => discardUnsavedChanges());
  await act(() => navigate('/other'));
  await waitFor(() => expect(outcome()).toBe(false));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
