import type { Database, Transaction } from './database.ts';
import { sql } from './sql.ts';

/** Rolls a transaction back that has done its work. */
class DryRun extends Error {}

interface DryRunOptions {
  isDryRun: boolean;
  seconds?: number | undefined;
}

/** Runs background work in one transaction, of at most `seconds`, and returns its result; a dry run rolls it back. */
export async function inTransaction<Result>(
  database: Pick<Database, 'asBackground'>,
  work: (tx: Transaction) => Promise<Result>,
  { isDryRun, seconds }: DryRunOptions,
): Promise<Result> {
  const done: { result: Result }[] = [];
  try {
    return await database.asBackground(
      async (tx) => {
        const result = await work(tx);
        if (!isDryRun) return result;
        done.push({ result });
        throw new DryRun();
      },
      seconds === undefined ? {} : { seconds },
    );
  } catch (error) {
    const [finished] = done;
    if (error instanceof DryRun && finished !== undefined) return finished.result;
    throw error;
  }
}

/**
 * Runs work that consists of transactions, one after another, and returns its result; all of them are rolled back together. Each sees
 * what those before it have changed, and one that fails takes back its own changes only. `now()` is the same in all of them.
 */
export async function rehearse<Result>(
  database: Pick<Database, 'asBackground'>,
  work: (rehearsed: Pick<Database, 'asBackground'>) => Promise<Result>,
): Promise<Result> {
  const whole = (tx: Transaction) => work({ asBackground: (part) => inSavepoint(tx, part) });
  return inTransaction(database, whole, { isDryRun: true, seconds: Number.POSITIVE_INFINITY });
}

async function inSavepoint<Result>(
  tx: Transaction,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  await tx.run(sql`savepoint rehearsed`);
  try {
    const result = await work(tx);
    await tx.run(sql`release savepoint rehearsed`);
    return result;
  } catch (error) {
    // Fails if the connection is broken; the transaction has ended with it.
    await tx.run(sql`rollback to savepoint rehearsed`).catch(() => undefined);
    throw error;
  }
}
