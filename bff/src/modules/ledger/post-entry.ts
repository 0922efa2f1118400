import type { Currency } from '@portal/contract/money';
import type { Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { Big } from '../../listing/decimal.ts';

/** The provider's accounts; each exists once in every currency. */
export type ProviderAccount =
  | 'incoming_bank'
  | 'crypto_clearing'
  | 'usage_revenue'
  | 'number_rents'
  | 'vat'
  | 'refunds'
  | 'credits';

export type EntryKind =
  | 'usage'
  | 'number_rent'
  | 'top_up'
  | 'refund'
  | 'credit'
  | 'invoice'
  | 'credit_note'
  | 'adjustment';

/** The service whose balance a posting changes. */
export interface BalanceOwner {
  account_id: string;
  service_id: string;
}

/** One side of an entry. A positive amount is a credit: it raises a customer's balance, or what the provider earned. */
export interface Posting {
  account: ProviderAccount | BalanceOwner;
  currency: Currency;
  /** A decimal with at most six places. */
  amount: string;
}

export interface NewEntry {
  /** The event: `import:<batch>:<service>`, `import:<batch>:<service>:undo-<number>`, `bank:<id>`, `provider:<id>`, `invoice:<id>`, `rent:<id>` or `staff:<id>`. */
  eventKey: string;
  kind: EntryKind;
  reason: string;
  /** Who caused it, such as `import`, `provider:btcpay` or `staff:anna`. */
  actor: string;
  /** RFC 3339. */
  occurredAt: string;
  /** At most one for each account; those of zero are left out. In each currency their sum is zero. */
  postings: readonly Posting[];
}

export interface PostedEntry {
  entry_id: number;
  /** Whether this call recorded the entry; false if the event was posted before. */
  isNew: boolean;
}

/** The event was posted before, with other content. */
export class EntryConflict extends Error {
  override readonly name = 'EntryConflict';
}

/** The entry would take more from a service than its balance and credit limit allow. */
export class InsufficientBalance extends Error {
  override readonly name = 'InsufficientBalance';
}

/**
 * Records an event in the ledger; the database changes the balances of its services in the same transaction. This is the
 * only way to change a balance. A repeated call with the same content returns the first entry. Throws EntryConflict if the
 * content differs, and InsufficientBalance if `refuseOverdraft` is set and a service cannot afford it; the caller must let
 * the transaction fail then. The transaction's role must not be a customer's.
 */
export async function postEntry(
  tx: Transaction,
  entry: NewEntry,
  { refuseOverdraft = false } = {},
): Promise<PostedEntry> {
  const postings = linesOf(entry);
  const { eventKey, kind, reason, actor, occurredAt } = entry;
  await lockServices(tx, postings);
  const inserted = await tx.first<{ entry_id: number }>(sql`
    insert into journal_entries (event_key, kind, reason, actor, occurred_at)
    values (${eventKey}, ${kind}, ${reason}, ${actor}, ${occurredAt})
    on conflict (event_key) do nothing
    returning entry_id`);
  if (inserted === undefined) return repeatedEntry(tx, entry, postings);
  const count = await tx.run(sql`
    insert into postings (entry_id, ledger_account_id, currency, amount)
    select ${inserted.entry_id}, ledger_account_id, currency, amount
    from ${given(postings)} join ledger_accounts a using (kind, currency)
    where a.account_id is not distinct from given.account_id and a.service_id is not distinct from given.service_id`);
  if (count !== postings.length)
    throw new Error(`${eventKey} names an account that the ledger does not have`);
  if (refuseOverdraft) await refuseOverdrafts(tx, postings);
  return { ...inserted, isNew: true };
}

/**
 * Locks the services whose balances the entry changes. The numbers of their entries then rise in the order in which they
 * change the balance, and the balance after each is the sum so far.
 */
async function lockServices(tx: Transaction, lines: readonly Line[]): Promise<void> {
  const services = lines.filter(({ account_id }) => account_id !== null);
  if (services.length === 0) return;
  // Not `for update`: the service's customer may create payments meanwhile, which refer to it.
  await tx.run(sql`
    select from services
    where (account_id, service_id) in (select account_id, service_id from ${given(services)})
    order by account_id, service_id for no key update`);
}

interface Line {
  kind: string;
  account_id: string | null;
  service_id: string | null;
  currency: Currency;
  amount: string;
}

/** Returns the postings as the database stores them. Throws if they are not an entry. */
function linesOf({ eventKey, postings }: NewEntry): Line[] {
  const lines = postings.map(({ account, currency, amount }): Line => {
    const owner =
      typeof account === 'string'
        ? { kind: account, account_id: null, service_id: null }
        : { kind: 'customer_balance', account_id: account.account_id, service_id: account.service_id };
    const exact = new Big(amount);
    if (!exact.round(6).eq(exact)) throw new Error(`${eventKey} has an amount of more than six decimals`);
    return { ...owner, currency, amount: exact.toFixed(6) };
  });
  const sums = new Map<string, Big>();
  for (const { currency, amount } of lines)
    sums.set(currency, (sums.get(currency) ?? new Big(0)).plus(amount));
  for (const [currency, sum] of sums) {
    if (!sum.eq(0)) throw new Error(`${eventKey} is not balanced: ${sum.toFixed(6)} ${currency}`);
  }
  return lines.filter(({ amount }) => !new Big(amount).eq(0));
}

function given(lines: readonly Line[]) {
  return sql`json_to_recordset(${JSON.stringify(lines)}::json)
    as given(kind text, account_id text, service_id text, currency text, amount numeric)`;
}

/** Returns the entry of an event that was posted before, possibly by a transaction that this one waited for. */
async function repeatedEntry(tx: Transaction, entry: NewEntry, lines: readonly Line[]): Promise<PostedEntry> {
  const { eventKey, kind, reason, actor, occurredAt } = entry;
  const { entry_id, is_same } = await tx.one<{ entry_id: number; is_same: boolean }>(sql`
    select entry_id, (e.kind, reason, actor, occurred_at) = (${kind}, ${reason}, ${actor}, ${occurredAt}::timestamptz)
      and not exists (
        select from (
          select a.kind, a.account_id, a.service_id, p.currency, p.amount
          from postings p join ledger_accounts a using (ledger_account_id)
          where p.entry_id = e.entry_id
        ) stored full join ${given(lines)}
          on stored.kind = given.kind and stored.currency = given.currency and stored.amount = given.amount
            and coalesce(stored.account_id, '') = coalesce(given.account_id, '')
            and coalesce(stored.service_id, '') = coalesce(given.service_id, '')
        where stored.kind is null or given.kind is null
      ) as is_same
    from journal_entries e where event_key = ${eventKey}`);
  if (!is_same) throw new EntryConflict(`${eventKey} was posted with other content`);
  return { entry_id, isNew: false };
}

/** The postings have locked the services, so that parallel entries wait for each other. */
async function refuseOverdrafts(tx: Transaction, lines: readonly Line[]): Promise<void> {
  const debited = lines.filter(({ account_id, amount }) => account_id !== null && amount.startsWith('-'));
  for (const { account_id, service_id } of debited) {
    const { available } = await tx.one<{ available: string }>(sql`
      select balance + credit_limit as available from services
      where account_id = ${account_id} and service_id = ${service_id}`);
    if (new Big(available).lt(0)) throw new InsufficientBalance(`${service_id} cannot afford this`);
  }
}
