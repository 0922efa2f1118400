import { isConflict, repeatAfterConflict } from '../../database/conflict.ts';
import type { Transaction } from '../../database/database.ts';
import { inTransaction } from '../../database/dry-run.ts';
import { isOutage } from '../../database/outage.ts';
import { sql } from '../../database/sql.ts';
import type { BankEntry, BankStatement } from './bank-entry.ts';
import { findAllNumbers } from './find-reference.ts';
import {
  type EntryResult,
  failed,
  type ImportContext,
  importEntry,
  type Source,
  sourceOf,
} from './import-statement.ts';

/**
 * Returns what the import of statements would do with their entries, and changes nothing. Entries that name the same payment or
 * invoice, and those that are in several statements, are tried in one transaction, so that each finds what the ones before it
 * have paid. It locks what they concern, and thus the others are not tried with them.
 */
export async function tryStatements(
  context: ImportContext,
  statements: readonly BankStatement[],
  fileName: string,
): Promise<EntryResult[][]> {
  const results = new Map<BankEntry, EntryResult>();
  for (const group of groupsOf(statements, fileName)) {
    const work = async (tx: Transaction) => {
      for (const { entry, source } of group) results.set(entry, await tryEntry(tx, entry, source, context));
    };
    const attempt = repeatAfterConflict(() => inTransaction(context.database, work, { isDryRun: true }));
    await attempt.catch((error: unknown) => {
      for (const { entry } of group) results.set(entry, failed(entry, error));
    });
  }
  return statements.map(({ entries }) => entries.flatMap((entry) => results.get(entry) ?? []));
}

async function tryEntry(
  tx: Transaction,
  entry: BankEntry,
  source: Source,
  context: ImportContext,
): Promise<EntryResult> {
  await tx.run(sql`savepoint before_entry`);
  try {
    return await importEntry(tx, entry, source, context);
  } catch (error) {
    if (isOutage(error) || isConflict(error)) throw error;
    await tx.run(sql`rollback to savepoint before_entry`);
    return failed(entry, error);
  }
}

interface Tried {
  entry: BankEntry;
  source: Source;
  /** Its place in the file. */
  index: number;
}

/** Puts entries together that share a number or id, also through others, in the order of the file. */
function groupsOf(statements: readonly BankStatement[], fileName: string): Tried[][] {
  const all = statements.flatMap((statement) => {
    const source = sourceOf(statement, fileName);
    return statement.entries.map((entry) => ({ entry, source }));
  });
  const groups = new Map<string, { keys: string[]; tried: Tried[] }>();
  for (const [index, { entry, source }] of all.entries()) {
    const keys = [entry.bank_entry_id, ...findAllNumbers(entry)];
    const joined = [...new Set(keys.flatMap((key) => groups.get(key) ?? []))];
    const group = {
      keys: [...keys, ...joined.flatMap((each) => each.keys)],
      tried: [...joined.flatMap(({ tried }) => tried), { entry, source, index }],
    };
    for (const key of group.keys) groups.set(key, group);
  }
  return [...new Set(groups.values())].map(({ tried }) => tried.toSorted((a, b) => a.index - b.index));
}
