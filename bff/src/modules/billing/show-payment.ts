import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { OperatorError } from '../../errors/operator-error.ts';

interface ShownPayment {
  payment: Record<string, string | null>;
  /** Its states, the oldest first. */
  events: { occurred_at: string; status: string; reason: string | null; actor: string }[];
  /** What it changed in the ledger, with every posting. */
  entries: {
    event_key: string;
    kind: string;
    reason: string;
    actor: string;
    occurred_at: string;
    recorded_at: string;
    postings: string;
  }[];
  bank_entries: { bank_entry_id: string; booked: string; amount: string; currency: string }[];
}

/** Returns a payment of any account with its states and entries. Throws OperatorError if there is none. */
export async function findShownPayment(db: Queryable, idOrNumber: string): Promise<ShownPayment> {
  const payment = await db.first<Record<string, string | null>>(sql`
    select account_id, payment_id, number, service_id, method, type, status, status_reason, currency, amount, tax_rate, tax_amount,
      gross_amount, trim_scale(paid_amount)::text as paid_amount, paid_currency, reference, due_date, expires_at, created,
      completed, refunded_payment_id
    from payments where ${idOrNumber} in (payment_id, number)`);
  if (payment === undefined) throw new OperatorError(`There is no payment ${idOrNumber}.`);
  const { account_id, payment_id } = payment;
  const isOfPayment = sql`account_id = ${account_id} and payment_id = ${payment_id}`;
  return {
    payment,
    events: await db.query(sql`
      select occurred_at, status, reason, actor from payment_events where ${isOfPayment} order by event_id`),
    entries: await db.query(sql`
      select event_key, e.kind, reason, actor, occurred_at, recorded_at,
        string_agg(coalesce(a.service_id, a.kind) || ' ' || p.amount || ' ' || p.currency, ', ' order by a.ledger_account_id) as postings
      from payment_entries l join journal_entries e using (entry_id) join postings p using (entry_id)
      join ledger_accounts a using (ledger_account_id)
      where l.account_id = ${account_id} and l.payment_id = ${payment_id}
      group by e.entry_id order by e.entry_id`),
    bank_entries: await db.query(sql`
      select bank_entry_id, booked, amount, currency from bank_entries where ${isOfPayment} order by booked, bank_entry_id`),
  };
}

/** Returns the payment as lines for a reader. */
export function describePayment({ payment, events, entries, bank_entries }: ShownPayment): string {
  const members = Object.entries(payment).filter(([, value]) => value !== null);
  return [
    ...members.map(([name, value]) => `${name.replaceAll('_', ' ').padEnd(20)} ${value}`),
    'States:',
    ...events.map((each) => `  ${each.occurred_at}  ${each.status} ${each.reason ?? ''} by ${each.actor}`),
    'Entries:',
    ...entries.map(
      (each) =>
        `  ${each.occurred_at}  ${each.event_key} by ${each.actor}: ${each.reason}\n    ${each.postings}`,
    ),
    'Booked by the bank:',
    ...bank_entries.map((each) => `  ${each.booked}  ${each.bank_entry_id}  ${each.amount} ${each.currency}`),
  ].join('\n');
}
