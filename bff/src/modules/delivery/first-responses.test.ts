import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import type { FirstRequest } from '@portal/federation-contract/first-requests';
import type { FirstResponse } from '@portal/federation-server/streamed-page';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { createAccountLoad } from '../../app/account-load.ts';
import { createFoundSessions } from '../../app/found-sessions.ts';
import { loadConfig } from '../../config/config.ts';
import { createRefusalPace } from '../../http/pace-refusals.ts';
import { createSessions } from '../../sessions/sessions.ts';
import { firstResponses } from './first-responses.ts';

const list: FirstRequest = { path: 'v1/services/{voicing}/cdr', query: { limit: '25' }, address: ['limit'] };
const totals: FirstRequest = { path: 'v1/totals', query: { day: '{today}' }, address: [] };
const day = '[0-9]{4}-[0-9]{2}-[0-9]{2}';
/** No test waits for it. */
const patient = { FIRST_RESPONSES_MS: 600_000, RATE_LIMIT_FACTOR: 1 };
const shown = { 'sec-fetch-dest': 'document', cookie: 'sid=1', 'x-forwarded-for': '192.0.2.1' };

type Routes = Record<string, (request: FastifyRequest, reply: FastifyReply) => unknown>;

const account: Routes = {
  'POST /v1/accounts/access:verify': () => ({ success: true }),
  'GET /v1/accounts/profile': ({ headers: { cookie } }) => ({
    account_sid: cookie,
    timezone: 'Europe/Tallinn',
  }),
  'GET /v1/services/all': () => ({
    services: [
      { service_id: 'svc_1', type: 'voicing', status: 'active' },
      { service_id: 'svc_2', type: 'messaging', status: 'closed' },
    ],
  }),
  'GET /v1/services/:id/balance': ({ params }) => ({ of: params }),
  'GET /v1/services/:id/cdr': ({ query }) => ({ query }),
  'GET /v1/totals': () => ({ sum: '1.00' }),
};

const load = createAccountLoad({ RATE_LIMIT_FACTOR: 1 });
/** Each cookie is that of a session of an account of its own. */
const tokenHash = ({ headers: { cookie } }: FastifyRequest) => Buffer.from(String(cookie));
const context = {
  sessions: { ...createSessions(loadConfig({})), tokenHash },
  foundSessions: { ...createFoundSessions(), accountOf: (hash: Buffer) => String(hash) },
};

let app: FastifyInstance;
afterEach(() => app.close());

/** A server with a page that lists its first responses: method, address and body of each, sorted. */
async function startApp(routes: Routes = {}, config = patient, clock?: () => number) {
  app = fastify();
  for (const [name, handler] of Object.entries({ ...account, ...routes })) {
    const [method = '', url = ''] = name.split(' ');
    app.route({ method, url: url.replace(':verify', '::verify'), handler });
  }
  const responsesOf = firstResponses(app, config, context, clock);
  app.get('/page', async (request) => {
    const responses = responsesOf(request, [list, totals]);
    if (responses === undefined) return 'none';
    const found: FirstResponse[] = [];
    for await (const response of responses) {
      found.push(response);
      // A slow line: others become ready meanwhile.
      await sleep(20);
    }
    return found.map(({ method, address, body }) => [`${method} ${address}`, JSON.parse(body)]).sort();
  });
  return async (headers: Record<string, string> = shown, url = '/page') => {
    const { body } = await app.inject({ url, headers });
    return body === 'none' ? body : (JSON.parse(body) as [name: string, body: unknown][]);
  };
}

const names = (found: Awaited<ReturnType<Awaited<ReturnType<typeof startApp>>>>) =>
  found === 'none' ? found : found.map(([name]) => name);

test('reads what the page requests first, each as if the page had requested it', async () => {
  const read = await startApp({
    'GET /v1/accounts/profile': ({ headers, ip }) => ({
      account_sid: 'a',
      timezone: 'Europe/Tallinn',
      headers,
      ip,
    }),
  });
  const found = await read();
  expect(names(found)).toEqual([
    'GET v1/accounts/profile',
    'GET v1/services/all',
    'GET v1/services/svc_1/balance',
    'GET v1/services/svc_1/cdr?limit=25',
    'GET v1/services/svc_2/balance',
    expect.stringMatching(new RegExp(`^GET v1/totals\\?day=${day}$`)),
    'POST v1/accounts/access:verify',
  ]);
  expect(found[0]?.[1]).toMatchObject({
    headers: { cookie: 'sid=1', 'x-requested-with': 'portal', 'x-forwarded-for': '192.0.2.1' },
    ip: '127.0.0.1',
  });
});

test('reads the list of the address, and none for an address that the page reads differently', async () => {
  const read = await startApp();
  expect(names(await read(shown, '/page?limit=10'))).toContain('GET v1/services/svc_1/cdr?limit=10');
  expect(names(await read(shown, '/page?number=372'))).not.toContainEqual(expect.stringContaining('cdr'));
});

test.each([
  ['a script requests the page', { cookie: 'sid=1', 'sec-fetch-dest': 'empty' }],
  ['nobody says what for', { cookie: 'sid=1' }],
  ['the browser prefetches the page', { ...shown, 'sec-purpose': 'prefetch;prerender' }],
  ['an older browser prefetches the page', { ...shown, purpose: 'prefetch' }],
])('reads nothing when %s', async (_case, headers) => {
  expect(await (await startApp())(headers)).toBe('none');
});

