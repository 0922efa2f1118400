import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { identifier, sql } from '../../../database/sql.ts';
import { readXlsx } from '../../../testing/read-xlsx.ts';
import { type TestCustomer, testPortal } from '../../../testing/test-portal.ts';
import { noneQueued, queued } from '../../../testing/waiting-transactions.ts';
import { givenService } from '../../services/services.fixtures.ts';
import { givenCalls } from '../../traffic/cdr.fixtures.ts';
import { givenManyCalls } from '../../traffic/many-calls.fixtures.ts';
import { givenMessages } from '../../traffic/messages.fixtures.ts';
import { exportUpkeepJob } from './export-upkeep.job.ts';
import { claimExport } from './export-work.repository.ts';
import { runExportsJob } from './run-exports.job.ts';

const portal = testPortal({ DATABASE_TIMEOUT_SECONDS: '60' });
const url = '/v1/accounts/exports';
const canceledWithinMs = 45_000;
let customer: TestCustomer;
let service_id: string;

/** A new account with a few calls of October. No export of an earlier test waits or runs. */
beforeEach(async () => {
  await portal.superuser.system.run(
    sql`update exports set state = 'cancelled' where state in ('queued', 'running')`,
  );
  customer = await portal.customer({ timezone: 'Europe/Tallinn' });
  service_id = (await givenService(portal.database, customer.account.account_id)).service_id;
  await givenCalls(portal.database, { account_id: customer.account.account_id, service_id }, [
    { cdr_id: 'cdr_1', started: '2026-10-25T00:30:00Z', country: 'de' },
    { cdr_id: 'cdr_2', started: '2026-10-26T00:30:00Z', country: 'fi' },
  ]);
});

const october = { start_date: '2026-10-01', end_date: '2026-10-31' };
const create = (changes: object = {}, by = customer) =>
  by.post(url, { kind: 'calls', service_id, format: 'csv', query: october, ...changes });
const created = async (changes: object = {}) => (await create(changes)).body.export.export_id;
const listed = async (by = customer) => (await by.get(url)).body.exports;
const run = () => runExportsJob(portal.context).run({});
const fileOf = (id: string, by = customer) =>
  portal.app.inject({ method: 'GET', url: `${url}/${id}/file`, cookies: by.cookies });
const idsIn = (csv: string) =>
  csv
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(/[;,]/).at(-2));

describe('an export of more than 10,000 calls', () => {
  let many: TestCustomer;
  let calls: { kind: string; service_id: string; query: object };

  beforeAll(async () => {
    many = await portal.customer({ language: 'de', timezone: 'UTC' });
    const { account_id } = many.account;
    const service = await givenService(portal.database, account_id);
    await givenManyCalls(portal.superuser, { account_id, service_id: service.service_id }, 12_000);
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    calls = {
      kind: 'calls',
      service_id: service.service_id,
      query: { start_date: day(40), end_date: day(0), order: 'started' },
    };
  });

  test('is the same CSV as the direct one, and says how far it is', async () => {
    const response = await many.post(url, { ...calls, format: 'csv' });
    expect(response.status).toBe(202);
    expect(response.body.export).toMatchObject({
      state: 'queued',
      rows: 0,
      progress_percent: 0,
      expires: null,
    });
    await portal.mails();
    const [{ export_id, ...ready }] = await listed(many);
    expect(ready).toMatchObject({ state: 'ready', rows: 12_000, progress_percent: 100 });
    const { body, headers } = await fileOf(export_id, many);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-length': String(ready.size_bytes),
      'content-disposition': expect.stringMatching(
        /filename="calls_svc_\w+_2026-\d\d-\d\d_2026-\d\d-\d\d\.csv"/,
      ),
      'cache-control': 'no-store',
    });
    expect(Buffer.byteLength(body)).toBe(ready.size_bytes);
    const parameters = new URLSearchParams({ ...calls.query, format: 'csv' });
    const direct = await many.get(`/v1/services/${calls.service_id}/cdr/export?${parameters}`);
    expect(body).toBe(direct.body);
  });

  test('is a workbook with all of them', async () => {
    await many.post(url, { ...calls, format: 'xlsx' });
    await portal.mails();
    const [{ export_id, ...ready }] = await listed(many);
    expect(ready).toMatchObject({ state: 'ready', rows: 12_000, format: 'xlsx' });
    const { rawPayload } = await fileOf(export_id, many);
    expect(rawPayload).toHaveLength(ready.size_bytes);
    const { name, rows } = readXlsx(rawPayload);
    expect(name).toBe('Anrufe');
    expect(rows).toHaveLength(12_001);
    expect(new Set(rows.map((row) => row[13])).size).toBe(12_001);
  }, 60_000);
});

