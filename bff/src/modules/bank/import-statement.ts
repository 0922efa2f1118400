import type { AppContext } from '../../app/context.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { inTransaction } from '../../database/dry-run.ts';
import { Big } from '../../listing/decimal.ts';
import { type AwaitedPayment, lockAwaitedPayments } from '../payments/awaited-payments.repository.ts';
import { mailReceipt } from '../payments/mail-receipt.ts';
import { type Receipt, receiveMoney } from '../payments/receive-money.ts';
import { insertBankEntry, isImported, type UnmatchedReason } from './bank-entries.repository.ts';
import { findNumbers } from './find-reference.ts';
import type { BankEntry, BankStatement } from './read-statement.ts';

/** What became of an entry. */
export type EntryResult =
  | { entry: BankEntry; result: 'credited'; payment: AwaitedPayment; receipt: Receipt }
  | { entry: BankEntry; result: 'unmatched'; reason: UnmatchedReason }
  | { entry: BankEntry; result: 'known' };

type ImportContext = Pick<AppContext, 'mailer'> & { database: Pick<Database, 'asBackground'> };

interface ImportOptions {
  fileName: string;
  /** Changes nothing. */
  isDryRun: boolean;
}

/**
 * Imports the entries of a statement, each in a transaction of its own: after a failure the import is repeated, and skips what
 * it has done. Money with the reference of a payment is credited; everything else is stored for the staff.
 */
export async function importStatement(
  { database, mailer }: ImportContext,
  { entries }: BankStatement,
  { fileName, isDryRun }: ImportOptions,
): Promise<EntryResult[]> {
  const results: EntryResult[] = [];
  for (const entry of entries) {
    const work = (tx: Transaction) => importEntry(tx, entry, fileName, mailer);
    results.push(await inTransaction(database, work, { isDryRun }));
  }
  return results;
}

async function importEntry(
  tx: Transaction,
  entry: BankEntry,
  fileName: string,
  mailer: AppContext['mailer'],
): Promise<EntryResult> {
  if (await isImported(tx, entry.bank_entry_id)) return { entry, result: 'known' };
  const match = await findPayment(tx, entry);
  const stored = typeof match === 'string' ? { reason: match } : { payment: match };
  // A parallel import of the same entry has waited for this one, or this one for it.
  if (!(await insertBankEntry(tx, entry, fileName, stored))) return { entry, result: 'known' };
  if (typeof match === 'string') return { entry, result: 'unmatched', reason: match };
  const receipt = await receiveMoney(tx, match, entry.amount, {
    eventKey: `bank:${entry.bank_entry_id}`,
    reason: `${entry.amount.startsWith('-') ? 'Returned by the bank' : 'Bank transfer'} ${match.number}`,
    actor: `bank:${entry.bank_entry_id}`,
    occurredAt: `${entry.booked}T00:00:00Z`,
  });
  await mailReceipt({ mailer }, tx, match, receipt);
  return { entry, result: 'credited', payment: match, receipt };
}

/** The payment of an entry, or why staff must decide. */
async function findPayment(tx: Transaction, entry: BankEntry): Promise<AwaitedPayment | UnmatchedReason> {
  if (entry.isBatch) return 'batch';
  const numbers = findNumbers(entry);
  if (numbers.length === 0) return 'no_reference';
  const [payment, ...others] = await lockAwaitedPayments(tx, numbers);
  if (payment === undefined) return 'unknown_reference';
  if (others.length > 0 || numbers.length > 1) return 'several_references';
  if (payment.currency !== entry.currency.toLowerCase()) return 'wrong_currency';
  const isTooMuch = new Big(payment.paid_amount ?? 0).plus(entry.amount).lt(0);
  return isTooMuch ? 'no_such_receipt' : payment;
}
