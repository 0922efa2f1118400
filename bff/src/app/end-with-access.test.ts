import { once } from 'node:events';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Endpoint } from '@portal/contract/endpoint';
import { type FastifyInstance, fastify } from 'fastify';
import * as v from 'valibot';
import { updateAccount } from '../accounts/accounts.repository.ts';
import { replaceTokens } from '../accounts/replace-tokens.ts';
import { sql } from '../database/sql.ts';
import { handleErrors } from '../http/error-handler.ts';
import { housekeepingJob } from '../modules/platform/housekeeping.job.ts';
import { endAccess } from '../modules/users/end-access.ts';
import { makeAccountToken } from '../secrets/secrets.ts';
import { type TestCustomer, testPortal } from '../testing/test-portal.ts';
import { createAccountLoad } from './account-load.ts';
import { AfterCommit } from './after-commit.ts';
import { route } from './route.ts';

const portal = testPortal();
const file = {
  method: 'GET',
  path: '/v1/file',
  summary: 'Download',
  access: 'session',
  accountApi: true,
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
  const context = { ...portal.context, load: createAccountLoad({ RATE_LIMIT_FACTOR: 1 }) };
  route(app, context, file, async ({ reply }) => {
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
function download({ cookies }: TestCustomer) {
  return downloadWith({ cookie: `sid=${cookies['sid']}` });
}

async function downloadWith(headers: Record<string, string>) {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const response = await fetch(`${app.listeningOrigin}/v1/file`, { headers });
  const reader = response.body?.getReader();
  await reader?.read();
  const { status } = response;
  return { status, rest: async () => reader?.read(), cancel: async () => reader?.cancel() };
}

/** Checks the access, and waits for the search. */
async function checkAccess(): Promise<void> {
  const first = jest.spyOn(portal.database.system, 'first');
  checks[0]?.();
  await Promise.all(first.mock.results.map(({ value }) => value));
  first.mockRestore();
}

test('a download ends when its session has been ended', async () => {
  const customer = await portal.customer();
  const { rest } = await download(customer);
  await checkAccess();
  expect(source.destroyed).toBe(false);
  await customer.post('/v1/accounts/access:logout');
  const closed = once(source, 'close');
  await checkAccess();
  // What the kernel has not sent yet is discarded.
  await expect(rest()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  await closed;
});

test('a download goes on when its session has only expired, and ends when it is ended after that', async () => {
  const customer = await portal.customer();
  const { account_id } = customer.account;
  const { rest } = await download(customer);
  await portal.database.system.run(sql`
    update sessions set last_seen = now() - interval '31 minutes' where account_id = ${account_id}`);
  await housekeepingJob(portal.context).run({});
  await checkAccess();
  source.push('more');
  expect(Buffer.from((await rest())?.value ?? []).toString()).toBe('more');
  await portal.database.asBackground((tx) => endAccess(tx, account_id, portal.context.secrets));
  const closed = once(source, 'close');
  await checkAccess();
  await closed;
});

test('a download of a program ends when its token has been replaced', async () => {
  const customer = await portal.customer();
  const { account_id, account_sid } = customer.account;
  const { token, stored } = makeAccountToken(portal.context.secrets, account_id);
  await updateAccount(portal.superuser.system, account_id, { account_token_hash: stored.hash });
  const { rest } = await downloadWith({ authorization: `Basic ${btoa(`${account_sid}:${token}`)}` });
  await checkAccess();
  source.push('more');
  expect(Buffer.from((await rest())?.value ?? []).toString()).toBe('more');
  await portal.database.asBackground((tx) => replaceTokens(tx, account_id, portal.context.secrets));
  const closed = once(source, 'close');
  await checkAccess();
  await closed;
});

test('an account has at most eight files sent at a time', async () => {
  const customer = await portal.customer();
  const open: Awaited<ReturnType<typeof download>>[] = [];
  for (let count = 0; count < 8; count += 1) open.push(await download(customer));
  const last = source;
  expect((await download(customer)).status).toBe(429);
  expect((await download(await portal.customer())).status).toBe(200);
  const closed = once(last, 'close');
  await open.pop()?.cancel();
  await closed;
  expect((await download(customer)).status).toBe(200);
});
