import type { Database, Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { Big } from '../../listing/decimal.ts';
import { type BalanceOwner, type NewEntry, postEntry } from './post-entry.ts';

let count = 0;

/** An entry of the staff that adds `amount`, which may be negative, to a balance. */
export function sampleCredit(owner: BalanceOwner, amount: string, changes: Partial<NewEntry> = {}): NewEntry {
  count += 1;
  return {
    eventKey: `staff:test-${count}`,
    kind: 'credit',
    reason: 'Test',
    actor: 'staff:test',
    occurredAt: '2026-11-21T07:30:00Z',
    postings: [
      { account: owner, currency: 'eur', amount },
      { account: 'credits', currency: 'eur', amount: new Big(amount).times(-1).toFixed(6) },
    ],
    ...changes,
  };
}

/** Records that the staff have done what an entry says. */
export async function givenStaffAction(
  db: Queryable,
  { eventKey, actor, reason }: Pick<NewEntry, 'eventKey' | 'actor' | 'reason'>,
): Promise<void> {
  await db.run(sql`
    insert into staff_actions (action_key, command, actor, reason, arguments, result)
    values (${eventKey.replace('staff:', '')}, 'test', ${actor}, ${reason}, '{}', '{}')`);
}

/** Posts what a service lacks to the balance. */
export async function givenBalance(
  database: Database,
  { account_id, service_id }: BalanceOwner,
  balance: string,
): Promise<void> {
  await database.asBackground(async (tx) => {
    const { missing } = await tx.one<{ missing: string }>(sql`
      select (${balance}::numeric - balance)::text as missing from services
      where account_id = ${account_id} and service_id = ${service_id}`);
    if (new Big(missing).eq(0)) return;
    const credit = sampleCredit({ account_id, service_id }, missing);
    await givenStaffAction(tx, credit);
    await postEntry(tx, credit);
  });
}
