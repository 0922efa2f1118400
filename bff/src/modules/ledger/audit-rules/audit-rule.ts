import { type Sql, sql } from '../../../database/sql.ts';

/** What must be true in the whole database. Its statement selects `subject`, `expected` and `found` of each violation. */
export interface AuditRule {
  name: string;
  violations: Sql;
}

/** Whether the ledger contains what happened to this service at `moment`: older changes are part of the opening balance. */
export const isInLedger = (accountId: Sql, serviceId: Sql, moment: Sql) => sql`not exists (
  select from journal_entries opening join postings using (entry_id) join ledger_accounts a using (ledger_account_id)
  where opening.kind = 'opening' and a.account_id = ${accountId} and a.service_id = ${serviceId}
    and opening.recorded_at > ${moment})`;

/** All calls and messages. */
export const records = sql`
  select account_id, service_id, batch_id, price, cdr_id as record, started as moment from cdrs
  union all
  select account_id, service_id, batch_id, price, message_id, created from messages`;
