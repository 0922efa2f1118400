import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { getProfile } from '@portal/contract/profile';
import { waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { queryClient } from '../api/query-cache.tsx';
import { request } from '../api/request.ts';
import { profileResponse, servicesResponse, verifyResponse } from '../testing/responses.fixtures.ts';
import { server } from '../testing/server.ts';
import { showLanguage } from '../testing/test-language.ts';
import { clearStoredState, configureSession, endPause, loadSession, onSessionEnd } from './index.ts';
import { useSessionPause } from './session-pause.ts';
import { profileQuery } from './use-account.ts';

const own = profileResponse.account_sid ?? null;
/** The account that is logged in in this browser. */
let account: string | null;
/** Refusals of requests that were sent with the session before. */
let refusals: number;
let verifications: number;
let hasUnsavedChanges: boolean;
let stop: (() => void)[];
const ends = jest.fn();

const refusal = (code: string) =>
  HttpResponse.json({ success: false, title: code, status: 401, code }, { status: 401 });

beforeEach(async () => {
  showLanguage('en');
  clearStoredState();
  account = own;
  refusals = 0;
  hasUnsavedChanges = false;
  ends.mockClear();
  stop = [
    configureSession({ logoutAddress: '/', hasUnsavedChanges: () => hasUnsavedChanges }),
    onSessionEnd(ends),
  ];
  server.use(
    http.post('http://localhost/v1/accounts/access:verify', () => {
      verifications += 1;
      return account === null
        ? refusal('unauthenticated')
        : HttpResponse.json({ ...verifyResponse, account_sid: account });
    }),
    http.get('http://localhost/v1/accounts/profile', ({ request: { headers } }) => {
      refusals -= 1;
      if (refusals >= 0) return refusal('unauthenticated');
      const isForOther = ![null, account].includes(headers.get('x-account-sid'));
      return isForOther ? refusal('session_expired') : HttpResponse.json(profileResponse);
    }),
    http.get('http://localhost/v1/services/all', () =>
      HttpResponse.json({ ...servicesResponse, services: [] }),
    ),
  );
  await loadSession();
  verifications = 0;
});
afterEach(() => {
  endPause(false);
  for (const undo of stop) undo();
  queryClient.clear();
});

it('repeats requests with the session that another tab has started for the same account', async () => {
  refusals = 2;
  await expect(Promise.all([request(getProfile), request(getProfile)])).resolves.toHaveLength(2);
  expect(verifications).toBe(1);
  expect(ends).not.toHaveBeenCalled();
});

it('does so while the page is starting, when only the verified account is known', async () => {
  clearStoredState();
  refusals = 1;
  await expect(loadSession()).resolves.toMatchObject({ status: 'verified' });
  expect(ends).not.toHaveBeenCalled();
});

it('does not pause a page with unsaved changes', async () => {
  hasUnsavedChanges = true;
  refusals = 1;
  await expect(request(getProfile)).resolves.toMatchObject({ account_sid: own });
  expect(useSessionPause.getState().isPaused).toBe(false);
});

it('ends the session of the page, with its data, when the session is of another account', async () => {
  account = 'ACother';
  void request(getProfile);
  await waitFor(() => expect(ends.mock.calls).toEqual([['replaced']]));
  expect(queryClient.getQueryData(profileQuery.queryKey)).toBeUndefined();
});

it('pauses a page with unsaved changes then', async () => {
  hasUnsavedChanges = true;
  account = 'ACother';
  await expect(request(getProfile)).rejects.toMatchObject({ status: 401 });
  await waitFor(() => expect(useSessionPause.getState()).toEqual({ isPaused: true, isOtherAccount: true }));
  expect(ends).not.toHaveBeenCalled();
});

it.each([
  ['without a session', () => refusal('unauthenticated')],
  ['without a response', () => HttpResponse.error()],
])('%s the session has expired', async (_name, respond) => {
  server.use(http.post('http://localhost/v1/accounts/access:verify', respond));
  account = null;
  await expect(request(getProfile)).rejects.toMatchObject({ status: 401 });
  expect(ends.mock.calls).toEqual([['expired']]);
});
