import type { Queryable } from '../database/database.ts';
import { createLog } from '../log.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { createAuditChain } from './audit-chain.ts';
import { saveHead } from './chain-heads.repository.ts';

/**
 * Returns a record for the security log, sealed in a chain of its own. The chain's head is stored in the transaction, so that
 * `audit:verify` reports a log that lacks the record.
 */
export async function sealRecord(
  tx: Queryable,
  secrets: Secrets,
  event: { event: string } & Record<string, unknown>,
): Promise<string> {
  const chain = createAuditChain(secrets.deriveKey('audit log'));
  let record = '';
  const log = createLog('info', { to: { write: (line) => (record += line) }, chain });
  log.info(event, 'security');
  const head = chain.head();
  if (head === undefined) throw new Error('the record was not sealed');
  await saveHead(tx, head);
  return record;
}