test('has the rows of its filter, of messages too', async () => {
  const calls = await created({ query: { ...october, country: 'de', order: 'started:asc' } });
  const messaging = await givenService(portal.database, customer.account.account_id, { type: 'messaging' });
  const owner = { account_id: customer.account.account_id, service_id: messaging.service_id };
  await givenMessages(portal.database, owner, [
    { message_id: 'msg_1', created: '2026-10-25T00:30:00Z', status: 'failed' },
    { message_id: 'msg_2', created: '2026-10-25T00:30:00Z', status: 'delivered' },
  ]);
  const query = { ...october, status: 'failed', unknown: '1' };
  const messages = await created({ kind: 'messages', service_id: messaging.service_id, query });
  await run();
  expect(idsIn((await fileOf(calls)).body)).toEqual(['cdr_1']);
  expect(idsIn((await fileOf(messages)).body)).toEqual(['msg_1']);
  expect(await listed()).toMatchObject([
    { export_id: messages, query: { ...october, status: 'failed', order: '-created' } },
    { export_id: calls, query: { ...october, country: 'de', order: 'started' }, ...october },
  ]);
});

test('has headings alone when nothing matches', async () => {
  for (const format of ['csv', 'xlsx']) {
    const id = await created({ format, query: { start_date: '2026-09-01', end_date: '2026-09-01' } });
    await run();
    const { rawPayload, body } = await fileOf(id);
    if (format === 'csv') expect(idsIn(body)).toEqual([]);
    else expect(readXlsx(rawPayload).rows).toHaveLength(1);
  }
});

test('has the calls of the last 24 hours before it was requested, however late it is made', async () => {
  const owner = { account_id: customer.account.account_id, service_id };
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  await givenCalls(portal.database, owner, [{ cdr_id: 'cdr_3', started: hoursAgo(1) }]);
  const id = await created({ query: {} });
  // Later than the request.
  await givenCalls(portal.database, owner, [{ cdr_id: 'cdr_4', started: hoursAgo(-1) }]);
  await run();
  expect(idsIn((await fileOf(id)).body)).toEqual(['cdr_3']);
});

test('is made once for a double click, and again when it is ready', async () => {
  const responses = await Promise.all([create(), create(), create()]);
  expect(new Set(responses.map(({ body }) => body.export.export_id)).size).toBe(1);
  expect(await created({ format: 'xlsx' })).not.toBe(responses[0]?.body.export.export_id);
  await run();
  await create();
  expect(await listed()).toHaveLength(3);
});

test.each([
  [{ format: 'pdf' }, 'validation_failed'],
  [{ kind: 'payments' }, 'validation_failed'],
  [{ query: { order: 'price' } }, 'order_invalid'],
  [{ query: { result: 'stolen' } }, 'filter_invalid'],
  [{ query: { start_date: '2024-10-01', end_date: '2026-10-01' } }, 'range_too_long'],
  [{ service_id: 'svc_none' }, 'service_not_found'],
  [{ kind: 'messages' }, 'service_not_found'],
])('%j is refused with %s', async (changes, code) => {
  expect((await create(changes)).body).toMatchObject({ code });
  expect(await listed()).toEqual([]);
});

test('an account has at most twenty that wait, run or have a file', async () => {
  const days = Array.from({ length: 21 }, (_, index) => `2026-10-${String(index + 1).padStart(2, '0')}`);
  const responses = await Promise.all(
    days.map((start_date) => create({ query: { ...october, start_date } })),
  );
  const refused = responses.filter(({ status }) => status === 409);
  expect(refused.map(({ body }) => body)).toMatchObject([{ code: 'too_many_exports', params: { max: 20 } }]);
  const [{ export_id }] = await listed();
  await customer.post(`${url}/${export_id}:cancel`);
  expect((await create({ format: 'xlsx' })).status).toBe(202);
});

