import type { Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';

/**
 * Returns the moment of a booking, RFC 3339. A bank states only its day, which begins at midnight in the account's time zone:
 * the money then belongs to the month of that day, wherever the account is.
 */
export async function momentOfBooking(tx: Transaction, accountId: string, day: string): Promise<string> {
  const { moment } = await tx.one<{ moment: string }>(sql`
    select to_char(${day}::timestamp at time zone timezone at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as moment
    from accounts where account_id = ${accountId}`);
  return moment;
}
