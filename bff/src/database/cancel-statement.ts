import type pg from 'pg';
import type { Database, Transaction } from './database.ts';
import { sql } from './sql.ts';

/** The server's process of each connection, which is asked for once. */
const processes = new WeakMap<pg.PoolClient, number>();

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
  const pid = await processOf(tx);
  signal.throwIfAborted();
  let cancellation: Promise<unknown> | undefined;
  const cancel = () => {
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

async function processOf(tx: Transaction): Promise<number> {
  const known = processes.get(tx.client);
  if (known !== undefined) return known;
  const { pid } = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  processes.set(tx.client, pid);
  return pid;
}
