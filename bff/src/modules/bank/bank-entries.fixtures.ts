import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';

interface Booking {
  id: string;
  amount: string;
  /** ISO 4217 in lower case; euro unless given. */
  currency?: string;
  /** When the ledger says that it arrived: the bank names the day only. */
  occurredAt: string;
}

/** Inserts what a bank booked for a payment, without crediting it. */
export async function givenBankEntry(
  db: Queryable,
  { account_id, payment_id }: { account_id: string; payment_id: string },
  { id, amount, currency = 'eur', occurredAt }: Booking,
): Promise<void> {
  await db.run(sql`
    insert into bank_entries (bank_entry_id, iban, booked, currency, amount, remittance, account_id, payment_id, file_name)
    select ${id}, 'EE000000000000000000', (${occurredAt}::timestamptz at time zone timezone)::date, ${currency.toUpperCase()}, ${amount}, '',
      account_id, ${payment_id}, 'given.xml'
    from accounts where account_id = ${account_id}`);
}
