import type { Currency } from '@portal/contract/money';
import type { Transaction } from '../../database/database.ts';
import { insertInto, sql } from '../../database/sql.ts';
import { Big } from '../../listing/decimal.ts';
import { type BalanceOwner, postEntry } from './post-entry.ts';

/** Calls or messages of one service that are charged together. Their rows carry the batch's id. */
export interface UsageBatch extends BalanceOwner {
  batch_id: string;
  currency: Currency;
  records: number;
  /** The sum of their prices, up to six decimals. */
  cost: string;
  /** The first and last time of a record. RFC 3339. */
  first_record: string;
  last_record: string;
}

/** Charges a batch to its service. Throws if the batch was charged before. */
export async function postUsage(tx: Transaction, batch: UsageBatch, actor: string): Promise<void> {
  const { currency, ...row } = batch;
  const { account_id, service_id, batch_id, cost, last_record } = batch;
  const posted = new Big(cost).eq(0)
    ? undefined
    : await postEntry(tx, {
        eventKey: `import:${batch_id}:${service_id}`,
        kind: 'usage',
        reason: `${batch.records} records from ${batch.first_record} to ${last_record}`,
        actor,
        occurredAt: last_record,
        postings: [
          { account: { account_id, service_id }, currency, amount: `-${cost}` },
          { account: 'usage_revenue', currency, amount: cost },
        ],
      });
  await tx.run(insertInto('usage_batches', { ...row, entry_id: posted?.entry_id ?? null }));
}

/** Records of a batch that were removed. */
export interface UsageRemoval extends BalanceOwner {
  batch_id: string;
  currency: Currency;
  records: number;
  /** The sum of their prices when they were removed, up to six decimals. */
  cost: string;
}

/** Gives what removed records had cost back to their service: batch and corrections are what the others cost. */
export async function creditRemoval(tx: Transaction, removal: UsageRemoval, actor: string): Promise<void> {
  const { account_id, service_id, batch_id, currency, records, cost } = removal;
  const owner = { account_id, service_id };
  const { number } = await tx.one<{ number: number }>(sql`
    select (count(*) + 1)::int as number from usage_removals
    where account_id = ${account_id} and service_id = ${service_id} and batch_id = ${batch_id}`);
  await tx.run(insertInto('usage_removals', { ...owner, batch_id, number, records }));
  if (new Big(cost).eq(0)) return;
  const { entry_id } = await postEntry(tx, {
    eventKey: `import:${batch_id}:${service_id}:undo-${number}`,
    kind: 'adjustment',
    reason: `${records} records removed: their import was undone`,
    actor,
    occurredAt: new Date().toISOString(),
    postings: [
      { account: owner, currency, amount: cost },
      { account: 'usage_revenue', currency, amount: `-${cost}` },
    ],
  });
  const correction = { batch_id, action_key: `undo:${number}`, records, difference: `-${cost}`, entry_id };
  await tx.run(insertInto('usage_corrections', { ...owner, ...correction }));
}
