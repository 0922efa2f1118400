import type { ServerResponse } from 'node:http';
import type { Database, Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';

/** Runs statements of a transaction. When the signal is aborted meanwhile, the database cancels the running one. */
export async function cancelWhenAborted<Result>(
  { system }: Pick<Database, 'system'>,
  tx: Transaction,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const { pid } = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  let cancellation: Promise<unknown> | undefined;
  const cancel = () => {
    cancellation ??= system.query(sql`select pg_cancel_backend(${pid})`).catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    return await work();
  } finally {
    signal.removeEventListener('abort', cancel);
    // The connection's next transaction must not be the one that is canceled.
    await cancellation;
  }
}

/** A signal that is aborted when the client goes away. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  if (response.destroyed) gone.abort();
  return gone.signal;
}
