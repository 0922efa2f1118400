import type { Queryable, Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { Big } from '../../listing/decimal.ts';
import type { BalanceOwner } from '../ledger/post-entry.ts';

/** A part of an entry that credited a balance, used for a document. */
export interface UsedCredit {
  entry_id: number;
  /** Null for credits without a payment, such as an opening balance. */
  payment_id: string | null;
  /** `YYYY-MM-DD` in the account's time zone. */
  date: string;
  /** Two decimals. */
  amount: string;
}

interface Credit extends Omit<UsedCredit, 'amount'> {
  /** Negative for money that was given back. */
  amount: string;
  left: string;
}

/** What credits or reduces a balance; usage, rents and documents are what the credits pay. */
const creditKinds = ['opening', 'top_up', 'refund', 'credit', 'adjustment', 'credit_note'];

/**
 * Takes up to `due` from a service's credits, the earliest first. What was given back reduces the latest ones. The service
 * must be locked.
 */
export async function takeCredits(db: Queryable, owner: BalanceOwner, due: string): Promise<UsedCredit[]> {
  const credits = await findCredits(db, owner);
  const givenBack = credits.filter(({ amount }) => new Big(amount).lt(0));
  let available = [...credits.map(({ left }) => left), ...givenBack.map(({ amount }) => amount)]
    .reduce((sum, amount) => sum.plus(amount), new Big(0))
    .round(2, Big.roundDown);
  let missing = new Big(due);
  const used: UsedCredit[] = [];
  for (const { left, amount: _, ...credit } of credits) {
    const amount = [new Big(left).round(2, Big.roundDown), missing, available].reduce((a, b) =>
      a.lt(b) ? a : b,
    );
    if (amount.lte(0)) continue;
    missing = missing.minus(amount);
    available = available.minus(amount);
    used.push({ ...credit, amount: amount.toFixed(2) });
  }
  return used;
}

/** `left` is zero for what was given back. */
async function findCredits(db: Queryable, { account_id, service_id }: BalanceOwner): Promise<Credit[]> {
  return db.query<Credit>(sql`
    select e.entry_id, l.payment_id, (e.occurred_at at time zone timezone)::date::text as date, p.amount::text as amount,
      (greatest(p.amount, 0) - coalesce(used.amount, 0))::text as left
    from ledger_accounts a join postings p using (ledger_account_id) join journal_entries e using (entry_id)
    join accounts using (account_id)
    left join payment_entries l on l.entry_id = e.entry_id and l.account_id = a.account_id
    left join lateral (select sum(amount) as amount from document_receipts where entry_id = e.entry_id) used on true
    where a.account_id = ${account_id} and a.service_id = ${service_id} and e.kind = any(${creditKinds})
      -- A correction of usage is part of what the credits pay.
      and not exists (select from usage_corrections c where c.entry_id = e.entry_id)
    order by e.occurred_at, e.entry_id`);
}

/** Records which credits a document has used. `atIssue`: its own paid amount contains them. */
export async function insertReceipts(
  tx: Transaction,
  accountId: string,
  invoiceId: string,
  credits: readonly Pick<UsedCredit, 'entry_id' | 'amount'>[],
  { atIssue }: { atIssue: boolean },
): Promise<void> {
  await tx.run(sql`
    insert into document_receipts (account_id, monthly_vat_invoice_id, entry_id, amount, at_issue)
    select ${accountId}, ${invoiceId}, entry_id, amount, ${atIssue}
    from json_to_recordset(${JSON.stringify(credits)}::json) given(entry_id bigint, amount numeric)`);
}

/**
 * Uses new credits for the documents of a service that are not paid yet, the earliest first. A credit can pay a document only
 * once, so a repeated call changes nothing.
 */
export async function settleDocuments(tx: Transaction, owner: BalanceOwner): Promise<void> {
  const unpaid = await tx.query<{ monthly_vat_invoice_id: string; due: string }>(sql`
    select monthly_vat_invoice_id, (amount_due - coalesce(later.amount, 0))::text as due
    from monthly_vat_invoices i
    left join lateral (
      select sum(amount) as amount from document_receipts r
      where r.account_id = i.account_id and r.monthly_vat_invoice_id = i.monthly_vat_invoice_id and not at_issue
    ) later on true
    where account_id = ${owner.account_id} and service_id = ${owner.service_id} and document_type = 'invoice'
      and basis = 'usage' and status not in ('corrected', 'canceled') and amount_due > coalesce(later.amount, 0)
    order by issue_date, monthly_vat_invoice_id`);
  for (const { monthly_vat_invoice_id, due } of unpaid) {
    const credits = await takeCredits(tx, owner, due);
    await insertReceipts(tx, owner.account_id, monthly_vat_invoice_id, credits, { atIssue: false });
  }
}
