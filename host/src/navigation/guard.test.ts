import { beforeEach, expect, jest, test } from '@jest/globals';
import { verifyAccess } from '@portal/contract/access';
import { getProfile } from '@portal/contract/profile';
import { getBalance, listServices } from '@portal/contract/services';
import { queryClient } from '@portal/shared/api';
import { offerActions } from '@portal/shared/area';
import { clearStoredState, configureSession, profileQuery, resumeSession } from '@portal/shared/session';
import {
  problem,
  profileResponse,
  type Reply,
  reply,
  server,
  servicesResponse,
  showLanguage,
} from '@portal/shared/testing';
import { waitFor } from '@testing-library/react';
import { portalStart } from '../testing/portal-start.fixtures.ts';
import { clearStateGuard, sessionGuard } from './guard.ts';

const request = new Request('http://localhost/voicing/cdr?limit=50');
const next = jest.fn(() => Promise.resolve('page'));

const page = { title: 'page', index: false, aliases: [], namespaces: [] };
const authorization = {
  id: 'auth',
  base_path: '/',
  pages: [
    { ...page, id: 'login', path: 'login' },
    { ...page, id: 'dpu', path: 'dpu' },
  ],
  actions: [
    { role: 'login', page: 'login' },
    { role: 'agreement', page: 'dpu' },
  ],
};

beforeEach(() => {
  offerActions([authorization]);
  showLanguage('en');
  clearStoredState();
  next.mockClear();
});

function respond(verify: Reply<typeof verifyAccess>) {
  server.use(
    reply(verifyAccess, verify),
    reply(getProfile, { ...profileResponse, language: 'en' }),
    reply(listServices, servicesResponse),
    reply(getBalance),
  );
}

test('lets a verified customer pass, with the profile loaded', async () => {
  respond({ success: true });
  await expect(sessionGuard({ request }, next)).resolves.toBe('page');
  expect(queryClient.getQueryData(profileQuery.queryKey)).toMatchObject({ email: profileResponse.email });
});

test.each([['401', problem('unauthenticated')] as const, ['success: false', { success: false }] as const])(
  'redirects a visitor without a session (%s) to the login page, which leads back',
  async (_name, verify) => {
    respond(verify);
    const redirect = await sessionGuard({ request }, next).catch((thrown: unknown) => thrown);
    expect(redirect).toBeInstanceOf(Response);
    const target = (redirect as Response).headers.get('location');
    expect(target).toBe('/login?return_to=%2Fvoicing%2Fcdr%3Flimit%3D50');
    expect(next).not.toHaveBeenCalled();
  },
);

test('redirects a customer who has not accepted the agreement to it, which leads back', async () => {
  respond({ success: true, dpu_required: true });
  const redirect = await sessionGuard({ request }, next).catch((thrown: unknown) => thrown);
  expect((redirect as Response).headers.get('location')).toBe('/dpu?return_to=%2Fvoicing%2Fcdr%3Flimit%3D50');
});

test('does not log the customer out when the server fails', async () => {
  respond(problem('maintenance'));
  await expect(sessionGuard({ request }, next)).rejects.toMatchObject({ code: 'maintenance' });
});

test('a page with unsaved changes waits until its customer has logged in again', async () => {
  const stop = configureSession({ logoutAddress: '/', hasUnsavedChanges: () => true });
  let isLoggedIn = false;
  respond(() => ({ success: isLoggedIn }));
  const guarded = sessionGuard({ request }, next);
  await resumeSession();
  expect(next).not.toHaveBeenCalled();
  isLoggedIn = true;
  await waitFor(async () => {
    await resumeSession();
    expect(next).toHaveBeenCalledTimes(1);
  });
  await expect(guarded).resolves.toBe('page');
  stop();
});

test('clears all stored state before an authorization screen', async () => {
  queryClient.setQueryData(profileQuery.queryKey, { ...profileResponse } as never);
  localStorage.setItem('left', 'over');
  await clearStateGuard({ request }, next);
  expect(queryClient.getQueryData(profileQuery.queryKey)).toBeUndefined();
  expect(localStorage).toHaveLength(0);
  expect(next).toHaveBeenCalled();
});

test('discards responses that were requested before the login', async () => {
  const responses = new Map([['GET http://localhost/v1/accounts/profile', Promise.resolve(new Response())]]);
  globalThis.portalStart = portalStart({ responses });
  await clearStateGuard({ request }, next);
  expect(responses.size).toBe(0);
});
