import type { AppContext } from '../../app/context.ts';
import type { Queryable, Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { defineScheduledJob } from '../../queue/queue.ts';

export interface PaymentState {
  status: string;
  status_reason: string | null;
}

/** Stores a payment's state from now on; the database records it with who caused it. */
export async function changeState(
  tx: Transaction,
  { account_id, payment_id }: { account_id: string; payment_id: string },
  { status, status_reason }: PaymentState,
  actor: string,
): Promise<void> {
  await setActor(tx, actor);
  await tx.run(sql`
    update payments set status = ${status}, status_reason = ${status_reason}, status_updated = now()
    where account_id = ${account_id} and payment_id = ${payment_id}`);
}

/** Names who causes the states that this transaction stores, such as `job:expire-payments`; without it the customer does. */
export async function setActor(tx: Queryable, actor: string): Promise<void> {
  await tx.run(sql`select set_config('portal.actor', ${actor}, true)`);
}

/** Days after the due date in which a transfer is awaited. */
const daysOfGrace = 30;

/** Whether a row of payments, with its account, is awaited no longer. */
export const hasEnded = sql`coalesce(payments.expires_at <= now(),
  payments.due_date + ${daysOfGrace}::integer < local_time(now(), accounts.timezone)::date)`;

/**
 * Expires payments whose time has passed: crypto payments with their rate, transfers at midnight in the account's time zone.
 * A payment that is locked, because its money arrives, is left to the next run. Money that arrives later is credited.
 */
export function expirePaymentsJob(context: Pick<AppContext, 'database'>) {
  return defineScheduledJob(context, 'expire-payments', '* * * * *', async (tx) => {
    await setActor(tx, 'job:expire-payments');
    await tx.run(sql`
      update payments p set status = 'expired', status_updated = now()
      from (
        select account_id, payment_id from payments join accounts using (account_id)
        where payments.status in ('pending', 'partially_paid') and ${hasEnded}
        for update of payments skip locked
      ) overdue
      where p.account_id = overdue.account_id and p.payment_id = overdue.payment_id`);
  });
}
