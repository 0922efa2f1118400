import type { Database } from '../../database/database.ts';
import { type Sql, sql } from '../../database/sql.ts';

/** Gives a pro-forma invoice another due date, as if it had been issued so. */
export async function givenDueDate(superuser: Database, paymentId: string, due: string): Promise<void> {
  await givenIssuedSo(superuser, paymentId, sql`due_date = ${due}`);
}

/** Moves a payment into the future, as if a clock that was ahead by so much had issued it. */
export async function givenMadeAhead(superuser: Database, paymentId: string, by: string): Promise<void> {
  const created = sql`(created + ${by}::interval)`;
  const utcDay = (moment: Sql) => sql`(${moment} at time zone 'UTC')::date`;
  await givenIssuedSo(
    superuser,
    paymentId,
    sql`created = ${created}, status_updated = ${created}, expires_at = expires_at + ${by}::interval,
      due_date = due_date + (${utcDay(created)} - ${utcDay(sql`created`)})`,
  );
  await superuser.system.run(sql`
    update crypto_invoices i set expires_at = p.expires_at from payments p
    where p.payment_id = ${paymentId} and (i.account_id, i.payment_id) = (p.account_id, p.payment_id)`);
}

/** The audit compares what was issued. */
async function givenIssuedSo(superuser: Database, paymentId: string, changes: Sql): Promise<void> {
  await superuser.asBackground(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`update payments set ${changes} where payment_id = ${paymentId}`);
    await tx.run(sql`
      update document_digests d set digest = payment_digest(p) from payments p
      where p.payment_id = ${paymentId} and (d.account_id, d.document_id) = (p.account_id, p.payment_id)`);
  });
}
