import { once } from 'node:events';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Endpoint } from '@portal/contract/endpoint';
import { type FastifyInstance, fastify } from 'fastify';
import * as v from 'valibot';
import { sql } from '../database/sql.ts';
import { handleErrors } from '../http/error-handler.ts';
import { type TestCustomer, testPortal } from '../testing/test-portal.ts';
import { AfterCommit } from './after-commit.ts';
import { route } from './route.ts';

const portal = testPortal();
const file = {
  method: 'GET',
  path: '/v1/file',
  summary: 'Download',
  access: 'session',
  response: v.object({ success: v.literal(true) }),
} as const satisfies Endpoint;

let app: FastifyInstance;
let source: Readable;
let checks: (() => void)[] = [];

beforeEach(() => {
  checks = [];
  const start = globalThis.setInterval;
  jest.spyOn(globalThis, 'setInterval').mockImplementation((check: () => void, ms?: number) => {
    if (ms === 30_000) checks.push(check);
    return start(check, ms);
  });
  app = fastify({ forceCloseConnections: true });
  handleErrors(app);
  route(app, portal.context, file, async ({ reply }) => {
    source = new Readable({ read: () => undefined });
    source.push('the beginning');
    return new AfterCommit(async () => reply.send(source));
  });
});

afterEach(async () => {
  jest.restoreAllMocks();
  await app.close();
});

/** Begins a download, which does not end. */
async function download({ cookies }: TestCustomer) {
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const response = await fetch(`${address}/v1/file`, { headers: { cookie: `sid=${cookies['sid']}` } });
  const reader = response.body?.getReader();
  await reader?.read();
  return { rest: async () => reader?.read() };
}

/** Checks the session, and waits for the search. */
async function checkSession(): Promise<void> {
  const first = jest.spyOn(portal.database.system, 'first');
  checks[0]?.();
  await Promise.all(first.mock.results.map(({ value }) => value));
  first.mockRestore();
}

test('a download ends when its session has been ended', async () => {
  const customer = await portal.customer();
  const { rest } = await download(customer);
  await checkSession();
  expect(source.destroyed).toBe(false);
  await customer.post('/v1/accounts/access:logout');
  const closed = once(source, 'close');
  await checkSession();
  // What the kernel has not sent yet is discarded.
  await expect(rest()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  await closed;
});

test('a download goes on when its session has only expired', async () => {
  const customer = await portal.customer();
  const { account_id } = customer.account;
  const { rest } = await download(customer);
  await portal.database.system.run(sql`
    update sessions set last_seen = now() - interval '31 minutes' where account_id = ${account_id}`);
  await checkSession();
  // Housekeeping deletes expired sessions.
  await portal.database.system.run(sql`delete from sessions where account_id = ${account_id}`);
  await checkSession();
  source.push('the end');
  expect(Buffer.from((await rest())?.value ?? []).toString()).toBe('the end');
});
