import type { Database, Transaction } from './database.ts';
import { sql } from './sql.ts';

interface AdvisoryLock {
  /** An arbitrary number, equal in every process. */
  key: number;
  /** Gets a line when another process holds the lock for long. */
  report?: ((text: string) => void) | undefined;
  reportAfterMs?: number;
  /** The server takes the lock away from a process that is silent for so long, because it is suspended. */
  idleSeconds?: number;
  pulseMs?: number;
}

/**
 * Calls `work`, of any length, while a transaction holds an advisory lock. It waits as long as another process holds it. A process
 * that was suspended meanwhile loses the lock: the transaction's next statement throws.
 */
export async function withAdvisoryLock<Result>(
  database: Database,
  { key, report = () => undefined, reportAfterMs = 5_000, idleSeconds = 60, pulseMs = 10_000 }: AdvisoryLock,
  work: (lock: Transaction) => Promise<Result>,
): Promise<Result> {
  return database.asBackground(
    async (lock) => {
      const waiting = setTimeout(report, reportAfterMs, waitingText);
      await lock.run(sql`select pg_advisory_xact_lock(${key})`).finally(() => clearTimeout(waiting));
      // If it fails, the next statement does, too.
      const pulse = setInterval(() => lock.run(sql`select 1`).catch(() => undefined), pulseMs);
      return work(lock).finally(() => clearInterval(pulse));
    },
    { seconds: Number.POSITIVE_INFINITY, idleSeconds },
  );
}

const waitingText =
  'waits for another process that applies migrations to the database; one that is suspended loses its turn after a minute';
