import { isConflict, repeatAfterConflict } from '../../database/conflict.ts';
import type { Transaction } from '../../database/database.ts';
import { inTransaction } from '../../database/dry-run.ts';
import { isOutage } from '../../database/outage.ts';
import { sql } from '../../database/sql.ts';
import type { BankEntry, BankStatement } from './bank-entry.ts';
import { groupsOf, type Tried } from './entry-groups.ts';
import {
  type EntryResult,
  failed,
  type ImportContext,
  importEntry,
  type Source,
  sourceOf,
} from './import-statement.ts';

/**
 * Returns what the import of statements would do with their entries, and changes nothing. Entries that depend on each other are tried
 * in one transaction, so that each finds what became of the ones before it. It locks what they concern, and thus the others are not
 * tried with them. Which of them wait for the staff, and so concern others, shows only when they are tried.
 */
export async function tryStatements(
  context: ImportContext,
  statements: readonly BankStatement[],
  fileName: string,
): Promise<EntryResult[][]> {
  const results = new Map<BankEntry, EntryResult>();
  const all = inOrder(statements, fileName);
  const waiting = new Set<Tried>();
  const done = new Set<string>();
  let known: number;
  do {
    known = waiting.size;
    for (const group of groupsOf(all, waiting)) {
      const members = group.map(({ index }) => index).join();
      if (!done.has(members)) await tryGroup(context, group, results);
      done.add(members);
    }
    for (const each of all) if (results.get(each.entry)?.result === 'unmatched') waiting.add(each);
  } while (waiting.size > known);
  return statements.map(({ entries }) => entries.flatMap((entry) => results.get(entry) ?? []));
}

async function tryGroup(
  context: ImportContext,
  group: readonly Tried[],
  results: Map<BankEntry, EntryResult>,
): Promise<void> {
  const work = async (tx: Transaction) => {
    for (const { entry, source } of group) results.set(entry, await tryEntry(tx, entry, source, context));
  };
  const attempt = repeatAfterConflict(() => inTransaction(context.database, work, { isDryRun: true }));
  await attempt.catch((error: unknown) => {
    for (const { entry } of group) results.set(entry, failed(entry, error));
  });
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

function inOrder(statements: readonly BankStatement[], fileName: string): Tried[] {
  return statements
    .flatMap((statement) => {
      const source = sourceOf(statement, fileName);
      return statement.entries.map((entry) => ({ entry, source }));
    })
    .map((each, index) => ({ ...each, index }));
}
