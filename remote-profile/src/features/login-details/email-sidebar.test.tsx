import { describe, expect, it } from '@jest/globals';
import { getProfile, updateProfile } from '@portal/contract/profile';
import { endpointKey, queryClient } from '@portal/shared/api';
import { connectionLost, problem, profileResponse, renderPage, reply, sentTo } from '@portal/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import EmailSidebar from './email-sidebar.tsx';

const pending = { ...profileResponse, pending_email: 'new@example.com' };

describe('changing the e-mail address', () => {
  it('shows that the old address stays until the new one is confirmed', async () => {
    const { user } = renderPage(<EmailSidebar />, { handlers: [reply(updateProfile, pending)] });
    expect(await screen.findByText(/It stays in use until you confirm/)).toBeVisible();
    expect(screen.getByText(/the change can be undone for 7 days/)).toBeVisible();
    await user.type(screen.getByLabelText('New e-mail'), 'New@example.com');
    await user.type(screen.getByLabelText('Current password'), 'Secret1!x{Enter}');
    const result = await screen.findByRole('group', { name: 'Check the inbox of the new address' });
    expect(result).toHaveFocus();
    expect(result).toHaveTextContent('until then you log in with ann@example.com');
    expect(sentTo(updateProfile)[0]?.body).toEqual({
      email: 'new@example.com',
      current_password: 'Secret1!x',
    });
  });

  it.each([
    ['is confirmed', 'new@example.com', { email: 'new@example.com' }, 'new@example.com is now your address'],
    ['is canceled', 'new@example.com', {}, 'ann@example.com stays your address'],
    ['is none', 'ann@example.com', {}, 'ann@example.com is already your address'],
  ])('shows what has become of a change that %s', async (_what, asked, change, text) => {
    let stored: typeof profileResponse = profileResponse;
    const sent = asked === pending.pending_email ? pending : profileResponse;
    const { user } = renderPage(<EmailSidebar />, {
      handlers: [reply(getProfile, () => stored), reply(updateProfile, sent)],
    });
    await user.type(await screen.findByLabelText('New e-mail'), asked);
    await user.type(screen.getByLabelText('Current password'), 'Secret1!x{Enter}');
    const result = await screen.findByRole('group', {
      name: sent === pending ? 'Check the inbox of the new address' : 'Nothing has changed',
    });
    stored = { ...profileResponse, ...change };
    await act(() => queryClient.invalidateQueries({ queryKey: endpointKey(getProfile) }));
    await waitFor(() => expect(result).toHaveTextContent(text));
  });

  it('requires both fields', async () => {
    const { user } = renderPage(<EmailSidebar />);
    await user.click(await screen.findByRole('button', { name: 'Send the confirmation' }));
    expect(await screen.findByText('Email is required')).toBeVisible();
    expect(screen.getByText('Please enter your current password')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('New e-mail')).toHaveFocus());
  });

  it('shows a wrong password on its field', async () => {
    const refusal = problem('validation_failed', {
      errors: [{ field: 'current_password', code: 'current_password_wrong', message: '' }],
    });
    const { user } = renderPage(<EmailSidebar />, { handlers: [reply(updateProfile, refusal)] });
    await user.type(await screen.findByLabelText('New e-mail'), 'new@example.com');
    await user.type(screen.getByLabelText('Current password'), 'wrong{Enter}');
    expect(await screen.findByText('The current password is incorrect')).toBeVisible();
  });

  it('cancels a pending change', async () => {
    const { user } = renderPage(<EmailSidebar />, {
      handlers: [reply(getProfile, pending), reply(updateProfile, profileResponse)],
    });
    await user.click(await screen.findByRole('button', { name: 'Cancel this change' }));
    await waitFor(() =>
      expect(screen.queryByText('A change is waiting for confirmation')).not.toBeInTheDocument(),
    );
    expect(sentTo(updateProfile)[0]?.body).toEqual({ email: 'ann@example.com' });
  });

  it('shows what is pending after a lost response', async () => {
    let stored: typeof profileResponse = pending;
    const lost = reply(updateProfile, ({ body }) => {
      const { email } = body as { email: string };
      stored = { ...pending, pending_email: email === pending.email ? null : email };
      return connectionLost;
    });
    const { user } = renderPage(<EmailSidebar />, { handlers: [reply(getProfile, () => stored), lost] });
    await user.click(await screen.findByRole('button', { name: 'Cancel this change' }));
    const isPending = () => screen.queryByText('A change is waiting for confirmation') !== null;
    await waitFor(() => expect(isPending()).toBe(false));
    await user.type(screen.getByLabelText('New e-mail'), 'next@example.com');
    await user.type(screen.getByLabelText('Current password'), 'Secret1!x{Enter}');
    await waitFor(() => expect(isPending()).toBe(true));
  });

  it('closes without a change', async () => {
    const page = renderPage(<EmailSidebar />, { url: '/?sidebar=profile/email' });
    await page.user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(page.location().search).toBe(''));
  });
});
