import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { messageStatuses } from '@portal/contract/messages';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { auditLedger } from '../ledger/audit.ts';
import { postUsage } from '../ledger/post-usage.ts';
import { closeMonths } from '../monthly-vat-invoices/close-months.ts';
import { givenService } from '../services/services.fixtures.ts';
import { givenMessages } from '../traffic/messages.fixtures.ts';
import { deliveryReportsPath } from './delivery-reports.routes.ts';
import { expireMessagesJob } from './expire-messages.job.ts';
import { canFollow, readStatus } from './message-status.ts';
import { signatureHeader, signatureOf } from './signed-reports.ts';

const secret = 'a secret of the messaging gateway, 32';
const portal = testPortal({
  RATE_LIMIT_FACTOR: '1',
  DELIVERY_REPORTS_SECRET: secret.replaceAll(' ', '-'),
});
const portalWithoutSecret = testPortal();
const key = secret.replaceAll(' ', '-');
let owner: { account_id: string; service_id: string };

beforeAll(async () => {
  const { account } = await portal.customer();
  const { account_id } = account;
  const { service_id } = await givenService(portal.database, account_id, {
    type: 'messaging',
    balance: '10',
  });
  owner = { account_id, service_id };
});
afterEach(async () => expect((await auditLedger(portal.database)).problems).toEqual([]));

let count = 0;
/** A message in a usage batch of its own. */
async function message(changes: Partial<Parameters<typeof givenMessages>[2][number]> = {}) {
  count += 1;
  const batch_id = `batch-${count}`;
  const price = changes.price ?? '0.039000';
  const [row] = await givenMessages(portal.database, owner, [
    {
      provider_id: `p-${count}`,
      status: 'sent',
      delivered: null,
      latency_ms: null,
      price,
      ...changes,
      batch_id,
    },
  ]);
  const { created } = row!;
  await portal.database.asBackground((tx) =>
    postUsage(
      tx,
      {
        ...owner,
        currency: 'eur',
        batch_id,
        records: 1,
        cost: price,
        first_record: created,
        last_record: created,
      },
      'import',
    ),
  );
  return `p-${count}`;
}

const stored = (provider_id: string) =>
  portal.database.system.one<Record<string, unknown>>(
    sql`select * from messages where provider_id = ${provider_id}`,
  );
const balance = async () =>
  Number(
    (
      await portal.database.system.one<{ balance: string }>(sql`
    select balance from services where service_id = ${owner.service_id}`)
    ).balance,
  );

const at = '2026-11-20T10:00:04Z';
const bodyOf = (...reports: object[]) =>
  JSON.stringify({ reports: reports.map((report) => ({ at, ...report })) });
const now = () => Math.floor(Date.now() / 1000);
const post = (payload: string, signature?: string) =>
  portal.app.inject({
    method: 'POST',
    url: deliveryReportsPath,
    remoteAddress: '192.0.2.9',
    headers: {
      'content-type': 'application/json',
      ...(signature === undefined ? {} : { [signatureHeader]: signature }),
    },
    payload,
  });
const report = async (...reports: object[]) => {
  const body = bodyOf(...reports);
  const response = await post(body, signatureOf(body, now(), key));
  expect(response.statusCode).toBe(200);
  return response.json().results.map(({ result }: { result: string }) => result);
};

test('a report changes the status once, and later ones cannot take it back', async () => {
  const provider_id = await message();
  expect(await report({ provider_id, status: 'DELIVRD', error_code: '000' })).toEqual(['applied']);
  expect(await stored(provider_id)).toMatchObject({
    status: 'delivered',
    delivered: at,
    latency_ms: 4000,
    error_code: '000',
  });
  for (const status of ['ENROUTE', '1', 'delivered', 'failed', 'expired', 'queued'])
    expect(await report({ provider_id, status })).toEqual(['unchanged']);
  expect(await report({ provider_id, status: 'read' })).toEqual(['applied']);
  expect(await stored(provider_id)).toMatchObject({ status: 'read', delivered: at });
});

test('reports in any order end with the furthest status', async () => {
  const provider_id = await message({ status: 'queued', price: '0.000000', sent: null });
  const statuses = ['accepted', 'sent', 'delivered', 'accepted'];
  expect(await report(...statuses.map((status) => ({ provider_id, status })))).toEqual([
    'applied',
    'unchanged',
    'applied',
    'unchanged',
  ]);
});

