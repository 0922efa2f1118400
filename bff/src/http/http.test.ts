import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { agreement } from '@portal/contract/agreement';
import { problemSchema } from '@portal/contract/error';
import * as v from 'valibot';
import { buildApp } from '../build-app.ts';
import { type Sql, sql } from '../database/sql.ts';
import { createLog } from '../log.ts';
import { startQueue } from '../queue/queue.ts';
import { testPortal } from '../testing/test-portal.ts';
import { toHttpError } from './error-handler.ts';

const portal = testPortal();
const login = '/v1/users/login';

test('takes a request whose sender goes away for no outage', () => {
  const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  expect(toHttpError(Object.assign(aborted, { statusCode: 400 })).status).toBe(400);
  expect(toHttpError(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })).status).toBe(503);
});

test('returns problem+json with the code, the fields and the request id', async () => {
  const response = await portal.visitor().post(login, { email: 'x' }, { 'x-request-id': 'from-the-caller' });
  expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(response.headers['x-request-id']).toBe('from-the-caller');
  expect(v.is(problemSchema, response.body)).toBe(true);
  expect(response.body).toEqual({
    success: false,
    type: 'https://docs.dalat.example/errors/validation_failed',
    title: 'Validation failed',
    status: 422,
    code: 'validation_failed',
    detail: '2 fields need attention',
    request_id: 'from-the-caller',
    errors: [
      { field: 'email', pointer: '/email', code: 'email_pattern', message: 'Email is incorrect' },
      { field: 'password', pointer: '/password', code: 'password_required', message: 'Password required' },
    ],
  });
});

test('replaces a request id that could forge a log line', async () => {
  const response = await portal.visitor().get('/v1/nothing', { 'x-request-id': 'a b c d e f g h' });
  expect(response.headers['x-request-id']).toMatch(/^req_[\w-]{12}$/);
});

test.each(['loginXdpu', 'login', 'login:', 'login:dpuX', 'login%3Adpu'])(
  'does not route %s to login:dpu',
  async (name) => {
    const response = await portal.visitor().post(`/v1/users/${name}`, { accepted: true, version: '2026-05' });
    expect(response.body.code).not.toBe('unauthenticated');
  },
);

test('returns 401 for login:dpu without a session and 404 for loginXdpu', async () => {
  const body = { accepted: true, version: '2026-05' };
  expect((await portal.visitor().post('/v1/users/login:dpu', body)).status).toBe(401);
  expect((await portal.visitor().post('/v1/users/loginXdpu', body)).status).toBe(404);
});

test.each([
  [
    'no body',
    { method: 'POST', url: login, headers: { 'content-type': 'application/json' } },
    400,
    'malformed_json',
  ],
  [
    'broken JSON',
    { method: 'POST', url: login, headers: { 'content-type': 'application/json' }, payload: '{' },
    400,
    'malformed_json',
  ],
  [
    'a poisoned prototype',
    {
      method: 'POST',
      url: login,
      headers: { 'content-type': 'application/json' },
      payload: '{"__proto__":{}}',
    },
    400,
    'malformed_json',
  ],
  [
    'text',
    { method: 'POST', url: login, headers: { 'content-type': 'text/plain' }, payload: '{}' },
    415,
    'unsupported_media_type',
  ],
  [
    'a form',
    {
      method: 'POST',
      url: login,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'a=b',
    },
    415,
    'unsupported_media_type',
  ],
  ['70 KB', { method: 'POST', url: login, payload: { email: 'x'.repeat(70_000) } }, 413, 'body_too_large'],
  ['an unknown path', { method: 'GET', url: '/v1/nothing' }, 404, 'not_found'],
  ['another method', { method: 'DELETE', url: login }, 404, 'not_found'],
  ['a broken escape', { method: 'GET', url: '/v1/services/%E0%A4%A/balance' }, 400, 'bad_parameter'],
] as const)('refuses %s', async (_what, request, status, code) => {
  expect(await portal.visitor().send(request)).toMatchObject({ status, body: { success: false, code } });
});

