import type { Database } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';

/** Gives a pro-forma invoice another due date, as if it had been issued so: the audit compares what was issued. */
export async function givenDueDate(superuser: Database, paymentId: string, due: string): Promise<void> {
  await superuser.asBackground(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`update payments set due_date = ${due} where payment_id = ${paymentId}`);
    await tx.run(sql`
      update document_digests d set digest = payment_digest(p) from payments p
      where p.payment_id = ${paymentId} and (d.account_id, d.document_id) = (p.account_id, p.payment_id)`);
  });
}
