import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { performOnce } from '../../staff/staff-action.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { queued } from '../../testing/waiting-transactions.ts';
import { auditLedger } from '../ledger/audit.ts';
import { givenService } from '../services/services.fixtures.ts';
import { creditLimit } from './set-credit-limit.ts';

const portal = testPortal();

/** Returns the command that sets the credit limit of a new service. */
async function givenLimited() {
  const client = await portal.customer();
  const { service_id: service } = await givenService(portal.database, client.account.account_id);
  return (key: string, amount: string) => {
    const given = { service, amount };
    const action = { key, command: 'billing credit-limit', actor: 'staff:anna', reason: 'Ticket 7' };
    const act: Parameters<typeof performOnce>[2] = (tx) =>
      creditLimit.act(tx, { ...action, arguments: given }, given, portal.context as never);
    return performOnce(portal.context, { ...action, arguments: given }, act, { isDryRun: false });
  };
}

test('credit limits that are set at the same time are recorded in the order in which they were set', async () => {
  const set = await givenLimited();
  const { last } = await portal.superuser.asBackground(async (tx) => {
    // The last command begins first, and waits for the lock of its key.
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('staff action LAST', 0))`);
    const setting = set('LAST', '200.00');
    await queued(portal.database, 1);
    await set('FIRST', '100.00');
    return { last: setting };
  });
  expect((await last).result.changed).toMatchObject({ before: '100.00', after: '200.00' });
  const actions = await portal.database.system.query(sql`
    select action_key from staff_actions order by recorded_at`);
  expect(actions).toEqual([{ action_key: 'FIRST' }, { action_key: 'LAST' }]);
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});

test('the audit accepts a credit limit that was set after another one of a clock that was ahead', async () => {
  const set = await givenLimited();
  await set('AHEAD', '100.00');
  await portal.superuser.asBackground(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`
      update staff_actions set recorded_at = recorded_at + interval '1 year' where action_key = 'AHEAD'`);
  });
  await set('NOW', '200.00');
  const { problems } = await auditLedger(portal.database);
  expect(problems.map(({ rule }) => rule)).not.toContain('a credit limit is what the staff have set');
});
