import type { AppContext } from '../../app/context.ts';
import { repeatAfterConflict } from '../../database/conflict.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { isOutage } from '../../database/outage.ts';
import {
  type LockedPayment,
  lockAwaitedPayments,
  takesTooMuch,
} from '../payments/awaited-payments.repository.ts';
import { mailReceipt } from '../payments/mail-receipt.ts';
import { type Receipt, receiveMoney } from '../payments/receive-money.ts';
import {
  findImported,
  findReceipts,
  insertBankEntry,
  lockBankAccount,
  type UnmatchedReason,
} from './bank-entries.repository.ts';
import type { BankEntry, BankStatement } from './bank-entry.ts';
import { findAllNumbers, findNumbers } from './find-reference.ts';
import { idInStatement } from './identify-entries.ts';
import {
  findPayableInvoices,
  insertInvoiceTransfer,
  lockReturnedTransfer,
  type PayableInvoice,
} from './invoice-transfers.ts';
import { momentOfBooking, refuseFuture } from './moment-of-booking.ts';
import { isPossibleDuplicate } from './possible-duplicates.ts';

/** What became of an entry. */
export type EntryResult =
  | { entry: BankEntry; result: 'credited'; payment: LockedPayment; receipt: Receipt }
  | { entry: BankEntry; result: 'unmatched'; reason: UnmatchedReason }
  /** `differs`: it has other texts than the imported entry with the bank's reference. */
  | { entry: BankEntry; result: 'known'; differs: boolean }
  /** An outgoing transfer that names no payment of a customer. */
  | { entry: BankEntry; result: 'skipped' }
  /** It could not be stored; the others are. */
  | { entry: BankEntry; result: 'failed'; error: unknown };

export type ImportContext = Pick<AppContext, 'mailer' | 'config'> & {
  database: Pick<Database, 'asBackground'>;
};

interface ImportOptions {
  fileName: string;
  /** Is called with what became of each entry, as soon as that is stored. */
  onResult?: (result: EntryResult) => void;
}

/**
 * Imports the entries of a statement, each in a transaction of its own: after a failure the import is repeated, and skips what
 * it has done. Money with the reference of a payment is credited; everything else is stored for the staff.
 */
export async function importStatement(
  context: ImportContext,
  statement: BankStatement,
  { fileName, onResult }: ImportOptions,
): Promise<EntryResult[]> {
  const results: EntryResult[] = [];
  const source = sourceOf(statement, fileName);
  for (const entry of statement.entries) {
    const work = (tx: Transaction) => importEntry(tx, entry, source, context);
    const attempt = repeatAfterConflict(() => context.database.asBackground(work));
    const result = await attempt.catch((error: unknown) => failed(entry, error));
    results.push(result);
    onResult?.(result);
  }
  return results;
}

/** Throws the error of an unavailable database. Another one concerns its entry: that must not hold up the money of other customers. */
export function failed(entry: BankEntry, error: unknown): EntryResult {
  if (isOutage(error)) throw error;
  return { entry, result: 'failed', error };
}

export interface Source {
  fileName: string;
  /** Of all entries of the statement that is imported. */
  ids: readonly string[];
}

export function sourceOf({ entries }: BankStatement, fileName: string): Source {
  return { fileName, ids: entries.flatMap((entry) => [entry.bank_entry_id, idInStatement(entry)]) };
}

/** Imports an entry within a transaction. */
export async function importEntry(
  tx: Transaction,
  entry: BankEntry,
  { fileName, ids }: Source,
  context: ImportContext,
): Promise<EntryResult> {
  await lockBankAccount(tx, entry);
  if (entry.isOutgoing && (await findNamed(tx, findAllNumbers(entry))).length === 0)
    return { entry, result: 'skipped' };
  const imported = await findImported(tx, entry);
  if (imported !== undefined) return compare(tx, entry, imported, fileName);
  refuseFuture(entry.booked);
  const match = (await isPossibleDuplicate(tx, entry, ids))
    ? 'possible_duplicate'
    : await findPayment(tx, entry, context);
  await insertBankEntry(
    tx,
    entry,
    fileName,
    typeof match === 'string' ? { reason: match } : { payment: match },
  );
  if (typeof match === 'string') return { entry, result: 'unmatched', reason: match };
  const receipt = await receiveMoney(tx, match, entry.amount, {
    eventKey: `bank:${entry.bank_entry_id}`,
    reason: `${entry.amount.startsWith('-') ? 'Returned by the bank' : 'Bank transfer'} ${match.number}`,
    actor: `bank:${entry.bank_entry_id}`,
    occurredAt: await momentOfBooking(tx, match.account_id, entry.booked),
  });
  await mailReceipt(context, tx, match, receipt);
  return { entry, result: 'credited', payment: match, receipt };
}

/** An entry that the bank does not name alone, and of which another statement has an equal one, is for the staff to decide. */
async function compare(
  tx: Transaction,
  entry: BankEntry,
  { statement, is_equal, is_other }: NonNullable<Awaited<ReturnType<typeof findImported>>>,
  fileName: string,
): Promise<EntryResult> {
  const known = { entry, result: 'known', differs: !is_equal } as const;
  const isNamed = entry.bank_reference !== null || statement === null || statement === entry.statement;
  if (isNamed && !is_other) return known;
  const reason = 'possible_duplicate';
  const again = { ...entry, bank_entry_id: idInStatement(entry) };
  if ((await findImported(tx, again)) !== undefined) return known;
  await insertBankEntry(tx, again, fileName, { reason });
  return { entry: again, result: 'unmatched', reason };
}

/** The payment of an entry, or why staff must decide. Money that names an invoice gets a payment of its own. */
async function findPayment(
  tx: Transaction,
  entry: BankEntry,
  context: ImportContext,
): Promise<LockedPayment | UnmatchedReason> {
  if (entry.isOutgoing) return 'outgoing';
  if (entry.isBatch) return 'batch';
  const numbers = findNumbers(entry);
  if (numbers.length === 0) return 'no_reference';
  const [only, ...others] = await findNamed(tx, numbers);
  if (only === undefined) return 'unknown_reference';
  if (others.length > 0 || numbers.length > 1) return 'several_references';
  if (only.currency !== entry.currency.toLowerCase()) return 'wrong_currency';
  if (!('payment_id' in only)) return paymentFor(tx, only, entry, context);
  if (!entry.amount.startsWith('-')) return only;
  const { isReceived, isEqualWaiting } = await findReceipts(tx, only, entry);
  if (isEqualWaiting) return 'several_receipts';
  return isReceived && !takesTooMuch(only, entry.amount) ? only : 'no_such_receipt';
}

async function findNamed(tx: Transaction, numbers: readonly string[]) {
  return [...(await lockAwaitedPayments(tx, numbers)), ...(await findPayableInvoices(tx, numbers))];
}

async function paymentFor(
  tx: Transaction,
  invoice: PayableInvoice,
  entry: BankEntry,
  { config }: ImportContext,
): Promise<LockedPayment | UnmatchedReason> {
  if (!entry.amount.startsWith('-')) return insertInvoiceTransfer(tx, config, invoice, entry);
  return (await lockReturnedTransfer(tx, invoice, entry)) ?? 'no_such_receipt';
}
