import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, renderHook, waitFor } from '@testing-library/react';
import { HttpResponse, http, type JsonBodyType } from 'msw';
import { settings } from '../api/api-settings.ts';
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
  isUnsavedInAnyTab,
  loadSession,
  logOut,
  onSessionEnd,
  saveLanguageChoice,
  updateProfile,
  useBalance,
  useProfile,
  useServices,
} from './index.ts';
import { forgetAppliedLanguage } from './load-session.ts';
import { sessionEnded } from './session-end.ts';
import { checkSession, useSession } from './verify-session.ts';

const requests: string[] = [];
const ends: string[] = [];
const left: string[] = [];
let stop: (() => void)[] = [];

beforeAll(() => showLanguage('en'));
beforeEach(() => {
  clearStoredState();
  requests.length = ends.length = left.length = 0;
  stop = [
    configureSession({ logoutAddress: '/bye', leave: (address) => void left.push(address) }),
    onSessionEnd((reason) => void ends.push(reason)),
  ];
  respond('post', 'accounts/access:verify', () => verifyResponse);
  respond('post', 'accounts/access:logout', () => ({ success: true, redirect_url: null }));
  respond('get', 'accounts/profile', () => profileResponse);
  respond('get', 'services/all', () => servicesResponse);
  respond('get', 'services/:id/balance', () => balanceResponse);
});
afterEach(() => {
  for (const undo of stop) undo();
  jest.useRealTimers();
});
afterAll(() => queryClient.clear());

function respond(method: 'get' | 'post' | 'put', path: string, body: () => JsonBodyType | Response): void {
  server.use(
    http[method](`http://localhost/v1/${path}`, ({ request }) => {
      requests.push(new URL(request.url).pathname.replace('/v1/', ''));
      const response = body();
      return response instanceof Response ? response : HttpResponse.json(response);
    }),
  );
}

const problem = (status: number, code: string) => () =>
  HttpResponse.json({ success: false, title: code, status, code }, { status });

describe('checkSession', () => {
  it('sends one request for parallel checks and trusts its response for 30 seconds', async () => {
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'queueMicrotask', 'setTimeout', 'setImmediate', 'clearTimeout'],
    });
    await expect(Promise.all([checkSession(), checkSession()])).resolves.toEqual(['verified', 'verified']);
    jest.setSystemTime(Date.now() + 29_000);
    await checkSession();
    expect(requests).toHaveLength(1);
    jest.setSystemTime(Date.now() + 2_000);
    await checkSession();
    expect(requests).toHaveLength(2);
    expect(useSession.getState().status).toBe('verified');
  });

  it.each([
    ['401', problem(401, 'unauthenticated')],
    ['success: false', () => ({ success: false })],
  ])('treats %s as no session and asks the server again next time', async (_name, no) => {
    respond('post', 'accounts/access:verify', no);
    await expect(checkSession()).resolves.toBe('anonymous');
    await checkSession();
    expect(requests).toHaveLength(2);
    expect(useSession.getState().status).toBe('anonymous');
    expect(ends).toEqual([]);
  });

  it.each([
    ['a server fault', problem(503, 'maintenance')],
    ['a lost connection', () => HttpResponse.error()],
  ])('leaves the status unknown after %s', async (_name, fault) => {
    await checkSession();
    act(() => clearStoredState());
    respond('post', 'accounts/access:verify', fault);
    await expect(checkSession()).rejects.toMatchObject({ name: 'ApiError' });
    expect(useSession.getState().status).toBe('unknown');
  });

  it('is verified in spite of a connection that is lost once', async () => {
    let attempts = 0;
    respond('post', 'accounts/access:verify', () => {
      attempts += 1;
      return attempts === 1 ? HttpResponse.error() : verifyResponse;
    });
    expect(await checkSession()).toBe('verified');
    expect(attempts).toBe(2);
  });

  it('does not store a response that was pending when the stored state was cleared', async () => {
    const pending = checkSession();
    clearStoredState();
    await pending;
    expect(useSession.getState().status).toBe('unknown');
    await checkSession();
    expect(requests).toHaveLength(2);
  });
});