describe('cancelling', () => {
  test('stops an export that waits', async () => {
    const id = await created();
    const { body } = await customer.post(`${url}/${id}:cancel`);
    expect(body.export).toMatchObject({ export_id: id, state: 'cancelled' });
    await run();
    expect(await listed()).toMatchObject([{ state: 'cancelled', rows: 0 }]);
    expect((await fileOf(id)).json()).toMatchObject({ code: 'document_not_ready' });
  });

  test(
    'ends the running statement in the database',
    async () => {
      const id = await created();
      await portal.database.asBackground(async (tx) => {
        await tx.run(sql`lock table cdrs in access exclusive mode`);
        const running = run();
        await queued(portal.database, 1);
        expect(await listed()).toMatchObject([{ state: 'running' }]);
        await customer.post(`${url}/${id}:cancel`);
        await noneQueued(portal.database);
        await running;
      });
      expect(await listed()).toMatchObject([{ state: 'cancelled' }]);
    },
    canceledWithinMs,
  );

  test('leaves one that is ready', async () => {
    const id = await created();
    await run();
    expect((await customer.post(`${url}/${id}:cancel`)).body.export.state).toBe('ready');
    expect((await fileOf(id)).statusCode).toBe(200);
  });
});

describe('the process that makes files', () => {
  const claim = () => portal.database.asBackground((tx) => claimExport(tx, customer.account.account_id));
  const dies = (id: string) =>
    portal.superuser.system.run(
      sql`update exports set heartbeat = now() - interval '1 minute' where export_id = ${id}`,
    );

  test('makes one at a time for each account', async () => {
    await created();
    await created({ format: 'xlsx' });
    expect(await claim()).toMatchObject({ attempt: 1 });
    expect(await claim()).toBeUndefined();
    await run();
    expect((await listed()).map(({ state }: { state: string }) => state).sort()).toEqual([
      'queued',
      'running',
    ]);
  });

  test('is replaced when it dies: the file starts again', async () => {
    const id = await created();
    await claim();
    await portal.superuser.system.run(sql`
      insert into export_parts (account_id, export_id, position, content)
      select account_id, export_id, 0, '' from exports where export_id = ${id}`);
    await dies(id);
    await run();
    expect(await listed()).toMatchObject([{ state: 'ready', rows: 2 }]);
    expect(idsIn((await fileOf(id)).body)).toEqual(['cdr_2', 'cdr_1']);
  });

  test('is found by any other process, which starts the export again', async () => {
    const id = await created();
    await portal.superuser.system.run(
      sql`update exports set state = 'running', heartbeat = now() - interval '2 minutes' where export_id = ${id}`,
    );
    await portal.queue.runWaiting();
    expect(await listed()).toMatchObject([{ state: 'ready' }]);
  });

  const waited = (id: string) =>
    portal.superuser.system.run(sql`update exports set waits_until = now() where export_id = ${id}`);

  test('tries again after a fault, and gives up in the end', async () => {
    const id = await created();
    await portal.superuser.system.run(
      sql`update exports set fixed_query = '{"result":"stolen"}' where export_id = ${id}`,
    );
    for (let attempt = 1; attempt < 4; attempt += 1) {
      await run();
      expect(await listed()).toMatchObject([{ state: 'queued', failure: null }]);
      await waited(id);
    }
    await run();
    expect(await listed()).toMatchObject([{ state: 'failed', failure: 'internal' }]);
    const [mail] = await portal.mails();
    expect(mail).toMatchObject({
      to: customer.account.email,
      subject: 'Your export could not be made',
      text: expect.stringContaining('/voicing/cdr?sidebar=profile/exports'),
    });
  });
});

