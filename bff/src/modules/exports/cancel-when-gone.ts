import type { ServerResponse } from 'node:http';
import type { Database, Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';

/** Runs statements of a transaction. If the client goes away meanwhile, the database cancels the running one. */
export async function cancelWhenGone<Result>(
  { system }: Pick<Database, 'system'>,
  tx: Transaction,
  response: ServerResponse,
  work: () => Promise<Result>,
): Promise<Result> {
  const { pid } = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  let cancellation: Promise<unknown> | undefined;
  const cancel = () => {
    cancellation ??= system.query(sql`select pg_cancel_backend(${pid})`).catch(() => undefined);
  };
  response.once('close', cancel);
  if (response.destroyed) cancel();
  try {
    return await work();
  } finally {
    response.off('close', cancel);
    // The connection's next transaction must not be the one that is canceled.
    await cancellation;
  }
}