describe('isUnsavedInAnyTab', () => {
  const isUnsaved = (own: boolean) => {
    stop.push(configureSession({ logoutAddress: '/bye', hasUnsavedChanges: () => own }));
    return isUnsavedInAnyTab();
  };

  it('finds changes in this tab, and none when no tab has any', async () => {
    await expect(isUnsaved(true)).resolves.toBe(true);
    await expect(isUnsaved(false)).resolves.toBe(false);
  });

  it('finds changes in another tab', async () => {
    const otherTab = new BroadcastChannel('portal-session');
    stop.push(() => otherTab.close());
    otherTab.addEventListener(
      'message',
      ({ data }) => data === 'unsaved?' && otherTab.postMessage('unsaved'),
    );
    await expect(isUnsaved(false)).resolves.toBe(true);
  });

  it('answers another tab that asks', async () => {
    const otherTab = new BroadcastChannel('portal-session');
    stop.push(() => otherTab.close());
    const answer = new Promise((resolve) => {
      otherTab.addEventListener('message', ({ data }) => resolve(data));
    });
    await isUnsaved(true);
    otherTab.postMessage('unsaved?');
    await expect(answer).resolves.toBe('unsaved');
  });
});

describe('loadSession', () => {
  it('loads profile, language, time zone, services and balances', async () => {
    respond('get', 'accounts/profile', () => ({ ...profileResponse, language: 'et' }));
    const session = await loadSession();
    expect(session).toMatchObject({ status: 'verified', profile: { name: 'Ann Tamm' } });
    expect(i18n.language).toBe('et');
    expect(useFormatTimeZone.getState().timeZone).toBe('Europe/Tallinn');
    await waitFor(() => expect(requests.filter((path) => path.endsWith('/balance'))).toHaveLength(2));
    const { result } = renderHook(() => [useProfile(), useServices(), useBalance('svc_vo_8KQ2')], {
      wrapper: QueryProvider,
    });
    expect(result.current.map((query) => query.isSuccess)).toEqual([true, true, true]);
    await i18n.changeLanguage('en');
  });

  it('drops a response to the account of a page that was left meanwhile', async () => {
    await loadSession();
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.put('http://localhost/v1/accounts/profile', async () => {
        await answered;
        return HttpResponse.json({ ...profileResponse, name: 'Of another customer' });
      }),
    );
    const settled = jest.fn();
    void updateProfile({ name: 'Of another customer' }).then(settled, settled);
    clearStoredState();
    answer();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(settled).not.toHaveBeenCalled();
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
    expect(ends).toEqual([]);
  });

  it.each(['before', 'after'])(
    'is anonymous when the services are refused %s the profile has arrived',
    async (order) => {
      const zone = () => useFormatTimeZone.getState().timeZone;
      const refuse = async () => {
        if (order === 'after') await waitFor(() => expect(zone()).toBe('Europe/Tallinn'));
        return problem(401, 'session_expired')();
      };
      server.use(http.get('http://localhost/v1/services/all', refuse));
      await expect(loadSession()).resolves.toEqual({ status: 'anonymous' });
      expect(ends).toEqual(['expired']);
      expect([zone(), settings.account]).toEqual([null, null]);
    },
  );

  it('names the account that the page shows in every later request, until the session ends', async () => {
    const named: (string | null)[] = [];
    const read = ({ request }: { request: Request }) => {
      named.push(request.headers.get('x-account-sid'));
      return HttpResponse.json(profileResponse);
    };
    server.use(http.get('http://localhost/v1/accounts/profile', read));
    server.use(http.put('http://localhost/v1/accounts/profile', read));
    await loadSession();
    await updateProfile({ name: 'Ann Tamm' });
    clearStoredState();
    await loadSession();
    expect(named).toEqual([null, profileResponse.account_sid, null]);
  });

  it('does not undo a language that the customer chose later, even if the profile was not saved', async () => {
    respond('get', 'accounts/profile', () => ({ ...profileResponse, language: 'et' }));
    await loadSession();
    await act(() => i18n.changeLanguage('de'));
    await loadSession();
    expect(i18n.language).toBe('de');
    await act(() => i18n.changeLanguage('en'));
  });

  it('shows a choice of the language that is still being saved after a reload, and saves it', async () => {
    await loadSession();
    respond('put', 'accounts/profile', () => HttpResponse.error());
    await act(() => i18n.changeLanguage('de'));
    await expect(saveLanguageChoice('de')).rejects.toMatchObject({ code: 'network_error' });
    forgetAppliedLanguage();
    requests.length = 0;
    respond('put', 'accounts/profile', () => ({ ...profileResponse, language: 'de' }));
    await loadSession();
    expect(i18n.language).toBe('de');
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
    expect(requests).toContain('accounts/profile');
    await act(() => i18n.changeLanguage('en'));
  });

  it('sends no request twice while its response is fresh', async () => {
    await loadSession();
    await waitFor(() => expect(requests).toHaveLength(5));
    await loadSession();
    expect(requests).toHaveLength(5);
  });

  it('sends no further request when there is no session', async () => {
    respond('post', 'accounts/access:verify', problem(401, 'unauthenticated'));
    await expect(loadSession()).resolves.toEqual({ status: 'anonymous' });
    expect(requests).toHaveLength(1);
  });

  it('is limited until the agreement is accepted, and verified afterwards', async () => {
    respond('post', 'accounts/access:verify', () => ({ ...verifyResponse, dpu_required: true }));
    await expect(loadSession()).resolves.toEqual({ status: 'limited' });
    respond('post', 'accounts/access:verify', () => verifyResponse);
    await expect(loadSession()).resolves.toMatchObject({ status: 'verified' });
  });

  it('treats a 401 of the profile as no session, and rejects on any other failure', async () => {
    respond('get', 'accounts/profile', problem(401, 'session_expired'));
    await expect(loadSession()).resolves.toEqual({ status: 'anonymous' });
    expect(ends).toEqual(['expired']);
    respond('get', 'accounts/profile', problem(503, 'maintenance'));
    await expect(loadSession()).rejects.toMatchObject({ code: 'maintenance' });
  });

  it('does not fail when the services cannot be loaded', async () => {
    respond('get', 'services/all', problem(503, 'maintenance'));
    await expect(loadSession()).resolves.toMatchObject({ status: 'verified' });
  });
});