test('charges a message when it is sent, once, and credits one that was rejected', async () => {
  const before = await balance();
  const queued = await message({ status: 'queued', price: '0.000000', sent: null });
  const body = bodyOf({ provider_id: queued, status: 'sent' });
  const signature = signatureOf(body, now(), key);
  for (let repeated = 0; repeated < 3; repeated += 1)
    expect((await post(body, signature)).statusCode).toBe(200);
  expect(await balance()).toBeCloseTo(before - 0.039, 6);
  expect(await stored(queued)).toMatchObject({ status: 'sent', price: '0.039000', sent: at });
  const sent = await message();
  expect(await balance()).toBeCloseTo(before - 0.078, 6);
  expect(await report({ provider_id: sent, status: 'REJECTD' })).toEqual(['applied']);
  expect(await balance()).toBeCloseTo(before - 0.039, 6);
});

test('notes a batch whose messages cost as much more as less, for a month that was closed without any', async () => {
  const [before, batch_id] = [await balance(), 'even-batch'];
  const [queued, sent] = await givenMessages(portal.database, owner, [
    { provider_id: 'even-1', status: 'queued', price: '0.000000', sent: null, delivered: null, batch_id },
    { provider_id: 'even-2', status: 'sent', delivered: null, latency_ms: null, batch_id },
  ]);
  const times = { first_record: queued!.created, last_record: sent!.created };
  const batch = { ...owner, batch_id, currency: 'eur', records: 2, cost: '0.039000', ...times } as const;
  await portal.database.asBackground((tx) => postUsage(tx, batch, 'import'));
  const even = [
    { provider_id: 'even-1', status: 'DELIVRD' },
    { provider_id: 'even-2', status: 'REJECTD' },
  ];
  expect(await report(...even)).toEqual(['applied', 'applied']);
  expect(await balance()).toBeCloseTo(before - 0.039, 6);
  expect(
    await portal.database.system.query(sql`
      select records, difference, entry_id from usage_corrections where batch_id = ${batch_id}`),
  ).toEqual([{ records: 2, difference: '0.000000', entry_id: null }]);
});

test.each([
  // Without VAT on usage, no document contains the messages of a closed month.
  ['topup', ['0.039000', '0.000000']],
  ['usage', ['0.000000', '0.039000']],
] as const)(
  'after a month is closed with VAT on %s, only what an invoice contains keeps its price',
  async (vatOn, prices) => {
    const { account } = await portal.customer({ country: 'ee', tax_number: null });
    const former = owner;
    const { account_id } = account;
    const { service_id } = await givenService(portal.database, account_id, { type: 'messaging', vatOn });
    await portal.superuser.system.run(
      sql`update services set created = '2026-09-15T08:00:00Z' where service_id = ${service_id}`,
    );
    owner = { account_id, service_id };
    const times = { created: '2026-10-31T10:00:00Z', sent: null };
    const queued = await message({ ...times, status: 'queued', price: '0.000000' });
    const sent = await message(times);
    await closeMonths(portal.context, { lastMonth: '2026-10' });
    expect(
      await report({ provider_id: queued, status: 'DELIVRD' }, { provider_id: sent, status: 'REJECTD' }),
    ).toEqual(['applied', 'applied']);
    expect([(await stored(queued)).price, (await stored(sent)).price]).toEqual(prices);
    owner = former;
  },
);

test('a report that came late, has strange texts or an impossible time does not hold up the others', async () => {
  const times = { created: '2026-10-01T10:00:00Z', sent: '2026-10-01T10:00:00Z' };
  const [late, strange, early, other] = [
    await message(times),
    await message(),
    await message(),
    await message(),
  ];
  const status = 'DELIVRD';
  expect(
    await report(
      { provider_id: late, status },
      { provider_id: strange, status, error_code: '0\0', error_name: '\0\uD800' },
      { provider_id: early, status, at: '9999-01-01T00:00:00Z' },
      { provider_id: early, status, at: '1970-01-01T00:00:00Z' },
      { provider_id: '\0', status },
      { provider_id: other, status },
    ),
  ).toEqual(['applied', 'applied', 'impossible_time', 'impossible_time', 'unknown', 'applied']);
  expect(await stored(late)).toMatchObject({ status: 'delivered', latency_ms: null });
  expect(await stored(other)).toMatchObject({ status: 'delivered', latency_ms: 4000 });
});

test('refuses a time before the message was created, except for clocks that differ by minutes', async () => {
  const [refused, clamped] = [await message(), await message()];
  const before = { ...(await stored(refused)) };
  const status = 'DELIVRD';
  expect(
    await report(
      { provider_id: refused, status, at: '2026-11-20T09:54:59Z' },
      { provider_id: clamped, status, at: '2026-11-20T09:55:00Z' },
    ),
  ).toEqual(['impossible_time', 'applied']);
  expect(await stored(refused)).toEqual(before);
  expect(await stored(clamped)).toMatchObject({
    status: 'delivered',
    delivered: '2026-11-20T10:00:00Z',
    latency_ms: 0,
  });
});

