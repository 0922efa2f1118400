import { processOf } from './connections.ts';
import type { Database, Transaction } from './database.ts';
import { sql } from './sql.ts';

/**
 * Runs statements of a transaction. When the signal is aborted meanwhile, the database cancels the running one, and the reason of the
 * signal is thrown. If it is aborted already, nothing runs.
 */
export async function cancelWhenAborted<Result>(
  { system }: Pick<Database, 'system'>,
  tx: Transaction,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  // A query for it would come before what must be the first statement of a transaction, such as its isolation level.
  const pid = processOf(tx.client);
  signal.throwIfAborted();
  let cancellation: Promise<unknown> | undefined;
  const cancel = () => {
    if (pid === undefined) return;
    cancellation ??= system.query(sql`select pg_cancel_backend(${pid})`).catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await work();
  } catch (error) {
    throw signal.aborted && isCanceled(error) ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', cancel);
    // The connection's next transaction must not be the one that is canceled.
    await cancellation;
  }
}

function isCanceled(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === '57014') || isCanceled(error.cause);
}
