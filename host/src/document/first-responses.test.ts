import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { awaitFirstResponses, dropWithSession, requestEarly, responses } from './start-requests.ts';

const api = new URL('http://localhost/');
const date = 'Sun, 29 Nov 2026 08:00:00 GMT';
let readyState: DocumentReadyState;

beforeEach(() => {
  jest.useFakeTimers();
  responses.clear();
  readyState = 'loading';
  jest.spyOn(document, 'readyState', 'get').mockImplementation(() => readyState);
  jest
    .spyOn(globalThis, 'fetch')
    .mockReset()
    .mockImplementation(async () => new Response('"sent"'));
});
afterEach(() => document.body.replaceChildren());

/** The parser reaches a response in the HTML. */
function write(name: string, body: unknown): void {
  const element = document.createElement('script');
  element.type = 'application/json';
  Object.assign(element.dataset, { response: name, date });
  element.textContent = JSON.stringify(body);
  document.body.append(element);
}

/** The parser has read the whole HTML. */
async function parse(): Promise<void> {
  readyState = 'interactive';
  document.dispatchEvent(new Event('readystatechange'));
  await jest.advanceTimersByTimeAsync(0);
}

const profileUrl = new URL('v1/accounts/profile', api);

test('a response in the HTML is not requested, and stays there for nobody else', async () => {
  awaitFirstResponses(api);
  const profile = requestEarly('GET', profileUrl);
  write('GET v1/accounts/profile', { name: 'Ann' });
  await parse();
  const response = await profile;
  expect(response.headers.get('date')).toBe(date);
  expect(await response.json()).toEqual({ name: 'Ann' });
  expect(globalThis.fetch).not.toHaveBeenCalled();
  expect(document.body.innerHTML).toBe('');
});

test('what is missing in the HTML is requested as soon as that is known', async () => {
  awaitFirstResponses(api);
  const profile = requestEarly('GET', profileUrl);
  await jest.advanceTimersByTimeAsync(0);
  expect(globalThis.fetch).not.toHaveBeenCalled();
  await parse();
  expect(globalThis.fetch).toHaveBeenCalledTimes(1);
  expect(await (await profile).json()).toBe('sent');
});

test('a response that nobody has asked for yet waits for its request, whatever the order of parameters, for a minute', async () => {
  awaitFirstResponses(api);
  write('GET v1/list?b=2&a=1', 'written');
  await parse();
  expect([...responses.keys()]).toEqual(['GET http://localhost/v1/list?a=1&b=2']);
  const early = requestEarly('GET', new URL('v1/list?a=1&b=2', api));
  expect(await (await early).json()).toBe('written');
  expect(globalThis.fetch).not.toHaveBeenCalled();
  jest.advanceTimersByTime(60_000);
  expect(responses.size).toBe(0);
});

test.each([
  ['logs out', 'logged-out', 0],
  // The host of this tab says so too, when it has verified its session.
  ['logs in', 'logged-in', 2],
  ['asks for unsaved changes', 'unsaved?', 2],
])(
  'when another tab %s, what has come with the HTML or was requested is dropped or not',
  async (_case, said, left) => {
    jest.useRealTimers();
    const other = new BroadcastChannel('portal-session');
    const dropping = dropWithSession();
    awaitFirstResponses(api);
    write('GET v1/list', 'written');
    readyState = 'interactive';
    document.dispatchEvent(new Event('readystatechange'));
    void requestEarly('GET', profileUrl);
    await waitFor(() => expect(responses.size).toBe(2));
    other.postMessage(said);
    const heard = new BroadcastChannel('portal-session');
    const after = new Promise((resolve) => heard.addEventListener('message', resolve));
    other.postMessage('end');
    await after;
    expect(responses.size).toBe(left);
    for (const channel of [other, dropping]) channel.close();
    heard.close();
  },
);

test('what comes with the HTML after another tab has logged out is not used', async () => {
  jest.useRealTimers();
  const other = new BroadcastChannel('portal-session');
  const dropping = dropWithSession();
  awaitFirstResponses(api);
  const profile = requestEarly('GET', profileUrl);
  other.postMessage('logged-out');
  await waitFor(() => expect(responses.size).toBe(0));
  write('GET v1/accounts/profile', { name: 'Ann' });
  readyState = 'interactive';
  document.dispatchEvent(new Event('readystatechange'));
  expect(await (await profile).json()).toBe('sent');
  for (const channel of [other, dropping]) channel.close();
});
