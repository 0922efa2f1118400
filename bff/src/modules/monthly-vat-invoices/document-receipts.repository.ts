import type { Queryable, Transaction } from '../../database/database.ts';
import { type Sql, sql } from '../../database/sql.ts';
import { Big } from '../../listing/decimal.ts';
import { dayOfEntry } from '../ledger/day-of-entry.ts';
import type { BalanceOwner } from '../ledger/post-entry.ts';

/** A part of an entry that credited a balance, used for a document. */
export interface UsedCredit {
  entry_id: number;
  /** Null for credits without a payment, such as an opening balance. */
  payment_id: string | null;
  /** The payment's. */
  number: string | null;
  /** `YYYY-MM-DD`, the bank's or in the account's time zone. */
  date: string;
  /** Two decimals. */
  amount: string;
}

interface Credit extends Omit<UsedCredit, 'amount'> {
  /** Of the payment that this money belongs to, also where a refund has a number of its own. */
  origin: string | null;
  /** What no document has used; negative for money that was given back and that no document has lost. */
  left: string;
}

/** What credits or reduces a balance; usage, rents and documents are what the credits pay. */
const creditKinds = ['opening', 'top_up', 'refund', 'credit', 'adjustment', 'credit_note'];

/**
 * Takes up to `due` from a service's credits, the earliest first. What was given back reduces the payment to which it belongs,
 * or else the latest credits. The service must be locked.
 */
export async function takeCredits(db: Queryable, owner: BalanceOwner, due: string): Promise<UsedCredit[]> {
  const found = (await findCredits(db, owner)).map((credit) => ({ ...credit, left: new Big(credit.left) }));
  const credits = found.filter(({ left }) => left.gt(0));
  let givenBack = new Big(0);
  for (const { origin, left } of found.filter((each) => each.left.lt(0))) {
    let missing = left.times(-1);
    for (const credit of credits.filter((each) => origin !== null && each.origin === origin)) {
      const taken = smallest(credit.left, missing);
      credit.left = credit.left.minus(taken);
      missing = missing.minus(taken);
    }
    givenBack = givenBack.plus(missing);
  }
  let available = credits
    .reduce((sum, { left }) => sum.plus(left), new Big(0))
    .minus(givenBack)
    .round(2, Big.roundDown);
  let missing = new Big(due);
  const used: UsedCredit[] = [];
  for (const { left, origin: _, ...credit } of credits) {
    const amount = smallest(left.round(2, Big.roundDown), missing, available);
    if (amount.lte(0)) continue;
    missing = missing.minus(amount);
    available = available.minus(amount);
    used.push({ ...credit, amount: amount.toFixed(2) });
  }
  return used;
}

function smallest(...amounts: [Big, ...Big[]]): Big {
  return amounts.reduce((a, b) => (a.lt(b) ? a : b));
}

async function findCredits(db: Queryable, { account_id, service_id }: BalanceOwner): Promise<Credit[]> {
  return db.query<Credit>(sql`
    select e.entry_id, l.payment_id, y.number, coalesce(y.refunded_payment_id, l.payment_id) as origin,
      ${dayOfEntry(sql`a.account_id`, sql`timezone`)}::text as date, (p.amount - coalesce(used.amount, 0))::text as left
    from ledger_accounts a join postings p using (ledger_account_id) join journal_entries e using (entry_id)
    join accounts using (account_id)
    left join payment_entries l on l.entry_id = e.entry_id and l.account_id = a.account_id
    left join payments y on y.account_id = l.account_id and y.payment_id = l.payment_id
    left join lateral (select sum(amount) as amount from document_receipts where entry_id = e.entry_id) used on true
    where a.account_id = ${account_id} and a.service_id = ${service_id} and e.kind = any(${creditKinds})
      -- A correction of usage is part of what the credits pay.
      and not exists (select from usage_corrections c where c.entry_id = e.entry_id)
    order by e.occurred_at, e.entry_id`);
}

/**
 * Takes from the documents that a payment has paid what the bank has taken back with an entry, the latest ones first: they are
 * due again. A repeated call changes nothing.
 */
export async function reverseReceipts(
  tx: Transaction,
  { account_id, payment_id }: { account_id: string; payment_id: string },
  eventKey: string,
): Promise<void> {
  const documents = await tx.query<{
    monthly_vat_invoice_id: string;
    used: string;
    credited: string;
    entry_id: number;
  }>(sql`
    select monthly_vat_invoice_id, sum(r.amount)::text as used,
      (select sum(amount) from payment_entries where account_id = ${account_id} and payment_id = ${payment_id})::text as credited,
      (select entry_id from journal_entries where event_key = ${eventKey}) as entry_id
    from document_receipts r join monthly_vat_invoices i using (account_id, monthly_vat_invoice_id)
    join payment_entries l using (account_id, entry_id)
    where account_id = ${account_id} and payment_id = ${payment_id} and basis = 'usage'
    group by monthly_vat_invoice_id having sum(r.amount) > 0
    order by max(r.recorded) desc, monthly_vat_invoice_id desc`);
  let excess = documents
    .reduce((sum, { used }) => sum.plus(used), new Big(0))
    .minus(documents[0]?.credited ?? 0);
  for (const { monthly_vat_invoice_id, used, entry_id } of documents) {
    if (excess.lte(0)) return;
    const amount = smallest(new Big(used), excess);
    excess = excess.minus(amount);
    await insertReceipts(
      tx,
      account_id,
      monthly_vat_invoice_id,
      [{ entry_id, amount: amount.times(-1).toFixed(2) }],
      {
        atIssue: false,
      },
    );
  }
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
    select monthly_vat_invoice_id, due::text from (${unpaidDocuments(owner)}) unpaid
    order by issue_date, monthly_vat_invoice_id`);
  for (const { monthly_vat_invoice_id, due } of unpaid) {
    const credits = await takeCredits(tx, owner, due);
    await insertReceipts(tx, owner.account_id, monthly_vat_invoice_id, credits, { atIssue: false });
  }
}

/**
 * Uses an entry of a payment that names an invoice for this invoice, up to what is due: the debtor decides which debt a payment
 * settles. What was taken from the balance otherwise reduces later credits. Nothing for payments that name none.
 */
export async function payNamedInvoice(
  tx: Transaction,
  { payment_id, ...owner }: BalanceOwner & { payment_id: string },
  entryId: number,
): Promise<void> {
  await tx.run(sql`
    insert into document_receipts (account_id, monthly_vat_invoice_id, entry_id, amount, at_issue)
    select account_id, monthly_vat_invoice_id, entry_id, least(due, e.amount), false
    from payments join payment_entries e using (account_id, payment_id)
    join (${unpaidDocuments(owner)}) unpaid using (monthly_vat_invoice_id)
    where account_id = ${owner.account_id} and payment_id = ${payment_id} and type = 'top_up'
      and entry_id = ${entryId} and e.amount > 0`);
}

/** Selects the invoices of a service that are not paid yet, with what is due of them. */
function unpaidDocuments({ account_id, service_id }: BalanceOwner): Sql {
  return sql`
    select monthly_vat_invoice_id, issue_date, amount_due - coalesce(later.amount, 0) as due
    from monthly_vat_invoices i
    left join lateral (
      select sum(amount) as amount from document_receipts r
      where r.account_id = i.account_id and r.monthly_vat_invoice_id = i.monthly_vat_invoice_id and not at_issue
    ) later on true
    where account_id = ${account_id} and service_id = ${service_id} and document_type = 'invoice'
      and basis = 'usage' and status not in ('corrected', 'canceled') and amount_due > coalesce(later.amount, 0)`;
}
