import { afterEach, expect, it } from '@jest/globals';
import { getProfile, updateProfile } from '@portal/contract/profile';
import {
  connectionLost,
  profileResponse,
  type ResponseBody,
  renderPage,
  reply,
} from '@portal/shared/testing';
import { clearToasts } from '@portal/shared/ui';
import { act, screen, waitFor } from '@testing-library/react';
import ProfilePage from './profile-page.tsx';

type Profile = ResponseBody<typeof getProfile>;

const done = 'Your profile is saved.';
const save = () => screen.getByRole('button', { name: 'Save changes' });

/** A server whose first response to a change is lost; `stored` is what it has stored of the change. */
async function showLost(stored: (changes: Partial<Profile>) => Partial<Profile>) {
  let profile: Profile = profileResponse;
  let isLost = false;
  const reload = Promise.withResolvers<void>();
  const page = renderPage(<ProfilePage />, {
    path: '/profile',
    handlers: [
      reply(getProfile, async () => {
        if (isLost) await reload.promise;
        return profile;
      }),
      reply(updateProfile, ({ body }) => {
        const changes = body as Partial<Profile>;
        profile = { ...profile, ...(isLost ? changes : stored(changes)) };
        if (isLost) return profile;
        isLost = true;
        return connectionLost;
      }),
    ],
  });
  const name = await screen.findByLabelText('Name');
  await page.user.clear(name);
  await page.user.type(name, 'Ann Kask');
  await page.user.click(save());
  const alert = await screen.findByRole('alert');
  await waitFor(() => expect(alert).toHaveFocus());
  return { ...page, name, alert, reload: reload.resolve };
}

// What one test has announced must not count for another.
afterEach(() => act(clearToasts));

it('says that the profile is saved when only the response was lost', async () => {
  const { user, name, alert, reload } = await showLost((changes) => changes);
  await user.type(screen.getByLabelText('Company name'), ' Nord');
  act(() => alert.focus());
  reload();
  expect(await screen.findByText(done)).toBeVisible();
  expect(alert).not.toBeInTheDocument();
  await waitFor(() => expect(save()).toHaveFocus());
  expect(name).toHaveValue('Ann Kask');
  expect(screen.getByLabelText('Company name')).toHaveValue('Example Trading OÜ Nord');
});

it('keeps the error, and the change, when the profile does not have the change', async () => {
  const { user, name, alert, reload } = await showLost(() => ({ phone: '37255500001' }));
  reload();
  await waitFor(() => expect(screen.getByLabelText('Phone')).toHaveValue('37255500001'));
  expect(alert).toBeVisible();
  expect(screen.queryByText(done)).not.toBeInTheDocument();
  expect(name).toHaveValue('Ann Kask');
  await user.click(save());
  expect(await screen.findByText(done)).toBeVisible();
});
