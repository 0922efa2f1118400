import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from '@jest/globals';
import type { Endpoint } from '@portal/contract/endpoint';
import { endpoints } from '@portal/contract/endpoints';
import { type FastifyBaseLogger, type FastifyInstance, fastify } from 'fastify';
import * as v from 'valibot';
import { HttpError } from '../errors/http-error.ts';
import { handleErrors } from '../http/error-handler.ts';
import { createLog } from '../log.ts';
import { testPortal } from '../testing/test-portal.ts';
import { type AccountLoad, createAccountLoad } from './account-load.ts';
import { route } from './route.ts';

const portal = testPortal();
const greet = {
  method: 'GET',
  path: '/v1/greet:{name}',
  summary: 'Greet',
  access: 'anonymous',
  params: v.object({ name: v.pipe(v.string(), v.regex(/^[a-z]+$/)) }),
  query: v.object({
    loud: v.optional(v.picklist(['yes'], 'filter_invalid')),
    size: v.optional(v.string('bad_parameter')),
  }),
  response: v.object({ success: v.literal(true), greeting: v.pipe(v.string(), v.maxLength(12)) }),
} as const satisfies Endpoint;

const logged: string[] = [];
const loggerInstance: FastifyBaseLogger = createLog('error', { to: { write: (line) => logged.push(line) } });
let app: FastifyInstance;
beforeAll(() => {
  app = fastify({ loggerInstance });
  handleErrors(app);
  route(app, portal.context, greet, async ({ params, query }) => ({
    greeting: `${query.loud ? 'HEY' : 'Hey'} ${params.name}`,
    secret: 'is not part of the contract',
  }));
});

const get = async (url: string) => {
  const response = await app.inject(url);
  return { status: response.statusCode, body: response.json() };
};

test('returns the members of the contract and success', async () => {
  expect(await get('/v1/greet:ann?loud=yes')).toEqual({
    status: 200,
    body: { success: true, greeting: 'HEY ann' },
  });
});

test('treats an empty parameter as absent', async () => {
  expect((await get('/v1/greet:ann?loud=')).status).toBe(200);
});

test('returns 500 without details when a response breaks the contract', async () => {
  const { status, body } = await get('/v1/greet:maximiliane');
  expect(status).toBe(500);
  expect(body).toMatchObject({ success: false, code: 'internal', title: 'Something went wrong' });
  expect(JSON.stringify(body)).not.toContain('greeting');
  const lines = logged.splice(0);
  expect(lines.join('')).not.toContain('maximiliane');
  expect(JSON.parse(lines.join('')).err).toMatchObject({
    message: 'GET /v1/greet:{name} breaks its contract',
    invalid: [{ path: 'greeting', expected: '<=12' }],
  });
});

test('returns the parameter’s own error code, or bad_parameter without one', async () => {
  expect(await get('/v1/greet:ann?loud=no')).toMatchObject({ status: 422, body: { code: 'filter_invalid' } });
  expect(await get('/v1/greet:ann?size=1&size=2')).toMatchObject({
    status: 400,
    body: { code: 'bad_parameter' },
  });
});

test('returns 404 for an id with the wrong format', async () => {
  expect(await get('/v1/greet:ANN')).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test('a refusal of a visitor is sent after its pause, outside of the share', async () => {
  const { promise: pause, resolve: endPause } = Promise.withResolvers<void>();
  const load = createAccountLoad({ RATE_LIMIT_FACTOR: 1 });
  const refused: unknown[] = [];
  const beforeRefusal: AccountLoad['beforeRefusal'] = async (subject, { status }) => {
    refused.push([subject, status]);
    await pause;
  };
  const paced = fastify();
  handleErrors(paced);
  route(paced, { ...portal.context, load: { ...load, beforeRefusal } }, greet, async ({ params }) => {
    if (params.name === 'nobody') throw new HttpError('invalid_credentials');
    return { greeting: params.name };
  });
  // As many as may run and wait.
  const flood = Array.from({ length: 28 }, () => paced.inject('/v1/greet:nobody'));
  while (refused.length < flood.length) await sleep(1);
  const invalid = paced.inject('/v1/greet:ANN');
  while (refused.length === flood.length) await sleep(1);
  expect((await paced.inject('/v1/greet:ann')).statusCode).toBe(200);
  endPause();
  expect((await Promise.all([...flood, invalid])).map(({ statusCode }) => statusCode)).toEqual([
    ...flood.map(() => 401),
    404,
  ]);
  expect(new Set(refused.map(String))).toEqual(new Set(['address 127.0.0.1,401', 'address 127.0.0.1,404']));
  await paced.close();
});

test('a refusal without a session is sent after the pause of its address', async () => {
  const load = createAccountLoad({ RATE_LIMIT_FACTOR: 1 });
  const refused: unknown[] = [];
  const beforeRefusal: AccountLoad['beforeRefusal'] = async (subject, { status }) => {
    refused.push([subject, status]);
  };
  const paced = fastify();
  handleErrors(paced);
  const endpoint = { ...greet, access: 'session' } as const satisfies Endpoint;
  route(paced, { ...portal.context, load: { ...load, beforeRefusal } }, endpoint, async () => ({
    greeting: 'nobody',
  }));
  const invented = { cookie: `${portal.context.sessions.cookieName}=${'a'.repeat(43)}` };
  for (const headers of [{}, invented]) {
    const { statusCode } = await paced.inject({ url: '/v1/greet:ann', headers, remoteAddress: '192.0.2.1' });
    expect(statusCode).toBe(401);
    expect(refused.splice(0)).toEqual([['address 192.0.2.1', 401]]);
  }
  await paced.close();
});

test('every endpoint of the contract has a route that checks its access', async () => {
  for (const { method, path, access } of Object.values(endpoints)) {
    const url = path.replace(/\{\w+\}/g, 'unknown');
    const answer = await portal.visitor().send({ method, url, ...(method !== 'GET' && { payload: {} }) });
    expect({ path, isFound: answer.status !== 404 }).toEqual({ path, isFound: true });
    if (access === 'session') expect({ path, status: answer.status }).toEqual({ path, status: 401 });
  }
});
