import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { cancelWhenAborted } from '../../database/cancel-statement.ts';
import type { Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { noneQueued, queued } from '../../testing/waiting-transactions.ts';
import { givenService } from '../services/services.fixtures.ts';

// The statement that waits for a lock must end because it is canceled, before its limit ends it.
const portal = testPortal({ DATABASE_TIMEOUT_SECONDS: '60' });
const canceledWithinMs = 45_000;
let customer: TestCustomer;
let server: string;
const services = { voicing: '', messaging: '' };
let leaving: AbortController;

beforeAll(async () => {
  customer = await portal.customer();
  const { account_id } = customer.account;
  for (const type of ['voicing', 'messaging'] as const)
    services[type] = (await givenService(portal.database, account_id, { type })).service_id;
  server = await portal.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => leaving.abort());

/** Sends a request that can be aborted, as a page does whose filter is changed. */
function send(path: string): Promise<Response> {
  leaving = new AbortController();
  const cookie = Object.entries(customer.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const sent = fetch(`${server}${path}`, { headers: { cookie }, signal: leaving.signal });
  sent.catch(() => undefined);
  return sent;
}

test.each([
  ['the list of calls', 'voicing', 'cdr'],
  ['the totals of calls', 'voicing', 'cdr/totals'],
  ['the report of calls', 'voicing', 'stats'],
  ['the list of messages', 'messaging', 'stats'],
  ['the totals of messages', 'messaging', 'messages/totals'],
  ['the report of messages', 'messaging', 'report'],
] as const)(
  'the database cancels %s when the page no longer waits for it',
  async (_, type, path) => {
    const address = `/v1/services/${services[type]}/${path}`;
    await portal.superuser.asBackground(async (tx) => {
      await tx.run(sql`
        lock table cdrs, messages, calls_by_quarter, calls_by_kind, messages_by_quarter, messages_by_kind in access exclusive mode`);
      const sent = send(address);
      await queued(portal.database, 1);
      leaving.abort();
      await expect(sent).rejects.toThrow('aborted');
      await noneQueued(portal.database);
    });
    // The connection and the customer's turn are free.
    expect((await send(address)).status).toBe(200);
  },
  canceledWithinMs,
);

test('a request whose page has gone before its turn runs no statement', async () => {
  const work = jest.fn(async () => undefined);
  const gone = new Error('gone');
  const abandoned = portal.database.withAccount(customer.account.account_id, (tx) =>
    cancelWhenAborted(portal.database, tx, AbortSignal.abort(gone), work),
  );
  await expect(abandoned).rejects.toBe(gone);
  expect(work).not.toHaveBeenCalled();
});

test('throws why a statement was canceled, and what else has failed although the client has gone', async () => {
  const [reason, fault] = [new Error('gone'), new Error('fault')];
  const run = (work: (tx: Transaction, leave: () => void) => Promise<unknown>) =>
    portal.database.withAccount(customer.account.account_id, (tx) => {
      const client = new AbortController();
      return cancelWhenAborted(portal.database, tx, client.signal, () =>
        work(tx, () => client.abort(reason)),
      );
    });
  const canceled = run(async (tx, leave) => {
    const sleeping = tx.run(sql`select pg_sleep(60)`);
    leave();
    await sleeping;
  });
  await expect(canceled).rejects.toBe(reason);
  const failed = run(async (_tx, leave) => {
    leave();
    throw fault;
  });
  await expect(failed).rejects.toBe(fault);
});
