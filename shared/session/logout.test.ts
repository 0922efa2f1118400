import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { configureApi } from '../api/api-settings.ts';
import { queryClient } from '../api/query-cache.tsx';
import { profileResponse, servicesResponse, verifyResponse } from '../testing/responses.fixtures.ts';
import { server } from '../testing/server.ts';
import {
  clearStoredState,
  configureSession,
  loadSession,
  logOut,
  servicesQuery,
  updateProfile,
} from './index.ts';

const events: string[] = [];
let stop: (() => void)[] = [];
let endLogout: (response: Response) => void;

beforeEach(async () => {
  clearStoredState();
  const response = new Promise<Response>((resolve) => {
    endLogout = resolve;
  });
  configureApi({ dropEarly: () => void events.push('early requests dropped') });
  stop = [configureSession({ logoutAddress: '/bye', leave: () => void events.push('left') })];
  server.use(
    http.get('http://localhost/v1/accounts/profile', () => HttpResponse.json(profileResponse)),
    http.get('http://localhost/v1/services/all', () =>
      HttpResponse.json({ ...servicesResponse, services: [] }),
    ),
    // A colon begins a parameter, so one pattern matches both addresses.
    http.post('http://localhost/v1/accounts/access:action', ({ request }) => {
      if (request.url.endsWith('verify')) return HttpResponse.json(verifyResponse);
      events.push('logout');
      return response;
    }),
  );
  await loadSession();
  events.length = 0;
});
afterEach(() => {
  for (const undo of stop) undo();
  configureApi({ dropEarly: undefined });
  queryClient.clear();
});

const loggedOut = () => HttpResponse.json({ success: true, redirect_url: null });

/** A component shows the services, and the server does not respond. */
function showSlowServices(): void {
  let isFirst = true;
  const slow = http.get('http://localhost/v1/services/all', async ({ request }) => {
    events.push('services');
    if (!isFirst) return HttpResponse.json({ ...servicesResponse, services: [] });
    isFirst = false;
    request.signal.addEventListener('abort', () => events.push('services aborted'));
    await delay('infinite');
    return undefined;
  });
  server.use(slow);
  queryClient.removeQueries({ queryKey: servicesQuery.queryKey });
  stop.push(new QueryObserver(queryClient, servicesQuery).subscribe(() => undefined));
}

it('aborts the queries that are under way before the session ends on the server', async () => {
  showSlowServices();
  await waitFor(() => expect(events).toEqual(['services']));
  endLogout(loggedOut());
  await logOut();
  expect(events).toEqual(['services', 'early requests dropped', 'services aborted', 'logout', 'left']);
});

it('sends no query that starts while the session is ending', async () => {
  const ending = logOut();
  await waitFor(() => expect(events).toContain('logout'));
  showSlowServices();
  endLogout(loggedOut());
  await ending;
  await new Promise((resolve) => setTimeout(resolve));
  expect(events).toEqual(['early requests dropped', 'logout', 'left']);
});

it('does not abort a change', async () => {
  const saving = Promise.withResolvers<void>();
  server.use(
    http.put('http://localhost/v1/accounts/profile', async ({ request }) => {
      request.signal.addEventListener('abort', () => events.push('change aborted'));
      events.push('change');
      await saving.promise;
      return HttpResponse.json(profileResponse);
    }),
  );
  const saved = updateProfile({ name: 'Ann Tamm' });
  await waitFor(() => expect(events).toEqual(['change']));
  const ending = logOut();
  await waitFor(() => expect(events).toContain('logout'));
  saving.resolve();
  await expect(saved).resolves.toMatchObject({ name: 'Ann Tamm' });
  endLogout(loggedOut());
  await ending;
  expect(events).not.toContain('change aborted');
});

it('loads the aborted queries again when the session could not be ended', async () => {
  showSlowServices();
  await waitFor(() => expect(events).toEqual(['services']));
  endLogout(
    HttpResponse.json(
      { success: false, title: 'csrf_failed', status: 403, code: 'csrf_failed' },
      { status: 403 },
    ),
  );
  await expect(logOut()).rejects.toMatchObject({ code: 'csrf_failed' });
  await waitFor(() =>
    expect(queryClient.getQueryData(servicesQuery.queryKey)).toEqual({ ...servicesResponse, services: [] }),
  );
});
