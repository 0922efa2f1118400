import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { EndpointView } from '@portal/contract/endpoint';
import { delay, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import * as v from 'valibot';
import { ApiError } from './api-error.ts';
import { configureApi } from './api-settings.ts';
import { endpointKey, endpointQuery, queryClient } from './query-cache.tsx';
import { request, requestDocument, requestFile } from './request.ts';

const origin = 'https://bff.example.net';
const server = setupServer();
const response = v.object({ success: v.literal(true), name: v.string() });
const anything = v.record(v.string(), v.unknown());
/** An endpoint that takes anything. */
const endpoint = <M extends EndpointView['method']>(method: M, path: EndpointView['path']) =>
  ({ method, path, query: v.optional(anything), body: v.optional(anything), response }) as const;
const read = (path: EndpointView['path']) => request(endpoint('GET', path));
const write = (path: EndpointView['path']) => request(endpoint('POST', path));
const ok = { success: true, name: 'Ann' };
let unauthorized = 0;
let isRecovered: boolean;

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  unauthorized = 0;
  configureApi({
    baseUrl: `${origin}/portal`,
    onUnauthorized: () => (unauthorized += 1),
    recoverSession: async () => isRecovered,
    early: undefined,
  });
  isRecovered = false;
});
afterEach(() => {
  queryClient.clear();
  server.resetHandlers();
  jest.restoreAllMocks();
});
afterAll(() => server.close());

/** Responds with each response in turn, then with the last one permanently. Returns the requests. */
function answer(
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  ...answers: (() => Response | Promise<Response>)[]
): Request[] {
  const requests: Request[] = [];
  server.use(
    http[method](`${origin}/portal/${path}`, ({ request }) => {
      requests.push(request.clone());
      const next = answers[Math.min(requests.length, answers.length) - 1];
      return next?.() ?? HttpResponse.json(ok);
    }),
  );
  return requests;
}

function problem(
  status: number,
  code: string,
  more: object = {},
  headers: Record<string, string> = {},
): () => Response {
  const body = {
    success: false,
    type: `https://docs.example.net/errors/${code}`,
    title: code,
    status,
    code,
    request_id: 'req_1',
    ...more,
  };
  return () =>
    HttpResponse.json(body, { status, headers: { 'Content-Type': 'application/problem+json', ...headers } });
}

async function failure(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error('not an ApiError', { cause: error });
  return error;
}

describe('a call', () => {
  it('goes to the base address with cookies, uncached, marked as the portal’s', async () => {
    const [asked] = await sent(answer('get', 'v1/accounts/profile'), () => read('/v1/accounts/profile'));
    expect(asked.headers.get('x-requested-with')).toBe('portal');
    expect(asked.headers.get('accept')).toBe('application/json');
    expect(asked.credentials).toBe('include');
    expect(asked.cache).toBe('no-store');
  });

  it('takes a path as its base address', async () => {
    configureApi({ baseUrl: '/' });
    server.use(http.get('http://localhost/v1/x', () => HttpResponse.json(ok)));
    await expect(read('/v1/x')).resolves.toEqual(ok);
  });

  it('drops empty parameters and writes lists with commas', async () => {
    const query = { a: '', b: undefined, c: null, d: 0, e: false, f: ['x', 'y'], g: [], h: '+372 5' };
    const [asked] = await sent(answer('get', 'v1/x'), () => request(endpoint('GET', '/v1/x'), { query }));
    expect(new URL(asked.url).search).toBe('?d=0&e=false&f=x%2Cy&h=%2B372+5');
  });

  it('sends a JSON body', async () => {
    const [asked] = await sent(answer('post', 'v1/users/password:restore'), () =>
      request(endpoint('POST', '/v1/users/password:restore'), { body: { email: 'a@b.cd' } }),
    );
    expect(asked.headers.get('content-type')).toBe('application/json');
    await expect(asked.json()).resolves.toEqual({ email: 'a@b.cd' });
  });

  it('reads a document', async () => {
    const [asked] = await sent(
      answer(
        'get',
        'v1/doc',
        () => new HttpResponse('%PDF', { headers: { 'Content-Type': 'application/pdf' } }),
      ),
      async () => expect(await (await requestFile('/v1/doc', 'application/pdf')).text()).toBe('%PDF'),
    );
    expect(asked.headers.get('accept')).toBe('application/pdf');
  });

  it('fills the path parameters in, escaped', async () => {
    const one = { ...endpoint('GET', '/v1/x/{id}/y'), params: v.object({ id: v.string() }) };
    server.use(http.get(`${origin}/portal/v1/x/a%2Fb%20c/y`, () => HttpResponse.json(ok)));
    await expect(request(one, { params: { id: 'a/b c' } })).resolves.toEqual(ok);
  });

  it('asks the same endpoint for a document by its media type', async () => {
    const one = { ...endpoint('GET', '/v1/doc'), documents: ['application/pdf'] } as const;
    const [asked] = await sent(
      answer(
        'get',
        'v1/doc',
        () => new HttpResponse('%PDF', { headers: { 'Content-Type': 'application/pdf' } }),
      ),
      async () => expect(await (await requestDocument(one, 'application/pdf')).text()).toBe('%PDF'),
    );
    expect(asked.headers.get('accept')).toBe('application/pdf');
  });

  it('takes an answer that is already under way, once', async () => {
    const early = [Promise.resolve(HttpResponse.json({ ...ok, name: 'early' }))];
    configureApi({ early: (request) => (request.method === 'GET' ? early.shift() : undefined) });
    const requests = answer('get', 'v1/x');
    await expect(read('/v1/x')).resolves.toMatchObject({ name: 'early' });
    await expect(read('/v1/x')).resolves.toMatchObject({ name: 'Ann' });
    expect(requests).toHaveLength(1);
  });
});

