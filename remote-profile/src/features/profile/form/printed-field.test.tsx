import { expect, test } from '@jest/globals';
import { getProfile, updateProfile } from '@portal/contract/profile';
import { profileResponse, renderPage, reply, sentTo } from '@portal/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import ProfilePage from '../profile-page.tsx';

test('a saved name that documents cannot print says so, and does not keep other changes from being saved', async () => {
  const chinese = { ...profileResponse, name: '王小明' };
  const handlers = [reply(getProfile, chinese), reply(updateProfile, chinese)];
  const { user } = renderPage(<ProfilePage />, { path: '/profile', handlers });
  expect(await screen.findByLabelText('Name')).toHaveAccessibleDescription(/only print Latin, Greek/);
  const company = screen.getByLabelText('Company name');
  expect(company).not.toHaveAccessibleDescription(/only print/);
  await user.clear(company);
  await user.paste('Tamm & Pojad OÜ');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(sentTo(updateProfile)[0]?.body).toEqual({ company: 'Tamm & Pojad OÜ' }));
});
