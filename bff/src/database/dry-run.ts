import type { Database, Transaction } from './database.ts';

/** Rolls a transaction back that has done its work. */
class DryRun extends Error {}

/** Runs background work in one transaction, of at most `seconds`, and returns its result; a dry run rolls it back. */
export async function inTransaction<Result>(
  database: Pick<Database, 'asBackground'>,
  work: (tx: Transaction) => Promise<Result>,
  { isDryRun, seconds }: { isDryRun: boolean; seconds?: number | undefined },
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
