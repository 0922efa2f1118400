import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { discardToken, promoteToken, revealToken, rotateToken } from '@portal/contract/api-tokens';
import { getProfile } from '@portal/contract/profile';
import { queryClient } from '@portal/shared/api';
import {
  connectionLost,
  problem,
  profileResponse,
  type ResponseBody,
  renderPage,
  reply,
  sentTo,
} from '@portal/shared/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import ProfilePage from '../profile-page.tsx';

type Profile = ResponseBody<typeof getProfile>;

const capable: Profile = {
  ...profileResponse,
  features: { account_api: true, account_tokens: true },
  account_token: '••••ZrV1',
  account_token_secondary: null,
};
const withSecond: Profile = { ...capable, account_token_secondary: '••••k9Qw' };
const proxyPage = new HttpResponse<string>('<html>', { status: 504 });
const full = 'tok_3fKq8ZrV1m';

function show(profile: Profile = capable, handlers: Parameters<typeof renderPage>[1] = {}) {
  return renderPage(<ProfilePage />, {
    path: '/profile',
    handlers: [...(handlers.handlers ?? []), reply(revealToken), reply(getProfile, () => profile)],
  });
}

const press = async (user: ReturnType<typeof show>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));

async function give(user: ReturnType<typeof show>['user'], window: string, password = 'Secret1!x') {
  const dialog = await screen.findByRole('dialog', { name: window });
  await user.type(within(dialog).getByLabelText('Current password'), `${password}{Enter}`);
  return dialog;
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('an API token', () => {
  it('is masked, and shown in full after the password', async () => {
    const { user } = show();
    expect(await screen.findByText('••••ZrV1')).toBeVisible();
    await press(user, 'Show: Account token');
    const dialog = await screen.findByRole('dialog', { name: 'Show the token' });
    await waitFor(() => expect(within(dialog).getByLabelText('Current password')).toHaveFocus());
    await give(user, 'Show the token');
    expect(await screen.findByText(full)).toBeVisible();
    expect(screen.getByRole('timer')).toHaveTextContent(/Hidden again in (30|29) s/);
    expect(screen.getByRole('button', { name: 'Copy: Account token' })).toBeVisible();
    expect(sentTo(revealToken)[0]?.body).toEqual({ current_password: 'Secret1!x', which: 'primary' });
  });

  it('says what it opens, where that is described, and when a program last used it', async () => {
    show({ ...withSecond, account_token_last_used: '2026-11-20T10:00:00Z' });
    expect(await screen.findByText(/your own programs read your services/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Reference for developers' })).toHaveAttribute(
      'href',
      '/developers',
    );
    const [first, second] = ['Account token', 'Second token'].map(
      (name) => screen.getByText(name).nextElementSibling,
    );
    expect(first).toHaveTextContent(/Last used: .*2026/);
    expect(second).toHaveTextContent(/Not used yet/);
  });

  it('shows a wrong password on its field, and no token', async () => {
    const { user } = show(capable, {
      handlers: [
        reply(
          revealToken,
          problem('validation_failed', {
            errors: [{ field: 'current_password', code: 'current_password_wrong', message: '' }],
          }),
        ),
      ],
    });
    await press(user, 'Show: Account token');
    const dialog = await give(user, 'Show the token', 'Wrong1!xx');
    await waitFor(() => expect(within(dialog).getByLabelText('Current password')).toBeInvalid());
    expect(screen.queryByText(full)).not.toBeInTheDocument();
  });

  it('shows what to do about a token that cannot be shown again', async () => {
    const { user } = show(capable, { handlers: [reply(revealToken, problem('not_found'))] });
    await press(user, 'Show: Account token');
    await give(user, 'Show the token');
    expect(await screen.findByText(/created before tokens could be shown again/)).toBeVisible();
  });

  it('is hidden after its time', async () => {
    const { user } = show();
    await press(user, 'Show: Account token');
    await give(user, 'Show the token');
    await screen.findByText(full);
    const later = Date.now() + 30_000;
    jest.spyOn(Date, 'now').mockReturnValue(later);
    expect(await screen.findByText('••••ZrV1')).toBeVisible();
    expect(screen.queryByText(full)).not.toBeInTheDocument();
  });

  it.each([
    ['the page is hidden', () => fireEvent(document, new Event('visibilitychange'))],
    ['the page is left', () => fireEvent(window, new Event('pagehide'))],
  ])('is hidden immediately when %s', async (_when, happen) => {
    const { user } = show();
    await press(user, 'Show: Account token');
    await give(user, 'Show the token');
    await screen.findByText(full);
    act(() => void happen());
    expect(screen.queryByText(full)).not.toBeInTheDocument();
    expect(screen.getByText('••••ZrV1')).toBeVisible();
  });

  it('is hidden by the customer, and is then in no cache', async () => {
    const { user } = show();
    await press(user, 'Show: Account token');
    await give(user, 'Show the token');
    await screen.findByText(full);
    const caches = JSON.stringify([
      queryClient
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.data),
      queryClient
        .getMutationCache()
        .getAll()
        .map(({ state }) => state),
      { ...localStorage },
      { ...sessionStorage },
      globalThis.location.href,
    ]);
    expect(caches).toContain('••••ZrV1');
    expect(caches).not.toContain(full);
    await press(user, 'Hide: Account token');
    expect(screen.queryByText(full)).not.toBeInTheDocument();
  });

  it('has no button when the server cannot show it', async () => {
    show({ ...capable, features: { account_api: true } });
    expect(await screen.findByText('••••ZrV1')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Show: / })).not.toBeInTheDocument();
    expect(screen.getByText(/Only the end of the token is shown here/)).toBeVisible();
  });
});