test('says which messages it does not know, and which are ambiguous', async () => {
  const { account } = await portal.customer();
  const other = { account_id: account.account_id };
  const { service_id } = await givenService(portal.database, other.account_id, { type: 'messaging' });
  const provider_id = await message();
  await givenMessages(portal.database, { ...other, service_id }, [
    { provider_id, status: 'sent', price: '0' },
  ]);
  const status = 'delivered';
  expect(await report({ provider_id: 'nobody', status }, { provider_id, status })).toEqual([
    'unknown',
    'ambiguous',
  ]);
  expect(await report({ provider_id, status, service_id })).toEqual(['applied']);
  expect(await stored(provider_id).catch(() => undefined)).toBeDefined();
  const received = await portal.database.system.query(sql`
    select status from messages where provider_id = ${provider_id} order by status`);
  expect(received).toEqual([{ status: 'delivered' }, { status: 'sent' }]);
});

test.each([
  ['no signature', () => undefined],
  ['another secret', (body: string) => signatureOf(body, now(), 'another')],
  ['the signature of another body', () => signatureOf(bodyOf(), now(), key)],
  ['an old signature', (body: string) => signatureOf(body, now() - 600, key)],
  ['a signature of the future', (body: string) => signatureOf(body, now() + 600, key)],
  ['a time that is none', () => `t=${'0'.repeat(10)},v1=${'a'.repeat(64)}`],
  ['a changed time', (body: string) => signatureOf(body, now() - 600, key).replace(/\d{10}/, String(now()))],
] as const)('refuses reports with %s', async (_, signature) => {
  const provider_id = await message();
  const body = bodyOf({ provider_id, status: 'delivered' });
  const response = await post(body, signature(body));
  expect([response.statusCode, response.json().code]).toEqual([401, 'unauthenticated']);
  expect((await stored(provider_id)).status).toBe('sent');
});

test('refuses signed bodies that are no reports', async () => {
  for (const body of [
    'no JSON',
    '{}',
    bodyOf({ provider_id: 'x', status: 'beamed' }),
    bodyOf({ status: 'sent' }),
  ])
    expect((await post(body, signatureOf(body, now(), key))).statusCode).toBe(422);
});

test('without a secret there is nothing to post to', () => {
  const route = { method: 'POST', url: deliveryReportsPath } as const;
  expect(portal.app.hasRoute(route)).toBe(true);
  expect(portalWithoutSecret.app.hasRoute(route)).toBe(false);
});

test('messages expire whose outcome is not reported in time, and scheduled ones; final ones stay', async () => {
  const past = { validity_until: '2026-11-22T10:00:00Z' };
  const ids = {
    sent: await message({ status: 'sent', ...past }),
    scheduled: await message({ status: 'scheduled', price: '0.000000', ...past }),
    waiting: await message({ status: 'sent', validity_until: '2999-01-01T00:00:00Z' }),
    delivered: await message({ status: 'delivered', ...past }),
    unknown: await message({ status: 'unknown', ...past }),
  };
  const before = await balance();
  await expireMessagesJob(portal.context).run({});
  const statusOf = async (id: string) => (await stored(id)).status;
  expect([await statusOf(ids.sent), await statusOf(ids.scheduled)]).toEqual(['expired', 'expired']);
  expect([await statusOf(ids.waiting), await statusOf(ids.delivered), await statusOf(ids.unknown)]).toEqual([
    'sent',
    'delivered',
    'unknown',
  ]);
  expect((await stored(ids.sent)).delivered).toBe('2026-11-22T10:00:00Z');
  expect(await balance()).toBe(before);
});

test('no status follows itself or leads back, over any way', () => {
  for (const first of messageStatuses) {
    expect(canFollow(first, first)).toBe(false);
    for (const next of messageStatuses) expect(canFollow(first, next) && canFollow(next, first)).toBe(false);
  }
});

test.each([
  ['UNDELIV', 'undelivered'],
  ['ACCEPTD', 'accepted'],
  ['5', 'undelivered'],
  ['Dispatched', 'sent'],
  ['cancelled', 'canceled'],
  ['teleported', undefined],
])('reads the status %s as %s', (text, status) => {
  expect(readStatus(text)).toBe(status);
});
