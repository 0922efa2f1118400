import type { Period } from '@portal/contract/dates';
import type { Movement, Statement } from '@portal/contract/statement';
import type { Queryable } from '../../database/database.ts';
import { rawSql, sql } from '../../database/sql.ts';
import type { BalanceOwner } from '../ledger/post-entry.ts';

/** The lines of a period: those after `first` up to `last`. */
export interface StatementRange {
  first: number;
  last: number;
  opening_balance: string;
  closing_balance: string;
}

/** Up to `limit` lines after `first`, or the last ones if `isDescending`. */
export interface LineRange {
  first: number;
  last: number;
  limit: number;
  isDescending: boolean;
}

/** The service's account in the ledger. A customer's transaction sees no other accounts. */
const ledgerAccount = ({ account_id, service_id }: BalanceOwner) => sql`(
  select ledger_account_id from ledger_accounts where account_id = ${account_id} and service_id = ${service_id})`;

/** Lines are numbered in the order of their times, so both ends of a period are lines. */
export async function findStatementRange(
  db: Queryable,
  owner: BalanceOwner,
  { start_utc, end_utc }: Pick<Period, 'start_utc' | 'end_utc'>,
): Promise<StatementRange> {
  const lastBefore = (moment: string) => sql`
    select line, balance_after from postings
    where ledger_account_id = ${ledgerAccount(owner)} and line is not null and booked_at < ${moment}
    order by booked_at desc, line desc limit 1`;
  return db.one<StatementRange>(sql`
    select coalesce(before.line, 0) as first, coalesce(within.line, 0) as last,
      coalesce(before.balance_after, 0)::text as opening_balance, coalesce(within.balance_after, 0)::text as closing_balance
    from (values (1)) one
    left join (${lastBefore(start_utc)}) before on true
    left join (${lastBefore(end_utc)}) within on true`);
}

/** Returns the sums of a range by kind, in the order in which the kinds occur. */
export async function findStatementTotals(
  db: Queryable,
  owner: BalanceOwner,
  { first, last }: StatementRange,
): Promise<Statement['totals']> {
  return db.query<Statement['totals'][number]>(sql`
    select e.kind, count(*)::int as count, sum(p.amount)::text as amount
    from postings p join journal_entries e using (entry_id)
    where p.ledger_account_id = ${ledgerAccount(owner)} and p.line > ${first} and p.line <= ${last}
    group by e.kind order by min(p.line)`);
}

/** Returns lines with the payment, document or usage that each one books. */
export async function findMovements(
  db: Queryable,
  owner: BalanceOwner,
  { first, last, limit, isDescending }: LineRange,
): Promise<Movement[]> {
  const { account_id } = owner;
  return db.query<Movement>(sql`
    select p.line, p.booked_at as booked, e.occurred_at as occurred, e.kind, p.amount::text as amount,
      p.balance_after::text as balance_after, p.currency, payment.payment, document.document, usage.usage,
      rental.rental
    from postings p join journal_entries e using (entry_id)
    left join lateral (
      select json_build_object('payment_id', payment_id, 'number', number, 'created', ${utcText(sql`created`)}) as payment
      from payment_entries l join payments using (account_id, payment_id)
      where l.entry_id = p.entry_id and l.account_id = ${account_id} order by payment_id limit 1
    ) payment on true
    left join lateral (
      select json_build_object('monthly_vat_invoice_id', monthly_vat_invoice_id, 'number', number) as document
      from monthly_vat_invoices where account_id = ${account_id} and monthly_vat_invoice_id = e.document_id
    ) document on true
    left join lateral (
      select json_build_object('records', sum(records), 'first_record', ${utcText(sql`min(first_record)`)},
        'last_record', ${utcText(sql`max(last_record)`)}) as usage
      from (
        select records, first_record, last_record from usage_batches b
        where b.account_id = ${account_id} and b.entry_id = p.entry_id
        union all
        select c.records, b.first_record, b.last_record
        from usage_corrections c join usage_batches b using (account_id, service_id, batch_id)
        where c.account_id = ${account_id} and c.entry_id = p.entry_id
      ) charged
      having count(*) > 0
    ) usage on true
    left join lateral (
      select json_build_object('number', number, 'period_start', period_start, 'period_end', period_end) as rental
      from number_charges c where c.account_id = ${account_id} and c.entry_id = p.entry_id limit 1
    ) rental on true
    where p.ledger_account_id = ${ledgerAccount(owner)} and p.line > ${first} and p.line <= ${last}
    order by p.line ${rawSql(isDescending ? 'desc' : 'asc')} limit ${limit}`);
}

const utcText = (moment: ReturnType<typeof sql>) =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
