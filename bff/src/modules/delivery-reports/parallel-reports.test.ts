import { expect, test } from '@jest/globals';
import { type Sql, sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { queued } from '../../testing/waiting-transactions.ts';
import { auditLedger } from '../ledger/audit.ts';
import { postUsage } from '../ledger/post-usage.ts';
import { closeMonths } from '../monthly-vat-invoices/close-months.ts';
import { givenService } from '../services/services.fixtures.ts';
import { givenMessages } from '../traffic/messages.fixtures.ts';
import { deliveryReportsPath } from './delivery-reports.routes.ts';
import { signatureHeader, signatureOf } from './signed-reports.ts';

const secret = 'a-secret-of-the-messaging-gateway,-32';
const portal = testPortal({ DELIVERY_REPORTS_SECRET: secret });

const at = '2026-11-20T10:00:04Z';
const created = '2026-11-20T10:00:00Z';

/** A service with queued messages, which cost something once they are sent. Returns the messages' ids of the provider. */
async function queuedMessages(count: number): Promise<{ service_id: string; ids: string[] }> {
  const { account_id } = await portal.account();
  const { service_id } = await givenService(portal.database, account_id, {
    type: 'messaging',
    balance: '10',
  });
  const ids = Array.from({ length: count }, (_, index) => `${service_id}-${index}`);
  const queued = {
    status: 'queued',
    price: '0.000000',
    sent: null,
    delivered: null,
    batch_id: 'b1',
  } as const;
  await givenMessages(
    portal.database,
    { account_id, service_id },
    ids.map((provider_id) => ({ provider_id, ...queued })),
  );
  const batch = {
    batch_id: 'b1',
    records: count,
    cost: '0.000000',
    first_record: created,
    last_record: created,
  };
  await portal.database.asBackground((tx) =>
    postUsage(tx, { account_id, service_id, currency: 'eur', ...batch }, 'import'),
  );
  return { service_id, ids };
}

async function send(ids: readonly string[], status: string) {
  const payload = JSON.stringify({ reports: ids.map((provider_id) => ({ provider_id, status, at })) });
  const response = await portal.app.inject({
    method: 'POST',
    url: deliveryReportsPath,
    headers: {
      'content-type': 'application/json',
      [signatureHeader]: signatureOf(payload, Math.floor(Date.now() / 1000), secret),
    },
    payload,
  });
  return { status: response.statusCode, results: response.json().results };
}

/** Runs two requests at the same time: both have begun, and wait for the row that `held` locks, before they go on. */
async function inParallel<Result>(held: Sql, requests: (() => Promise<Result>)[]): Promise<Result[]> {
  const running: Promise<Result>[] = [];
  await portal.superuser.asBackground(async (tx) => {
    await tx.run(held);
    for (const request of requests) {
      running.push(request());
      await queued(portal.database, running.length);
    }
  });
  return Promise.all(running);
}

test('parallel requests about the same messages in another order are both applied', async () => {
  const { ids } = await queuedMessages(3);
  const held = sql`select from messages where provider_id = ${ids[1]} for update`;
  const responses = await inParallel(held, [
    () => send(ids, 'sent'),
    () => send(ids.toReversed(), 'delivered'),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  const { statuses } = await portal.database.system.one<{ statuses: string[] }>(
    sql`select array_agg(distinct status) as statuses from messages where provider_id = any(${ids}::text[])`,
  );
  expect(statuses).toEqual(['delivered']);
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});

test('parallel requests that charge the same services in another order are both applied', async () => {
  const [one, other] = [await queuedMessages(2), await queuedMessages(2)];
  const held = sql`select from services where service_id = ${one.service_id} for no key update`;
  const responses = await inParallel(held, [
    () => send([one.ids[0]!, other.ids[0]!], 'sent'),
    () => send([other.ids[1]!, one.ids[1]!], 'sent'),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  const balances = await portal.database.system.query(
    sql`select distinct balance from services where service_id in (${one.service_id}, ${other.service_id})`,
  );
  expect(balances).toEqual([{ balance: '9.922000' }]);
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});

test('a report that waits for the closing of a month leaves the price that the invoice contains', async () => {
  const { account_id } = await portal.account({ country: 'ee' });
  const { service_id } = await givenService(portal.database, account_id, {
    type: 'messaging',
    vatOn: 'usage',
  });
  await portal.superuser.system.run(
    sql`update services set created = '2026-09-15T08:00:00Z' where service_id = ${service_id}`,
  );
  const october = '2026-10-31T10:00:00Z';
  const sent = {
    status: 'sent',
    price: '0.039000',
    created: october,
    sent: october,
    delivered: null,
  } as const;
  const message = { ...sent, provider_id: service_id, batch_id: 'october' };
  await givenMessages(portal.database, { account_id, service_id }, [message]);
  const batch = {
    batch_id: 'october',
    records: 1,
    cost: '0.039',
    first_record: october,
    last_record: october,
  };
  await portal.database.asBackground((tx) =>
    postUsage(tx, { account_id, service_id, currency: 'eur', ...batch }, 'import'),
  );
  await closeMonths(portal.context, { lastMonth: '2026-09' });
  const held = sql`select from services where service_id = ${service_id} for no key update`;
  const [closed, response] = await inParallel<unknown>(held, [
    () => closeMonths(portal.context, { lastMonth: '2026-10' }),
    () => send([service_id], 'rejected'),
  ]);
  expect(closed).toContainEqual(
    expect.objectContaining({ service_id, result: 'invoiced', month: '2026-10' }),
  );
  expect(response).toMatchObject({ status: 200, results: [{ result: 'applied' }] });
  const stored = await portal.database.system.one(
    sql`select status, price from messages where provider_id = ${service_id}`,
  );
  expect(stored).toEqual({ status: 'rejected', price: '0.039000' });
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});
