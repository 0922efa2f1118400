import type { Queryable } from '../../database/database.ts';
import { insertInto, sql } from '../../database/sql.ts';
import type { AwaitedPayment } from '../payments/awaited-payments.repository.ts';
import type { BankEntry } from './bank-entry.ts';

/** Why staff must decide about an entry. */
export type UnmatchedReason =
  | 'no_reference'
  | 'unknown_reference'
  | 'several_references'
  | 'wrong_currency'
  | 'no_such_receipt'
  | 'several_receipts'
  | 'batch'
  | 'possible_duplicate'
  | 'outgoing';

type Match = { payment: Pick<AwaitedPayment, 'account_id' | 'payment_id'> } | { reason: UnmatchedReason };

/** Lets imports of one bank account wait for each other: two files may contain one entry in two forms. */
export async function lockBankAccount(tx: Queryable, { iban }: BankEntry): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`bank entries ${iban}`}, 0))`);
}

/** Stores an entry; the bank account is locked. */
export async function insertBankEntry(
  db: Queryable,
  { isBatch: _, isOutgoing: __, occurrence: ___, ...entry }: BankEntry,
  fileName: string,
  match: Match,
): Promise<void> {
  const matched =
    'payment' in match
      ? { account_id: match.payment.account_id, payment_id: match.payment.payment_id }
      : { unmatched_reason: match.reason };
  await db.run(insertInto('bank_entries', { ...entry, ...matched, file_name: fileName }));
}

/** What was stored of an entry when it was imported. */
interface ImportedEntry {
  /** Null for entries that were imported before statements were stored. */
  statement: string | null;
  /** Whether payer and references were those of the entry. */
  is_equal: boolean;
  /** Whether the bank gave the transfer another reference of its own, so that the entry's is that of several. */
  is_other: boolean;
}

export async function findImported(
  db: Queryable,
  { bank_entry_id, iban, booked, currency, amount, occurrence, transfer_reference, ...entry }: BankEntry,
): Promise<ImportedEntry | undefined> {
  const { payer_iban, reference, remittance } = entry;
  return db.first<ImportedEntry>(sql`
    select statement, (transfer_reference <> ${transfer_reference}) is true as is_other,
      (payer_iban, reference, remittance) is not distinct from (${payer_iban}, ${reference}, ${remittance}) as is_equal
    from bank_entries
    where bank_entry_id = ${bank_entry_id} or bank_entry_id = (
      select bank_entry_id from bank_entries
      where statement is null and iban = ${iban} and booked = ${booked} and currency = ${currency} and amount = ${amount}
        and (payer_iban, reference, remittance) is not distinct from (${payer_iban}, ${reference}, ${remittance})
      order by bank_entry_id offset ${occurrence - 1} limit 1
    )`);
}

interface Receipts {
  /**
   * Whether the payment has received the money: as much is left of this bank account's transfers for it or, if an account is not
   * known, a transfer of exactly this amount. The text of the entry alone could name anybody's payment.
   */
  isReceived: boolean;
  /** Whether an equal transfer waits for the staff, which could be the one. */
  isEqualWaiting: boolean;
}

/** What the bank may take back with an entry that names a payment. */
export async function findReceipts(
  db: Queryable,
  { account_id, payment_id }: Pick<AwaitedPayment, 'account_id' | 'payment_id'>,
  { iban, payer_iban, amount }: BankEntry,
): Promise<Receipts> {
  // Some banks name the provider as the debtor of what they take back.
  const payer = payer_iban === iban ? null : payer_iban;
  return db.one<Receipts>(sql`
    select
      coalesce(sum(amount) filter (where payment_id is not null and payer_iban = ${payer}), 0) >= abs(${amount}::numeric)
        or coalesce(sum(sign(amount)) filter (
          where payment_id is not null and (payer_iban = ${payer}) is null and abs(amount) = abs(${amount}::numeric)), 0) > 0 as "isReceived",
      count(*) filter (
        where payment_id is null and returned_by is null and amount = abs(${amount}::numeric)) > 0 as "isEqualWaiting"
    from bank_entries
    where (payer_iban = ${payer}) is not false
      and ((account_id = ${account_id} and payment_id = ${payment_id}) or payment_id is null)`);
}

/** An entry about which staff must decide. */
export interface UnmatchedEntry {
  bank_entry_id: string;
  booked: string;
  amount: string;
  currency: string;
  payer_name: string | null;
  payer_iban: string | null;
  reference: string | null;
  remittance: string;
  reason: UnmatchedReason;
}

/** Entries that wait for the staff, oldest first. */
export async function findUnmatched(db: Queryable): Promise<UnmatchedEntry[]> {
  return db.query<UnmatchedEntry>(sql`
    select bank_entry_id, booked, amount, currency, payer_name, payer_iban, reference, remittance, unmatched_reason as reason
    from bank_entries where payment_id is null and returned_by is null
    order by booked, bank_entry_id`);
}

/** An entry about which staff must decide; undefined if there is none, or a payment or a return explains it. */
export async function lockUnmatched(db: Queryable, bankEntryId: string): Promise<UnmatchedEntry | undefined> {
  return db.first<UnmatchedEntry>(sql`
    select bank_entry_id, booked, amount, currency, payer_name, payer_iban, reference, remittance, unmatched_reason as reason
    from bank_entries where bank_entry_id = ${bankEntryId} and payment_id is null and returned_by is null
    for update`);
}

export async function assignBankEntry(
  db: Queryable,
  bankEntryId: string,
  { account_id, payment_id }: Pick<AwaitedPayment, 'account_id' | 'payment_id'>,
): Promise<void> {
  await db.run(sql`
    update bank_entries set account_id = ${account_id}, payment_id = ${payment_id}, unmatched_reason = null
    where bank_entry_id = ${bankEntryId}`);
}

/** Closes an entry whose money was sent back to its payer. */
export async function returnBankEntry(db: Queryable, bankEntryId: string, actionKey: string): Promise<void> {
  await db.run(sql`update bank_entries set returned_by = ${actionKey} where bank_entry_id = ${bankEntryId}`);
}
