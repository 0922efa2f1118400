import { afterEach, expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { watchClock } from '../../queue/clock-guard.ts';
import type { CommandContext } from '../../staff/open-portal.ts';
import type { AnyStaffCommand } from '../../staff/staff-command.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';
import { assign, returnTransfer } from './assign-entry.ts';
import { adjust, credit } from './book-payment.ts';
import { creditNote } from './credit-note.ts';
import { refund } from './refund.ts';

const portal = testPortal();

/** The clock has jumped ahead by years, as far as the portal knows. */
const givenDoubt = async () => {
  const { system } = portal.database;
  await system.run(sql`delete from clock_watch`);
  await system.run(sql`insert into clock_watch (believed, lived) values ('2024-06-01', '2024-06-01')`);
};
afterEach(() => portal.database.system.run(sql`delete from clock_watch`));

const commands: readonly [string, AnyStaffCommand][] = [
  ['credit', credit],
  ['adjust', adjust],
  ['refund', refund],
  ['credit-note', creditNote],
  ['assign', assign],
  ['return', returnTransfer],
];

test.each(commands)('%s is refused while the clock is doubted', async (name, command) => {
  await givenDoubt();
  const action = { key: 'T-1', command: `billing ${name}`, actor: 'staff:anna', reason: 'Ticket 9' };
  const given = {
    ...{ service: 'svc_none', amount: '1.00', payment: 'PF-2024-000001', entry: 'none' },
    invoice: '2024-05-00001',
  };
  const done = portal.database.asBackground((tx) =>
    command.act(tx, { ...action, arguments: given }, given, portal.context as CommandContext),
  );
  await expect(done).rejects.toThrow('confirm-clock');
});

test('a customer’s top-up is accepted while the clock is doubted, with a number of the last year that was believed', async () => {
  const customer = await portal.customer();
  const { service_id } = await givenService(portal.database, customer.account.account_id);
  const numberOf = async (amount: string) => {
    const { status, body } = await customer.post('/v1/finances/payments/invoices', { service_id, amount });
    expect(status).toBe(201);
    return body.payment.number;
  };
  await givenDoubt();
  await portal.database.asBackground((tx) => watchClock(tx, new Date()));
  expect(await numberOf('100.00')).toBe('PF-2024-000001');
  // The clock was behind: the portal has lived through the time that it doubts.
  await portal.database.system.run(sql`update clock_watch set lived = now()`);
  expect(await numberOf('150.00')).toMatch(`PF-${new Date().getUTCFullYear()}-`);
  await portal.database.system.run(sql`delete from clock_watch`);
  expect(await numberOf('200.00')).toMatch(`PF-${new Date().getUTCFullYear()}-`);
});
