import { beforeEach, expect, jest, test } from '@jest/globals';
import { requestFirst } from './first-requests.ts';
import { abortRequests, responses } from './start-requests.ts';

const api = new URL('http://localhost/');
const list = { path: 'v1/services/{voicing}/cdr', query: { limit: '25', totals: 'none' }, address: [] };
const payments = { path: 'v1/finances/payments', query: { start_date: '{today}' }, address: [] };

const profile = { account_sid: 'AC1', timezone: 'Pacific/Auckland' };
const services = {
  services: [
    { service_id: 'svc_old', type: 'voicing', status: 'closed' },
    { service_id: 'svc_1', type: 'voicing', status: 'active' },
  ],
};
const late = new Date('2026-11-27T20:00:00Z');

function account({ status = 200, isTaken = (): boolean => false } = {}) {
  const respond = (body: object) => {
    const headers = { date: late.toUTCString() };
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers }));
  };
  return { profile: respond(profile), services: respond(services), isTaken };
}

const sent = () => jest.mocked(globalThis.fetch).mock.calls;

beforeEach(() => {
  jest.useFakeTimers();
  responses.clear();
  jest
    .spyOn(globalThis, 'fetch')
    .mockReset()
    .mockImplementation(async () => new Response('{}'));
});

test('sends them for the account, whose service and days they are about', async () => {
  await requestFirst([list, payments], api, account());
  expect(sent().map(([url]) => String(url))).toEqual([
    'http://localhost/v1/services/svc_1/cdr?limit=25&totals=none',
    'http://localhost/v1/finances/payments?start_date=2026-11-28',
  ]);
  expect(sent()[0]?.[1]).toMatchObject({
    credentials: 'include',
    cache: 'no-store',
    headers: { 'x-account-sid': 'AC1', 'x-requested-with': 'portal' },
  });
  expect([...responses.keys()]).toHaveLength(2);
});

test('leaves the responses of the account to be read again', async () => {
  const known = account();
  await requestFirst([payments], api, known);
  await expect((await known.profile).json()).resolves.toEqual(profile);
});

test('sends nothing without a session', async () => {
  await requestFirst([payments], api, account({ status: 401 }));
  expect(sent()).toEqual([]);
});

test('sends nothing once the page sends its requests itself', async () => {
  await requestFirst([payments], api, account({ isTaken: () => true }));
  expect(sent()).toEqual([]);
});

test('sends nothing when the connection is lost', async () => {
  const lost = Promise.reject(new TypeError('Failed to fetch'));
  await requestFirst([payments], api, { ...account(), services: lost });
  expect(sent()).toEqual([]);
});

test('a response that nobody has taken after a minute is not used later', async () => {
  await requestFirst([payments], api, account());
  jest.advanceTimersByTime(60_000);
  expect(responses.size).toBe(0);
});

test('can be aborted', async () => {
  await requestFirst([payments], api, account());
  const signal = sent()[0]?.[1]?.signal;
  expect(signal?.aborted).toBe(false);
  abortRequests();
  expect(signal?.aborted).toBe(true);
});
