import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, renderHook, waitFor } from '@testing-library/react';
import { HttpResponse, http, type JsonBodyType } from 'msw';
import { QueryProvider, queryClient } from '../api/query-cache.tsx';
import { i18n } from '../i18n/i18n.ts';
import { useFormatTimeZone } from '../i18n/use-format.ts';
import {
  balanceResponse,
  profileResponse,
  servicesResponse,
  verifyResponse,
} from '../testing/responses.fixtures.ts';
import { server } from '../testing/server.ts';
import { showLanguage } from '../testing/test-language.ts';
import {
  clearStoredState,
  configureSession,
  loadSession,
  logOut,
  onSessionEnd,
  updateProfile,
  useBalance,
  useProfile,
  useServices,
} from './index.ts';
import { sessionEnded } from './session-end.ts';
import { useSession } from './session-store.ts';
import { checkSession } from './verify-session.ts';

const calls: string[] = [];
const ends: string[] = [];
const left: string[] = [];
let stop: (() => void)[] = [];

beforeAll(() => showLanguage('en'));
beforeEach(() => {
  clearStoredState();
  calls.length = ends.length = left.length = 0;
  stop = [
    configureSession({ logoutAddress: '/bye', leave: (address) => void left.push(address) }),
    onSessionEnd((reason) => void ends.push(reason)),
  ];
  answer('post', 'accounts/access:verify', () => verifyResponse);
  answer('post', 'accounts/access:logout', () => ({ success: true, redirect_url: null }));
  answer('get', 'accounts/profile', () => profileResponse);
  answer('get', 'services/all', () => servicesResponse);
  answer('get', 'services/:id/balance', () => balanceResponse);
});
afterEach(() => {
  for (const undo of stop) undo();
  jest.useRealTimers();
});
afterAll(() => queryClient.clear());

function answer(method: 'get' | 'post' | 'put', path: string, body: () => JsonBodyType | Response): void {
  server.use(
    http[method](`http://localhost/v1/${path}`, ({ request }) => {
      calls.push(new URL(request.url).pathname.replace('/v1/', ''));
      const given = body();
      return given instanceof Response ? given : HttpResponse.json(given);
    }),
  );
}

const problem = (status: number, code: string) => () =>
  HttpResponse.json({ success: false, title: code, status, code }, { status });

describe('verifying', () => {
  it('asks once for parallel questions and trusts a yes for 30 seconds', async () => {
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'queueMicrotask', 'setTimeout', 'setImmediate', 'clearTimeout'],
    });
    await expect(Promise.all([checkSession(), checkSession()])).resolves.toEqual(['verified', 'verified']);
    jest.setSystemTime(Date.now() + 29_000);
    await checkSession();
    expect(calls).toHaveLength(1);
    jest.setSystemTime(Date.now() + 2_000);
    await checkSession();
    expect(calls).toHaveLength(2);
    expect(useSession.getState().status).toBe('verified');
  });

  it.each([
    ['401', problem(401, 'unauthenticated')],
    ['success: false', () => ({ success: false })],
  ])('takes %s as no session, and asks again next time', async (_name, no) => {
    answer('post', 'accounts/access:verify', no);
    await expect(checkSession()).resolves.toBe('anonymous');
    await checkSession();
    expect(calls).toHaveLength(2);
    expect(useSession.getState().status).toBe('anonymous');
    expect(ends).toEqual([]);
  });

  it.each([
    ['a server fault', problem(503, 'maintenance')],
    ['a lost connection', () => HttpResponse.error()],
  ])('says nothing about the session after %s', async (_name, fault) => {
    await checkSession();
    act(() => clearStoredState());
    answer('post', 'accounts/access:verify', fault);
    await expect(checkSession()).rejects.toMatchObject({ name: 'ApiError' });
    expect(useSession.getState().status).toBe('unknown');
  });

  it('does not remember an answer that was under way when everything was forgotten', async () => {
    const asked = checkSession();
    clearStoredState();
    await asked;
    expect(useSession.getState().status).toBe('unknown');
    await checkSession();
    expect(calls).toHaveLength(2);
  });
});