describe('the profile', () => {
  it('updates every component that shows it when it is saved', async () => {
    await loadSession();
    respond('put', 'accounts/profile', () => ({
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

describe('the end of the session', () => {
  it('clears the stored state and leaves for the logout address after logging out', async () => {
    await loadSession();
    localStorage.setItem('a', '1');
    sessionStorage.setItem('b', '2');
    await logOut();
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
    expect(useSession.getState().status).toBe('anonymous');
    expect([ends, left]).toEqual([['logged-out'], ['/bye']]);
  });

  it('is heard by a page whose code arrives later, unless somebody has logged in since', async () => {
    await loadSession();
    await logOut();
    const later = jest.fn();
    onSessionEnd(later)();
    expect(later).toHaveBeenCalledWith('logged-out');
    later.mockClear();
    await loadSession();
    onSessionEnd(later)();
    expect(later).not.toHaveBeenCalled();
  });

  it('does not happen when the server cannot be reached', async () => {
    await loadSession();
    respond('post', 'accounts/access:logout', () => HttpResponse.error());
    await expect(logOut()).rejects.toMatchObject({ code: 'network_error' });
    expect(useSession.getState().status).toBe('verified');
    expect([ends, left]).toEqual([[], []]);
  });

  it('happens in spite of a connection that is lost once', async () => {
    await loadSession();
    let attempts = 0;
    respond('post', 'accounts/access:logout', () => {
      attempts += 1;
      return attempts === 1 ? HttpResponse.error() : { success: true, redirect_url: null };
    });
    await logOut();
    expect([ends, left]).toEqual([['logged-out'], ['/bye']]);
  });

  it('is sent to the other tabs and received from them', async () => {
    await loadSession();
    const received: unknown[] = [];
    const other = new BroadcastChannel('portal-session');
    other.onmessage = (event) => received.push(event.data);
    await logOut();
    await waitFor(() => expect(received).toEqual(['logged-out']));
    await act(() => loadSession());
    other.postMessage('logged-out');
    await waitFor(() => expect(ends).toEqual(['logged-out', 'logged-out']));
    expect(left).toEqual(['/bye']);
    other.close();
  });

  it('sends no request while the page of the account is being left', async () => {
    await loadSession();
    const { result } = renderHook(() => useProfile(), { wrapper: QueryProvider });
    act(() => sessionEnded('logged-out'));
    act(() => clearStoredState());
    expect(result.current.fetchStatus).toBe('idle');
  });

  it('is reported once when it is detected twice', async () => {
    await checkSession();
    sessionEnded('expired');
    sessionEnded('logged-out');
    expect(ends).toEqual(['expired']);
  });
});
