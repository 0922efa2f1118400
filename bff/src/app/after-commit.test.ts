import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, jest, test } from '@jest/globals';
import type { Endpoint } from '@portal/contract/endpoint';
import { fastify } from 'fastify';
import * as v from 'valibot';
import { sql } from '../database/sql.ts';
import { rateLimited } from '../errors/http-error.ts';
import { handleErrors } from '../http/error-handler.ts';
import { type TestCustomer, testPortal } from '../testing/test-portal.ts';
import { AfterCommit, sendDocument } from './after-commit.ts';
import { route } from './route.ts';

const portal = testPortal();
const getPaper = {
  method: 'GET',
  path: '/v1/paper',
  summary: 'A document',
  access: 'session',
  response: v.object({ success: v.literal(true) }),
  documents: ['application/pdf'],
} as const satisfies Endpoint;

async function get(customer: TestCustomer, content: () => Promise<string>) {
  const app = fastify();
  handleErrors(app);
  const { context } = portal;
  route(app, context, getPaper, async ({ reply, account }) =>
    sendDocument(context, { reply, account }, { name: 'paper_1.pdf', mediaType: 'application/pdf', content }),
  );
  return app.inject({ url: '/v1/paper', cookies: customer.cookies });
}

test('sends a document as a file after the transaction has ended', async () => {
  const customer = await portal.customer();
  const openTransactions = async () => {
    const { count } = await portal.superuser.system.one<{ count: number }>(sql`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`);
    return count;
  };
  const response = await get(customer, async () => `${await openTransactions()} open`);
  expect(response.body).toBe('0 open');
  expect(response.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="paper_1.pdf"',
    'content-length': '6',
  });
});

test('responds with the error when a document cannot be rendered', async () => {
  const response = await get(await portal.customer(), () => Promise.reject(rateLimited(7)));
  expect(response.statusCode).toBe(429);
  expect(response.headers).toMatchObject({
    'retry-after': '7',
    'content-type': 'application/problem+json; charset=utf-8',
  });
  expect(response.headers['content-disposition']).toBeUndefined();
});

/** Lets the time of the one running request pass when the returned function is called. */
function limitOfTime() {
  const timers = jest.spyOn(globalThis, 'setTimeout');
  const pass = () => {
    const limit = portal.context.config.DATABASE_TIMEOUT_SECONDS * 1_800;
    const [expire] = timers.mock.calls.find(([, delay]) => delay === limit) ?? [];
    if (expire === undefined) throw new Error('the request has no limit of time');
    expire();
  };
  return { pass, restore: () => timers.mockRestore() };
}

test('does not break off a response that has begun when the time of its request has passed', async () => {
  const customer = await portal.customer();
  const app = fastify();
  handleErrors(app);
  const { context } = portal;
  const time = limitOfTime();
  route(app, context, getPaper, async ({ reply }) => {
    async function* pages() {
      yield 'first, ';
      while (!reply.raw.headersSent) await nextTurn();
      time.pass();
      await nextTurn();
      yield 'last';
    }
    return new AfterCommit(async () => reply.type('application/pdf').send(Readable.from(pages())));
  });
  const response = await app.inject({ url: '/v1/paper', cookies: customer.cookies });
  time.restore();
  expect(response).toMatchObject({ statusCode: 200, body: 'first, last' });
});

test('responds to a repeated request with the success that came after the time of the first one', async () => {
  const customer = await portal.customer();
  const app = fastify();
  handleErrors(app);
  const { context } = portal;
  const postPaper = {
    method: 'POST',
    path: '/v1/papers',
    summary: 'A document',
    access: 'session',
    idempotent: true,
    status: 201,
    response: v.object({ success: v.literal(true) }),
  } as const satisfies Endpoint;
  const time = limitOfTime();
  const refused = Promise.withResolvers<void>();
  let works = 0;
  route(app, context, postPaper, async () => {
    works += 1;
    time.pass();
    await refused.promise;
    return { success: true };
  });
  const headers = { 'idempotency-key': 'paper-000001', 'x-requested-with': 'portal' };
  const post = () => app.inject({ method: 'POST', url: '/v1/papers', cookies: customer.cookies, headers });
  const first = await post();
  time.restore();
  refused.resolve();
  const stored = () =>
    portal.superuser.system.query(sql`select status from idempotency_keys where key = 'paper-000001'`);
  while ((await stored()).length === 0) await nextTurn();
  const second = await post();
  expect([first.statusCode, second.statusCode, second.json(), works]).toEqual([
    503,
    201,
    { success: true },
    1,
  ]);
});
