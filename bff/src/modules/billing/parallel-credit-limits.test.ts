import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { performOnce } from '../../staff/staff-action.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { queued } from '../../testing/waiting-transactions.ts';
import { auditLedger } from '../ledger/audit.ts';
import { givenService } from '../services/services.fixtures.ts';
import { creditLimit } from './set-credit-limit.ts';

const portal = testPortal();

test('credit limits that are set at the same time are recorded in the order in which they were set', async () => {
  const client = await portal.customer();
  const { service_id: service } = await givenService(portal.database, client.account.account_id);
  const set = (key: string, amount: string) => {
    const given = { service, amount };
    const action = { key, command: 'billing credit-limit', actor: 'staff:anna', reason: 'Ticket 7' };
    const act: Parameters<typeof performOnce>[2] = (tx) =>
      creditLimit.act(tx, { ...action, arguments: given }, given, portal.context as never);
    return performOnce(portal.context, { ...action, arguments: given }, act, { isDryRun: false });
  };

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