describe('a failure', () => {
  it('carries the server’s code, reference and fields', async () => {
    const errors = [
      {
        field: 'phone',
        pointer: '/phone',
        code: 'phone_digits_length',
        message: 'too short',
        params: { min: 9, max: 16 },
      },
    ];
    answer('put', 'v1/accounts/profile', problem(422, 'validation_failed', { errors, detail: '1 field' }));
    const error = await failure(request(endpoint('PUT', '/v1/accounts/profile')));
    expect(error).toMatchObject({
      status: 422,
      code: 'validation_failed',
      requestId: 'req_1',
      retryAfterSeconds: null,
    });
    expect(error.fieldErrors).toEqual([
      expect.objectContaining({ field: 'phone', code: 'phone_digits_length', params: { min: 9, max: 16 } }),
    ]);
  });

  it('says how long to wait', async () => {
    answer('post', 'v1/a', problem(429, 'rate_limited', {}, { 'Retry-After': '30' }));
    expect(await failure(write('/v1/a'))).toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 30,
    });
    answer('post', 'v1/b', problem(429, 'rate_limited', { params: { retry_after_seconds: 7 } }));
    expect(await failure(write('/v1/b'))).toMatchObject({ retryAfterSeconds: 7 });
    answer(
      'post',
      'v1/c',
      problem(503, 'maintenance', {}, { 'Retry-After': new Date(Date.now() + 60_000).toUTCString() }),
    );
    const { retryAfterSeconds } = await failure(write('/v1/c'));
    expect(retryAfterSeconds).toBeGreaterThan(50);
    expect(retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  it.each([
    [502, 'upstream_error'],
    [503, 'maintenance'],
    [504, 'upstream_timeout'],
    [500, 'internal'],
    [404, 'not_found'],
    [418, 'bad_parameter'],
  ])('gives a proxy’s bare %i the code %s', async (status, code) => {
    answer(
      'post',
      'v1/x',
      () => new HttpResponse('<h1>no</h1>', { status, headers: { 'Content-Type': 'text/html' } }),
    );
    expect(await failure(write('/v1/x'))).toMatchObject({ status, code });
  });

  it('of the network has status 0', async () => {
    answer('post', 'v1/x', () => HttpResponse.error());
    expect(await failure(write('/v1/x'))).toMatchObject({
      status: 0,
      code: 'network_error',
    });
  });

  it('of the contract is logged by place and without the value', async () => {
    const log = jest.spyOn(console, 'error').mockReturnValue();
    answer('get', 'v1/x', () => HttpResponse.json({ success: true, name: 4711 }));
    expect(await failure(read('/v1/x'))).toMatchObject({ code: 'contract_violation' });
    expect(log.mock.calls).toEqual([['The response of /v1/x breaks the contract at: name']]);
    answer('get', 'v1/y', () => new HttpResponse('<html>', { headers: { 'Content-Type': 'text/html' } }));
    expect(await failure(read('/v1/y'))).toMatchObject({ code: 'contract_violation' });
  });

  it('by abort stays an abort', async () => {
    answer('get', 'v1/x', async () => {
      await delay('infinite');
      return HttpResponse.json(ok);
    });
    const controller = new AbortController();
    const call = request(endpoint('GET', '/v1/x'), { signal: controller.signal });
    setTimeout(() => controller.abort(), 10);
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('another attempt', () => {
  it.each([
    ['a server fault', problem(503, 'maintenance')],
    ['a lost connection', () => HttpResponse.error()],
  ])('follows %s of a reading call, once', async (_name, fault) => {
    const requests = answer('get', 'v1/x', fault, () => HttpResponse.json(ok));
    await expect(read('/v1/x')).resolves.toEqual(ok);
    expect(requests).toHaveLength(2);
    const failing = answer('get', 'v1/y', fault);
    await failure(read('/v1/y'));
    expect(failing).toHaveLength(2);
  });

  it('never follows a refusal', async () => {
    const requests = answer('get', 'v1/x', problem(404, 'not_found'));
    await failure(read('/v1/x'));
    expect(requests).toHaveLength(1);
  });

  it('never follows a writing call without a key', async () => {
    const requests = answer('post', 'v1/x', problem(503, 'maintenance'));
    await failure(write('/v1/x'));
    expect(requests).toHaveLength(1);
  });

  it('follows a writing call whose key lets the server recognise it', async () => {
    const requests = answer('post', 'v1/x', problem(503, 'maintenance'), () => HttpResponse.json(ok));
    const call = request(
      { ...endpoint('POST', '/v1/x'), idempotent: true },
      { body: { a: 1 }, idempotencyKey: 'k1' },
    );
    await expect(call).resolves.toEqual(ok);
    expect(requests.map((request) => request.headers.get('idempotency-key'))).toEqual(['k1', 'k1']);
  });
});

describe('a session that is gone', () => {
  // A login ends the report of the session before.
  beforeEach(async () => {
    answer('post', 'v1/users/login');
    await write('/v1/users/login');
  });

  it('is reported once for any number of requests, and again after the next login', async () => {
    answer('get', 'v1/x', problem(401, 'session_expired'));
    await Promise.all([1, 2, 3].map(() => failure(read('/v1/x'))));
    expect(unauthorized).toBe(1);
    await write('/v1/users/login');
    await failure(read('/v1/x'));
    expect(unauthorized).toBe(2);
  });

  it.each([read, write])('is no failure when there is a new one: the request is repeated', async (send) => {
    isRecovered = true;
    const once = [problem(401, 'unauthenticated'), () => HttpResponse.json(ok)];
    for (const method of ['get', 'post'] as const) answer(method, 'v1/x', ...once);
    await expect(send('/v1/x')).resolves.toEqual(ok);
    expect(unauthorized).toBe(0);
  });

  it('is reported when the repeated request is refused too', async () => {
    isRecovered = true;
    const requests = answer('get', 'v1/x', problem(401, 'session_expired'));
    expect(await failure(read('/v1/x'))).toMatchObject({ code: 'session_expired' });
    expect([requests.length, unauthorized]).toEqual([2, 1]);
  });

  it('is neither reported nor a failure when the page itself logs out', async () => {
    configureApi({ account: 'AC1' });
    const { promise: hold, resolve: endLogout } = Promise.withResolvers<void>();
    configureApi({ hold });
    const requests = answer('post', 'v1/x', problem(401, 'unauthenticated'));
    const settled = jest.fn();
    void write('/v1/x').then(settled, settled);
    while (requests.length === 0) await delay(5);
    await delay(20);
    configureApi({ account: null, hold: undefined });
    endLogout();
    await delay(20);
    expect(settled).not.toHaveBeenCalled();
    expect([requests.length, unauthorized]).toEqual([1, 0]);
  });

  it('is recovered for no page that has been left meanwhile', async () => {
    configureApi({
      account: 'AC1',
      recoverSession: async () => {
        configureApi({ account: null });
        return true;
      },
    });
    const requests = answer('post', 'v1/x', problem(401, 'unauthenticated'));
    const settled = jest.fn();
    void write('/v1/x').then(settled, settled);
    while (requests.length === 0) await delay(5);
    await delay(20);
    expect([settled.mock.calls.length, requests.length, unauthorized]).toEqual([0, 1, 0]);
  });

  it('is not meant by a wrong password or a negative verification', async () => {
    answer('post', 'v1/users/login', problem(401, 'invalid_credentials'));
    answer('post', 'v1/accounts/access:verify', problem(401, 'unauthenticated'));
    expect(await failure(write('/v1/users/login'))).toMatchObject({
      code: 'invalid_credentials',
    });
    await failure(write('/v1/accounts/access:verify'));
    expect(unauthorized).toBe(0);
  });
});

async function sent(requests: Request[], act: () => Promise<unknown>): Promise<[Request]> {
  await act();
  const [request] = requests;
  if (!request) throw new Error('nothing was sent');
  return [request];
}

describe('the query of an endpoint', () => {
  const list = endpoint('GET', '/v1/list');

  it('has a key of path and input, which the key of the endpoint matches', async () => {
    answer('get', 'v1/list');
    const first = endpointQuery(list, { query: { offset: 0 } });
    const second = endpointQuery(list, { query: { offset: 10 } });
    expect(first.queryKey).not.toEqual(second.queryKey);
    await Promise.all([queryClient.fetchQuery(first), queryClient.fetchQuery(second)]);
    await queryClient.invalidateQueries({ queryKey: endpointKey(list) });
    for (const { queryKey } of [first, second]) {
      expect(queryClient.getQueryState(queryKey)).toMatchObject({ data: ok, isInvalidated: true });
    }
  });

  it('is cancelled with the query', async () => {
    answer('get', 'v1/list', async () => {
      await delay('infinite');
      return HttpResponse.json(ok);
    });
    const controller = new AbortController();
    const started = endpointQuery(list).queryFn({ signal: controller.signal });
    controller.abort();
    await expect(started).rejects.toMatchObject({ name: 'AbortError' });
  });
});
