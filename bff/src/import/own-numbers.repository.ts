import type { Transaction } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { endOfDay } from '../listing/local-time.ts';
import type { ImportTarget } from './imported-records.repository.ts';

interface OwnNumberRow {
  number: string;
  rented_at: string;
  expires_at: string | null;
  timezone: string;
}

/** Returns the service's numbers and when each is rented: RFC 3339, the end exclusive, null while it goes on. */
export async function findOwnNumbers(tx: Transaction, { account_id, service_id }: ImportTarget) {
  const numbers = await tx.query<OwnNumberRow>(sql`
    select number, rented_at, expires_at, timezone
    from rented_numbers n join accounts using (account_id)
    where account_id = ${account_id} and service_id = ${service_id} and n.status not in ('pending', 'awaiting_registration')
      -- Without its day, nobody knows which calls came before the end.
      and not (n.status in ('expired', 'ported_out') and expires_at is null)`);
  return numbers.map(({ number, rented_at, expires_at, timezone }) => ({
    number,
    rented_at,
    rented_until: expires_at === null ? null : endOfDay(expires_at, timezone),
  }));
}
