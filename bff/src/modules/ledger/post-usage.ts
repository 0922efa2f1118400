import type { Currency } from '@portal/contract/money';
import type { Transaction } from '../../database/database.ts';
import { insertInto, sql } from '../../database/sql.ts';
import { Big } from '../../listing/decimal.ts';
import { type BalanceOwner, type NewEntry, postEntry } from './post-entry.ts';

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

/** What the records of a batch cost more, or less. */
export interface UsageCorrection extends BalanceOwner {
  batch_id: string;
  currency: Currency;
  /** What changed them: the key of a staff action, or the name of a request. */
  action_key: string;
  records: number;
  /** Up to six decimals; 0 when the differences of the records cancel out. */
  difference: string;
  event: Omit<NewEntry, 'kind' | 'postings'>;
}

/** Charges or credits what records of a batch cost more or less. Nothing is posted when their differences cancel out. */
export async function postCorrection(
  tx: Transaction,
  { currency, event, ...row }: UsageCorrection,
): Promise<void> {
  const { account_id, service_id, difference } = row;
  const posted = new Big(difference).eq(0)
    ? undefined
    : await postEntry(tx, {
        ...event,
        kind: 'adjustment',
        postings: [
          {
            account: { account_id, service_id },
            currency,
            amount: new Big(difference).times(-1).toFixed(6),
          },
          { account: 'usage_revenue', currency, amount: difference },
        ],
      });
  await tx.run(insertInto('usage_corrections', { ...row, entry_id: posted?.entry_id ?? null }));
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
  await postCorrection(tx, {
    ...{ ...owner, batch_id, currency, records },
    ...{ action_key: `undo:${number}`, difference: `-${cost}` },
    event: {
      eventKey: `import:${batch_id}:${service_id}:undo-${number}`,
      reason: `${records} records removed: their import was undone`,
      actor,
      occurredAt: new Date().toISOString(),
    },
  });
}
