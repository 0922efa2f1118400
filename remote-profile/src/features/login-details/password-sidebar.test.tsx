import { describe, expect, it } from '@jest/globals';
import { changePassword } from '@portal/contract/password-change';
import { getProfile } from '@portal/contract/profile';
import {
  changePasswordResponse,
  connectionLost,
  problem,
  profileResponse,
  type Reply,
  renderPage,
  reply,
  sentTo,
} from '@portal/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import PasswordSidebar from './password-sidebar.tsx';

const response = { ...changePasswordResponse, next: null };

function show(given: Reply<typeof changePassword> = response) {
  return renderPage(<PasswordSidebar />, { handlers: [reply(changePassword, given)] });
}

async function fill(user: ReturnType<typeof show>['user'], repeat = 'NewSecret1!') {
  await user.type(await screen.findByLabelText('Current password'), 'Secret1!x');
  await user.type(screen.getByLabelText('New password'), 'NewSecret1!');
  await user.type(screen.getByLabelText('Repeat the new password'), `${repeat}{Enter}`);
}

describe('changing the password', () => {
  it('ends the other sessions, and shows how many', async () => {
    const { user } = show();
    expect(await screen.findByText(/Your sessions on other devices are ended/)).toBeVisible();
    await fill(user);
    expect(await screen.findByRole('group', { name: 'Your password is changed' })).toHaveTextContent(
      '2 other sessions were ended.',
    );
    expect(sentTo(changePassword)[0]?.body).toEqual({
      current_password: 'Secret1!x',
      password: 'NewSecret1!',
      password_repeat: 'NewSecret1!',
    });
  });

  it('repeats an attempt whose response was lost with its key', async () => {
    let attempts = 0;
    const { user } = renderPage(<PasswordSidebar />, {
      handlers: [
        reply(changePassword, () => {
          attempts += 1;
          return attempts <= 2 ? connectionLost : response;
        }),
      ],
    });
    await fill(user);
    await screen.findByRole('alert');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByRole('group', { name: 'Your password is changed' })).toBeVisible();
    const keys = sentTo(changePassword).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual(Array(3).fill(expect.stringMatching(/^[0-9a-f]{32}$/)));
    expect(new Set(keys).size).toBe(1);
  });

  it('says that the account’s tokens are still valid and its webhooks keep sending, and leads to them', async () => {
    const profile = { ...profileResponse, features: { account_api: true } };
    const { user } = renderPage(<PasswordSidebar />, {
      handlers: [reply(changePassword, response), reply(getProfile, profile)],
    });
    await fill(user);
    expect(await screen.findByText(/tokens are still valid, and your webhooks keep sending/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Check the account’s tokens and webhooks' })).toHaveAttribute(
      'href',
      '/profile#tokens',
    );
  });

  it('shows that there was no other session', async () => {
    const { user } = show({ ...response, sessions_revoked: 0 });
    await fill(user);
    expect(await screen.findByText('You were logged in nowhere else.')).toBeVisible();
  });

  it('ticks off each rule as it is met', async () => {
    const { user } = show();
    const list = await screen.findByRole('list', { name: 'The password must meet every rule below' });
    expect(within(list).getAllByText(/not met yet/)).toHaveLength(5);
    await user.type(screen.getByLabelText('New password'), 'newsecret1');
    expect(within(list).getAllByText(/not met yet/)).toHaveLength(2);
    expect(screen.getByText('3 of 5 rules met')).toBeInTheDocument();
  });

  it('rejects a repetition that differs', async () => {
    const { user } = show();
    await fill(user, 'NewSecret2!');
    expect(await screen.findByText('Passwords must be identical')).toBeVisible();
    expect(sentTo(changePassword)).toHaveLength(0);
  });

  it('shows a wrong password on its field, and does not log the customer out', async () => {
    const { user } = show(
      problem('validation_failed', {
        errors: [{ field: 'current_password', code: 'current_password_wrong', message: '' }],
      }),
    );
    await fill(user);
    expect(await screen.findByText('The current password is incorrect')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveFocus());
  });

  it('shows a failure of the form as a whole', async () => {
    const { user } = show(problem('rate_limited'));
    await fill(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts');
  });
});
