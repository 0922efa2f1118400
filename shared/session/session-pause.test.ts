import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { getProfile } from '@portal/contract/profile';
import { waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { settings } from '../api/api-settings.ts';
import { queryClient } from '../api/query-cache.tsx';
import { request } from '../api/request.ts';
import { balanceResponse, profileResponse, servicesResponse } from '../testing/responses.fixtures.ts';
import { server } from '../testing/server.ts';
import { showLanguage } from '../testing/test-language.ts';
import {
  clearStoredState,
  configureSession,
  endPause,
  loadSession,
  onSessionEnd,
  pauseSession,
  useSessionPause,
} from './index.ts';
import { profileQuery } from './use-account.ts';
import { useSession } from './verify-session.ts';

/** Who is logged in in this browser. */
let account: 'own' | 'other' | null;
let stop: (() => void)[];
let otherTab: BroadcastChannel;
const ends = jest.fn();
const hasUnsavedChanges = jest.fn(() => true);

const refusal = () => HttpResponse.json({ error: { code: 'session_expired' } }, { status: 401 });

beforeEach(async () => {
  showLanguage('en');
  clearStoredState();
  account = 'own';
  ends.mockClear();
  hasUnsavedChanges.mockReturnValue(true);
  otherTab = new BroadcastChannel('portal-session');
  stop = [configureSession({ logoutAddress: '/', hasUnsavedChanges }), onSessionEnd(ends)];
  server.use(
    http.post('http://localhost/v1/accounts/access:verify', () =>
      HttpResponse.json({ success: account !== null }),
    ),
    http.get('http://localhost/v1/accounts/profile', () =>
      account === 'own' ? HttpResponse.json(profileResponse) : refusal(),
    ),
    http.get('http://localhost/v1/services/all', () =>
      account === 'own' ? HttpResponse.json(servicesResponse) : refusal(),
    ),
    http.get('http://localhost/v1/services/:id/balance', () => HttpResponse.json(balanceResponse)),
  );
  await loadSession();
});
afterEach(() => {
  endPause(false);
  otherTab.close();
  for (const undo of stop) undo();
  queryClient.clear();
});

const pause = () => useSessionPause.getState();

/** Sends a request whose session has ended. */
async function useExpired(next: typeof account = null): Promise<void> {
  account = next;
  await expect(request(getProfile)).rejects.toMatchObject({ status: 401 });
}

it('keeps a page with unsaved changes, with its data, until its account is logged in again', async () => {
  await useExpired();
  expect([pause().isPaused, useSession.getState().status]).toEqual([true, 'verified']);
  expect(settings.isPaused?.()).toBe(true);
  expect(queryClient.getQueryData(profileQuery.queryKey)).toMatchObject({ email: profileResponse.email });
  account = 'own';
  const resumed = pauseSession();
  otherTab.postMessage('logged-in');
  await expect(resumed).resolves.toBe(true);
  expect(pause().isPaused).toBe(false);
  expect(ends).not.toHaveBeenCalled();
});

it('says that another account is logged in, and does not continue with it', async () => {
  await useExpired('other');
  await waitFor(() => expect(pause().isOtherAccount).toBe(true));
  // Logging out of that account does not lose the page.
  otherTab.postMessage('logged-out');
  otherTab.postMessage('logged-in');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(pause().isPaused).toBe(true);
  expect(ends).not.toHaveBeenCalled();
});

it('leaves the page when the customer decides so, or logs out in another tab', async () => {
  await useExpired();
  endPause(false);
  await waitFor(() => expect(ends).toHaveBeenCalledWith('expired'));
  expect(queryClient.getQueryData(profileQuery.queryKey)).toBeUndefined();
  account = 'own';
  clearStoredState();
  await loadSession();
  await useExpired();
  await waitFor(() => expect(pause().isPaused).toBe(true));
  otherTab.postMessage('logged-out');
  await waitFor(() => expect(ends).toHaveBeenLastCalledWith('logged-out'));
  expect(pause().isPaused).toBe(false);
});

it('pauses again when the session ends a second time', async () => {
  await useExpired();
  account = 'own';
  otherTab.postMessage('logged-in');
  await waitFor(() => expect(pause().isPaused).toBe(false));
  await useExpired();
  expect(pause().isPaused).toBe(true);
});

it('leaves a page without unsaved changes', async () => {
  hasUnsavedChanges.mockReturnValue(false);
  await useExpired();
  expect(ends).toHaveBeenCalledWith('expired');
  expect(pause().isPaused).toBe(false);
});