describe('replacing a token', () => {
  it('starts with a second token, which is shown immediately beside the first', async () => {
    let profile = capable;
    const { user } = renderPage(<ProfilePage />, {
      path: '/profile',
      handlers: [
        reply(getProfile, () => profile),
        reply(rotateToken, () => {
          profile = withSecond;
          return { success: true, token: 'tok_second_k9Qw', hide_after_seconds: 30 };
        }),
      ],
    });
    expect(await screen.findByText(/create a second one, enter it in your systems/)).toBeVisible();
    await press(user, 'Create a second token');
    await give(user, 'Create a second token');
    expect(await screen.findByText('tok_second_k9Qw')).toBeVisible();
    expect(screen.getByText('••••ZrV1')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Promote the second token' })).toBeVisible();
    await press(user, 'Hide: Second token');
    expect(await screen.findByText('••••k9Qw')).toBeVisible();
  });

  it.each([
    [
      'promoteToken',
      promoteToken,
      'Promote the second token',
      /stops working at once/,
      { ...capable, account_token: '••••k9Qw' },
    ],
    ['discardToken', discardToken, 'Discard the second token', /The first one goes on/, capable],
  ] as const)(
    '%s explains what it ends, and requires the password',
    async (_id, endpoint, name, warning, after) => {
      const { user } = show(withSecond, { handlers: [reply(endpoint, after)] });
      await press(user, name);
      const dialog = await screen.findByRole('dialog', { name: `${name}?` });
      expect(within(dialog).getByText(warning)).toBeVisible();
      expect(sentTo(endpoint)).toHaveLength(0);
      await give(user, `${name}?`);
      await waitFor(() => expect(screen.queryByText('Second token')).not.toBeInTheDocument());
      expect(screen.getByText(after.account_token ?? '')).toBeVisible();
      expect(sentTo(endpoint)[0]?.body).toEqual({ current_password: 'Secret1!x' });
    },
  );

  describe.each([
    ['promotion', promoteToken, 'Promote the second token', { ...capable, account_token: '••••k9Qw' }],
    ['deletion', discardToken, 'Discard the second token', capable],
  ] as const)('a %s whose response was lost', (_name, endpoint, name, after) => {
    it.each([
      ['with the connection', connectionLost],
      ['behind a page of a proxy', proxyPage],
    ] as const)('%s counts as done when the profile says so', async (_where, response) => {
      let stored: Profile = withSecond;
      const lost = reply(endpoint, () => {
        stored = after;
        return response;
      });
      const { user } = show(withSecond, { handlers: [lost, reply(getProfile, () => stored)] });
      await press(user, name);
      await give(user, `${name}?`);
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(screen.getByText(after.account_token ?? '')).toBeVisible();
      expect(screen.queryByText('Second token')).not.toBeInTheDocument();
    });

    it('counts as done when it is repeated, because the profile could not be loaded before', async () => {
      let stored: Profile = withSecond;
      let isOnline = true;
      const lost = reply(endpoint, () => {
        if (stored === after) return problem('not_found');
        stored = after;
        isOnline = false;
        return connectionLost;
      });
      const profile = reply(getProfile, () => (isOnline ? stored : connectionLost));
      const { user } = show(withSecond, { handlers: [lost, profile] });
      await press(user, name);
      const dialog = await give(user, `${name}?`);
      expect(await within(dialog).findByRole('alert', {}, { timeout: 5000 })).toBeVisible();
      isOnline = true;
      await user.type(within(dialog).getByLabelText('Current password'), '{Enter}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    });
  });

  it('says that a token was not promoted which was deleted elsewhere', async () => {
    const gone = [reply(promoteToken, problem('not_found')), reply(getProfile, () => stored)];
    let stored = withSecond;
    const { user } = show(withSecond, { handlers: gone });
    await press(user, 'Promote the second token');
    stored = capable;
    const dialog = await give(user, 'Promote the second token?');
    expect(await within(dialog).findByRole('alert')).toBeVisible();
  });

  it('shows the second token too, after the password', async () => {
    const { user } = show(withSecond);
    await press(user, 'Show: Second token');
    await give(user, 'Show the token');
    expect(await screen.findByText(full)).toBeVisible();
    expect(screen.getByText('••••ZrV1')).toBeVisible();
    expect(sentTo(revealToken)[0]?.body).toMatchObject({ which: 'secondary' });
  });
});