test.each([
  ['without the portal’s header', { 'x-requested-with': '' }],
  ['from a sibling site', { 'sec-fetch-site': 'same-site' }],
  ['from another site', { 'sec-fetch-site': 'cross-site' }],
  ['from another origin', { origin: 'https://evil.example' }],
  ['from an opaque origin', { origin: 'null' }],
])('refuses a change %s despite a valid session', async (_where, headers) => {
  const client = await portal.customer();
  const response = await client.put('/v1/accounts/profile', { name: 'Taken Over' }, headers);
  expect(response).toMatchObject({ status: 403, body: { code: 'csrf_failed' } });
});

test('refuses a path with escapes like the plain path', async () => {
  const client = await portal.customer();
  const response = await client.send({
    method: 'POST',
    url: '/%761/accounts/access:logout',
    headers: { 'x-requested-with': '' },
  });
  expect(response).toMatchObject({ status: 403, body: { code: 'csrf_failed' } });
});

test('accepts changes from the portal’s own pages', async () => {
  const client = await portal.customer();
  const headers = { origin: portal.config.PUBLIC_URL, 'sec-fetch-site': 'same-origin' };
  expect((await client.put('/v1/accounts/profile', { language: 'de' }, headers)).status).toBe(200);
});

test('forbids caches to store responses about a customer', async () => {
  const client = await portal.customer();
  expect((await client.get('/v1/accounts/profile')).headers['cache-control']).toBe('no-store');
});

test('reports that the process is alive and ready', async () => {
  expect((await portal.visitor().get('/healthz')).status).toBe(200);
  expect((await portal.visitor().get('/readyz')).status).toBe(200);
});

test('reports not ready while a migration is missing, within a second or so', async () => {
  const rename = (from: string, to: string) =>
    portal.superuser.system.run(sql`update migrations set name = ${to} where name = ${from}`);
  const ready = () => portal.visitor().get('/readyz');
  await rename('0105-seeds.sql', 'gone');
  let response = await ready();
  while (response.status === 200) {
    await sleep(200);
    response = await ready();
  }
  expect(response).toMatchObject({ status: 503, body: { code: 'maintenance' } });
  await rename('gone', '0105-seeds.sql');
  while ((await ready()).status !== 200) await sleep(200);
});

test('asks the database once for many probes', async () => {
  let asked = 0;
  const system = {
    ...portal.database.system,
    query: async <Row extends object>(statement: Sql) => {
      if (statement.text.includes('from migrations')) asked += 1;
      return portal.database.system.query<Row>(statement);
    },
  };
  const queue = await startQueue(portal.context, { maintain: false });
  const app = await buildApp({ ...portal.context, queue, database: { ...portal.database, system } });
  const probes = await Promise.all(Array.from({ length: 20 }, () => app.inject('/readyz')));
  expect(probes.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
  expect(asked).toBe(1);
  await app.close();
  await queue.stop();
});

test('the text of the agreement is in the share of pages', async () => {
  const queue = await startQueue(portal.context, { maintain: false });
  // Of each address four run and one waits.
  const app = await buildApp({
    ...portal.context,
    queue,
    config: { ...portal.config, RATE_LIMIT_FACTOR: 0.002 },
  });
  const url = `/legal/dpu/${agreement.version}.en.html`;
  const responses = await Promise.all(Array.from({ length: 30 }, () => app.inject(url)));
  const codes = responses.map(({ statusCode }) => statusCode);
  expect(new Set(codes)).toEqual(new Set([200, 429]));
  await app.close();
  await queue.stop();
});

test('is not ready while it stops, which is no error in the log, and still serves requests', async () => {
  let isStopping = false;
  const lines: string[] = [];
  const log = createLog('warn', { to: { write: (line) => lines.push(line) } });
  const queue = await startQueue(portal.context, { maintain: false });
  const app = await buildApp({ ...portal.context, queue, log, isStopping: () => isStopping });
  expect((await app.inject('/readyz')).statusCode).toBe(200);
  isStopping = true;
  const ready = await app.inject('/readyz');
  expect(ready.statusCode).toBe(503);
  expect(ready.headers).toMatchObject({ 'retry-after': '5', connection: 'close' });
  expect(ready.json()).toMatchObject({ success: false, code: 'maintenance' });
  expect(lines).toEqual([]);
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  await app.close();
  await queue.stop();
});