describe('loading', () => {
  it('brings profile, language, time zone, services and balances', async () => {
    answer('get', 'accounts/profile', () => ({ ...profileResponse, language: 'et' }));
    const session = await loadSession();
    expect(session).toMatchObject({ status: 'verified', profile: { name: 'Ann Tamm' } });
    expect(i18n.language).toBe('et');
    expect(useFormatTimeZone.getState().timeZone).toBe('Europe/Tallinn');
    await waitFor(() => expect(calls.filter((call) => call.endsWith('/balance'))).toHaveLength(2));
    const { result } = renderHook(() => [useProfile(), useServices(), useBalance('svc_vo_8KQ2')], {
      wrapper: QueryProvider,
    });
    expect(result.current.map((query) => query.isSuccess)).toEqual([true, true, true]);
    await i18n.changeLanguage('en');
  });

  it('leaves a language alone that was chosen since, though the profile could not take it', async () => {
    answer('get', 'accounts/profile', () => ({ ...profileResponse, language: 'et' }));
    await loadSession();
    await act(() => i18n.changeLanguage('de'));
    await loadSession();
    expect(i18n.language).toBe('de');
    await act(() => i18n.changeLanguage('en'));
  });

  it('asks for nothing twice within its time', async () => {
    await loadSession();
    await waitFor(() => expect(calls).toHaveLength(5));
    await loadSession();
    expect(calls).toHaveLength(5);
  });

  it('asks for nothing when there is no session', async () => {
    answer('post', 'accounts/access:verify', problem(401, 'unauthenticated'));
    await expect(loadSession()).resolves.toEqual({ status: 'anonymous' });
    expect(calls).toHaveLength(1);
  });

  it('leads to the agreement when it has to be accepted, and looks again afterwards', async () => {
    answer('post', 'accounts/access:verify', () => ({ ...verifyResponse, dpu_required: true }));
    await expect(loadSession()).resolves.toEqual({ status: 'limited' });
    answer('post', 'accounts/access:verify', () => verifyResponse);
    await expect(loadSession()).resolves.toMatchObject({ status: 'verified' });
  });

  it('takes a 401 of the profile as no session, and any other failure as a failure', async () => {
    answer('get', 'accounts/profile', problem(401, 'session_expired'));
    await expect(loadSession()).resolves.toEqual({ status: 'anonymous' });
    expect(ends).toEqual(['expired']);
    answer('get', 'accounts/profile', problem(503, 'maintenance'));
    await expect(loadSession()).rejects.toMatchObject({ code: 'maintenance' });
  });

  it('does not stop at services that cannot be had', async () => {
    answer('get', 'services/all', problem(503, 'maintenance'));
    await expect(loadSession()).resolves.toMatchObject({ status: 'verified' });
  });
});

describe('the profile', () => {
  it('changes for every reader when it is saved', async () => {
    await loadSession();
    answer('put', 'accounts/profile', () => ({
      ...profileResponse,
      name: 'Anna',
      language: 'de',
      timezone: 'Asia/Tokyo',
    }));
    const { result } = renderHook(() => useProfile(), { wrapper: QueryProvider });
    await act(() => updateProfile({ name: 'Anna' }));
    await waitFor(() => expect(result.current.data?.name).toBe('Anna'));
    expect(i18n.language).toBe('de');
    expect(useFormatTimeZone.getState().timeZone).toBe('Asia/Tokyo');
    await act(() => i18n.changeLanguage('en'));
  });
});

describe('the end', () => {
  it('by logging out clears everything and goes to the logout address', async () => {
    await loadSession();
    localStorage.setItem('a', '1');
    sessionStorage.setItem('b', '2');
    await logOut();
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
    expect(useSession.getState().status).toBe('anonymous');
    expect([ends, left]).toEqual([['logged-out'], ['/bye']]);
  });

  it('does not come when the server could not be told', async () => {
    await loadSession();
    answer('post', 'accounts/access:logout', () => HttpResponse.error());
    await expect(logOut()).rejects.toMatchObject({ code: 'network_error' });
    expect(useSession.getState().status).toBe('verified');
    expect([ends, left]).toEqual([[], []]);
  });

  it('reaches the other tabs', async () => {
    const heard: unknown[] = [];
    const other = new BroadcastChannel('portal-session');
    other.onmessage = (event) => heard.push(event.data);
    await logOut();
    await waitFor(() => expect(heard).toEqual(['logged-out']));
    await act(() => loadSession());
    other.postMessage('logged-out');
    await waitFor(() => expect(ends).toEqual(['logged-out', 'logged-out']));
    expect(left).toEqual(['/bye']);
    other.close();
  });

  it('lets nothing more be asked while the page of the account is being left', async () => {
    await loadSession();
    const { result } = renderHook(() => useProfile(), { wrapper: QueryProvider });
    act(() => sessionEnded('logged-out'));
    act(() => clearStoredState());
    expect(result.current.fetchStatus).toBe('idle');
  });

  it('comes once, however often it is announced', async () => {
    await checkSession();
    sessionEnded('expired');
    sessionEnded('logged-out');
    expect(ends).toEqual(['expired']);
  });
});
