import type { AppContext } from '../app/context.ts';
import { sealRecord } from '../audit/seal-record.ts';
import type { Transaction } from '../database/database.ts';
import { inTransaction } from '../database/dry-run.ts';
import { insertInto, sql } from '../database/sql.ts';
import { OperatorError } from '../errors/operator-error.ts';

/** What a member of the staff does, and why. */
export interface StaffAction {
  /** Names the action: a repeated one with the same key and arguments changes nothing. */
  key: string;
  /** For example `billing credit`. */
  command: string;
  /** For example `staff:anna`. */
  actor: string;
  reason: string;
  arguments: Readonly<Record<string, string>>;
}

/** What an action changed, as texts for the record and the terminal. */
export interface StaffResult {
  /** Null for what concerns no account. */
  account_id: string | null;
  changed: Readonly<Record<string, string | null>>;
}

export interface PerformedAction {
  result: StaffResult;
  /** Whether the action had been performed before. */
  isRepeated: boolean;
  /** The sealed record that `writeRecord` writes to the security log; null if nothing was changed. */
  record: string | null;
}

/** The entry of an action in the ledger. */
export const eventOf = ({ key, reason, actor }: StaffAction) => ({
  eventKey: `staff:${key}`,
  reason,
  actor,
  occurredAt: new Date().toISOString(),
});

/**
 * Performs an action once for each key, in one transaction with its record. Throws OperatorError if the key names another
 * action.
 */
export async function performOnce(
  { database, secrets }: Pick<AppContext, 'database' | 'secrets'>,
  action: StaffAction,
  work: (tx: Transaction) => Promise<StaffResult>,
  options: { isDryRun: boolean; seconds?: number | undefined },
): Promise<PerformedAction> {
  const perform = async (tx: Transaction): Promise<PerformedAction> => {
    const { key, command, actor, reason } = action;
    // Two parallel commands with one key: the second finds the first.
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`staff action ${key}`}, 0))`);
    const earlier = await findAction(tx, action);
    if (earlier !== undefined) return { result: earlier, isRepeated: true, record: null };
    await tx.run(sql`select set_config('portal.actor', ${actor}, true)`);
    const result = await work(tx);
    const { account_id } = result;
    const row = { action_key: key, command, account_id, actor, reason };
    const contents = { arguments: JSON.stringify(action.arguments), result: JSON.stringify(result) };
    await tx.run(insertInto('staff_actions', { ...row, ...contents }));
    const record = await sealRecord(tx, secrets, { event: 'staff_action', ...row, ...action.arguments });
    await tx.run(insertInto('unwritten_records', { action_key: key, record }));
    return { result, isRepeated: false, record };
  };
  return inTransaction(database, perform, options);
}

interface StoredAction {
  is_same: boolean;
  result: StaffResult;
}

async function findAction(tx: Transaction, action: StaffAction): Promise<StaffResult | undefined> {
  const stored = await tx.first<StoredAction>(sql`
    select result, (command, arguments) = (${action.command}, ${JSON.stringify(action.arguments)}::jsonb) as is_same
    from staff_actions where action_key = ${action.key}`);
  if (stored?.is_same === false)
    throw new OperatorError(`The key ${action.key} was used for another action, or with other arguments.`);
  return stored?.result;
}
