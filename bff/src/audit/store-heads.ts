import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { AuditChain } from './audit-chain.ts';
import { saveHead } from './chain-heads.repository.ts';

/** Milliseconds. The end of a log that was removed within this time is not noticed. */
const everyMs = 5_000;

/** Stores the head of the chain every five seconds while it grows. Returns a function that stores it once more and stops. */
export function storeHeads(
  chain: AuditChain,
  { database, log }: { database: Database; log: Logger },
): () => Promise<void> {
  let stored = 0;
  const store = async () => {
    const head = chain.head();
    if (head === undefined || head.records === stored) return;
    try {
      await saveHead(database.system, head);
      stored = head.records;
    } catch (err) {
      log.error({ err }, 'the head of the audit chain was not stored');
    }
  };
  const timer = setInterval(store, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await store();
  };
}