describe('the mailed link', () => {
  /** The token of the newest mail. */
  async function mailed() {
    const [mail] = await portal.mails();
    const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    return { mail, link, token: link.split('sidebar.link=')[1] ?? '' };
  }
  const redeem = (token: string, by = customer) => by.post(`${url}:redeem`, { token });

  test('is in the customer’s language, leads to the list of exports and works once', async () => {
    await customer.put('/v1/accounts/profile', { language: 'de' });
    const id = await created();
    const { mail, link, token } = await mailed();
    expect(mail).toMatchObject({ to: customer.account.email, subject: 'Ihr Export ist fertig' });
    expect(mail?.text).toMatch(/vom 1\. Oktober 2026 bis 31\. Oktober 2026 ist fertig\. Zeilen: 2\./);
    expect(link).toContain('/voicing/cdr?sidebar=profile/exports&sidebar.link=exp_');
    expect((await redeem(token)).body.export).toMatchObject({ export_id: id, state: 'ready' });
    expect((await redeem(token)).body).toMatchObject({ code: 'export_link_used' });
    expect((await fileOf(id)).statusCode).toBe(200);
  });

  test('is stored as a hash only, and belongs to its account', async () => {
    await created();
    const { token } = await mailed();
    const stored = await portal.superuser.system.query(sql`select * from exports`);
    expect(JSON.stringify(stored)).not.toContain(token);
    expect((await redeem(token, await portal.customer())).body).toMatchObject({
      code: 'export_link_expired',
    });
    expect((await portal.visitor().post(`${url}:redeem`, { token })).status).toBe(401);
    expect((await redeem('exp_unknown')).body).toMatchObject({ code: 'export_link_expired' });
    expect((await redeem(token)).status).toBe(200);
  });

  test('expires with its file', async () => {
    const id = await created();
    const { token } = await mailed();
    await portal.superuser.system.run(sql`update exports set expires = now() where export_id = ${id}`);
    expect((await redeem(token)).body).toMatchObject({ code: 'export_link_expired' });
    expect((await fileOf(id)).json()).toMatchObject({ code: 'export_expired' });
    await exportUpkeepJob(portal.context).run({});
    expect(await listed()).toMatchObject([{ state: 'expired' }]);
    expect((await fileOf(id)).json()).toMatchObject({ code: 'export_expired' });
    expect(await partsOf(id)).toBe(0);
  });
});

const partsOf = async (id: string) => {
  const { count } = await portal.superuser.system.one<{ count: number }>(
    sql`select count(*) from export_parts where export_id = ${id}`,
  );
  return count;
};

test('is deleted with its file', async () => {
  const id = await created();
  await run();
  expect(await partsOf(id)).toBeGreaterThan(0);
  const remove = () => customer.send({ method: 'DELETE', url: `${url}/${id}` });
  expect((await remove()).body).toEqual({ success: true, export_id: id });
  expect((await remove()).status).toBe(404);
  expect(await partsOf(id)).toBe(0);
});

test('belongs to its account alone', async () => {
  const id = await created();
  await run();
  const stranger = await portal.customer();
  expect(await listed(stranger)).toEqual([]);
  expect((await create({}, stranger)).body).toMatchObject({ code: 'service_not_found' });
  expect((await fileOf(id, stranger)).json()).toMatchObject({ code: 'not_found' });
  expect((await stranger.post(`${url}/${id}:cancel`)).status).toBe(404);
  expect((await stranger.send({ method: 'DELETE', url: `${url}/${id}` })).status).toBe(404);
  expect((await portal.visitor().get(`${url}/${id}/file`)).status).toBe(401);
  const seen = await portal.database.withAccount(stranger.account.account_id, (tx) =>
    tx.query(sql`select from exports union all select from export_parts`),
  );
  expect(seen).toEqual([]);
  expect((await fileOf(id)).statusCode).toBe(200);
});

test('HEAD says whether the file would be sent', async () => {
  const id = await created();
  const head = () =>
    portal.app.inject({ method: 'HEAD', url: `${url}/${id}/file`, cookies: customer.cookies });
  expect((await head()).statusCode).toBe(409);
  await run();
  expect(await head()).toMatchObject({ statusCode: 200, body: '' });
});

test.each(['rows', 'expires', 'token_hash', 'fixed_query', 'attempt'])(
  'a customer’s transaction cannot write %s',
  async (column) => {
    const { account_id } = customer.account;
    const write = portal.database.withAccount(account_id, (tx) =>
      tx.run(sql`update exports set ${identifier(column)} = null where account_id = ${account_id}`),
    );
    await expect(write).rejects.toThrow('permission denied for table exports');
  },
);