test('omits what fails, what is not JSON, and what sets a cookie', async () => {
  const read = await startApp({
    'GET /v1/services/:id/cdr': (_request, reply) => reply.code(503).send({ code: 'unavailable' }),
    'GET /v1/services/:id/balance': (_request, reply) => reply.type('text/csv').send('1.00'),
    'POST /v1/accounts/access:verify': (_request, reply) =>
      reply.header('set-cookie', 'sid=2').send({ success: true }),
  });
  expect(names(await read())).toEqual([
    'GET v1/accounts/profile',
    'GET v1/services/all',
    expect.stringContaining('GET v1/totals'),
  ]);
});

test('reads nothing of the account without a session', async () => {
  const refuse = (_request: FastifyRequest, reply: FastifyReply) => reply.code(401).send({ success: false });
  const read = await startApp({
    'POST /v1/accounts/access:verify': refuse,
    'GET /v1/accounts/profile': refuse,
    'GET /v1/services/all': refuse,
  });
  expect(await read()).toEqual([]);
});

test('reads nothing when the configuration allows no time', async () => {
  expect(await (await startApp({}, { ...patient, FIRST_RESPONSES_MS: 0 }))()).toBe('none');
});

test('ends without a response that is late, and reads no lists for a while after that', async () => {
  const lists: string[] = [];
  const isLate = Promise.withResolvers<object>();
  let isHanging = true;
  const read = await startApp(
    {
      'POST /v1/accounts/access:verify': () => (isHanging ? isLate.promise : { success: true }),
      'GET /v1/totals': ({ url }) => {
        lists.push(url);
        return {};
      },
    },
    { ...patient, FIRST_RESPONSES_MS: 50 },
  );
  expect(names(await read())).not.toContain('POST v1/accounts/access:verify');
  isHanging = false;
  lists.length = 0;
  await read();
  expect(lists).toEqual([]);
  isLate.resolve({});
});

test('cancels a list that is late, which the page requests again', async () => {
  const canceled = Promise.withResolvers<string>();
  const read = await startApp(
    {
      'GET /v1/totals': ({ url }, reply) => {
        reply.raw.once('close', () => canceled.resolve(url));
        return new Promise(() => undefined);
      },
    },
    { ...patient, FIRST_RESPONSES_MS: 50 },
  );
  await read();
  expect(await canceled.promise).toMatch(/^\/v1\/totals/);
});

test('the slow list of an account takes no lists from other accounts', async () => {
  const slow = new Promise(() => undefined);
  const isSlow = ({ headers }: FastifyRequest) => headers.cookie === shown.cookie;
  const read = await startApp(
    { 'GET /v1/totals': (request) => (isSlow(request) ? slow : { sum: '2.00' }) },
    { ...patient, FIRST_RESPONSES_MS: 4_000 },
  );
  await read();
  const lists = expect.arrayContaining([expect.stringContaining('GET v1/totals')]);
  expect(names(await read())).not.toEqual(lists);
  expect(names(await read({ ...shown, cookie: 'sid=2' }))).toEqual(lists);
});

const busy = new Promise<never>(() => undefined);

test.each([
  [
    'takes no lists from other accounts if it waited for a share',
    () => {
      // As many as may run, and one more.
      for (const _place of [1, 2]) void load.run('full', 'sessions', () => busy);
      return load.run('full', 'sessions', () => busy);
    },
    ['sid=2'],
  ],
  [
    'takes no lists from other accounts if its refusal waited',
    async () => {
      const beforeRefusal = createRefusalPace({ RATE_LIMIT_FACTOR: 0.01 });
      for (const _refusal of [1, 2]) await beforeRefusal({ ip: '192.0.2.1' });
      return busy;
    },
    ['sid=2'],
  ],
  ['takes the lists from all accounts otherwise: the server is under load', () => busy, []],
])('a profile that is late %s', async (_case, late, expected) => {
  const isLate = ({ headers }: FastifyRequest) => headers.cookie === shown.cookie;
  const asked: unknown[] = [];
  const read = await startApp(
    {
      'GET /v1/accounts/profile': (request) => (isLate(request) ? late() : { timezone: 'Europe/Tallinn' }),
      'GET /v1/totals': ({ headers }) => {
        asked.push(headers.cookie);
        return {};
      },
    },
    { ...patient, FIRST_RESPONSES_MS: 2_000 },
  );
  await read();
  await read({ ...shown, cookie: 'sid=2' });
  expect(asked).toEqual(expected);
});

test('pages that an account opens in a flood are written without responses, those of others with them', async () => {
  const read = await startApp({}, patient, () => 0);
  const pages = await Promise.all(Array.from({ length: 30 }, () => read()));
  expect(pages.filter((page) => page === 'none')).toHaveLength(10);
  expect(await read({ ...shown, cookie: 'sid=2' })).toHaveLength(7);
});

test('a HEAD request gets the same kind of response, and reads nothing', async () => {
  const asked: string[] = [];
  await startApp();
  app.addHook('onRequest', async ({ url }) => void asked.push(url));
  const responses = firstResponses(app, patient, context);
  app.head('/head', async (request) => {
    const found: unknown[] = [];
    for await (const one of responses(request, [list]) ?? ['none']) found.push(one);
    expect(found).toEqual([]);
    return '';
  });
  expect((await app.inject({ method: 'HEAD', url: '/head', headers: shown })).statusCode).toBe(200);
  expect(asked).toEqual(['/head']);
});
