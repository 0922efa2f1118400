import { DateTime } from 'luxon';
import * as v from 'valibot';
import type { AppContext } from '../../app/context.ts';
import { repeatAfterConflict } from '../../database/conflict.ts';
import type { Database } from '../../database/database.ts';
import { isOutage } from '../../database/outage.ts';
import { sql } from '../../database/sql.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import { describeError } from '../../log.ts';
import { requireClock } from '../../queue/clock-guard.ts';
import { defineJob } from '../../queue/queue.ts';
import type { BalanceOwner } from '../ledger/post-entry.ts';
import { type ClosedMonth, type ClosingLimits, closeNextMonth } from './close-month.ts';
import type { ClosingContext } from './closing.ts';
import type { StoredInvoice } from './monthly-vat-invoices.repository.ts';

/** What became of a service's month, once for each of its documents. A failed one stays open; the others are closed all the same. */
export type ClosingResult = BalanceOwner &
  (
    | { result: 'invoiced'; month: string; invoice: StoredInvoice }
    | { result: 'empty'; month: string; invoice: undefined }
    | { result: 'failed'; month: undefined; reason: string }
  );

interface CloseOptions extends ClosingLimits {
  /** Closes nothing, and returns what would be closed. */
  isDryRun?: boolean;
}

/** The length of a closing with a month of records. */
const limit = { seconds: 900 };

/**
 * Closes every month of all services that has ended, the earliest first, each in a transaction of its own: after a crash a
 * second run continues where the first one ended.
 */
export async function closeMonths(
  context: ClosingContext & { database: Database },
  options: CloseOptions = {},
): Promise<ClosingResult[]> {
  const services = await context.database.asBackground((tx) =>
    tx.query<BalanceOwner>(sql`select account_id, service_id from services order by account_id, service_id`),
  );
  const results: ClosingResult[] = [];
  for (const owner of services) results.push(...(await closeService(context, owner, options)));
  return results;
}

class DryRun extends Error {}

async function closeService(
  context: ClosingContext & { database: Database },
  owner: BalanceOwner,
  { isDryRun = false, ...limits }: CloseOptions,
): Promise<ClosingResult[]> {
  const closed: ClosedMonth[] = [];
  const failures: string[] = [];
  const closeNext = async () => {
    // The clock may jump while many services are closed.
    await requireClock(context);
    return repeatAfterConflict(() =>
      context.database.asBackground((tx) => closeNextMonth(tx, context, owner, limits), limit),
    );
  };
  // A dry run closes all months in one transaction, which it rolls back.
  const closeAllAndRollBack = () =>
    context.database.asBackground(async (tx) => {
      for (;;) {
        const month = await closeNextMonth(tx, context, owner, limits);
        if (month === undefined) throw new DryRun();
        closed.push(month);
      }
    }, limit);
  try {
    if (isDryRun) await closeAllAndRollBack();
    for (let month = await closeNext(); month !== undefined; month = await closeNext()) closed.push(month);
  } catch (error) {
    if (isOutage(error)) throw error;
    if (error instanceof OperatorError) failures.push(error.message);
    else if (!(error instanceof DryRun))
      failures.push(`an unexpected error: ${JSON.stringify(describeError(error))}`);
  }
  return [
    ...closed.flatMap(({ month, invoices }): ClosingResult[] =>
      invoices.length === 0
        ? [{ ...owner, result: 'empty' as const, month, invoice: undefined }]
        : invoices.map((invoice) => ({ ...owner, result: 'invoiced' as const, month, invoice })),
    ),
    ...failures.map((reason) => ({ ...owner, result: 'failed' as const, month: undefined, reason })),
  ];
}

/** Usage of a month's last hours may arrive later. */
const hoursOfGrace = 6;

/** Closes months some hours after their end in the account's time zone. */
export function closeMonthsJob(context: AppContext) {
  return defineJob({
    name: 'close-months',
    schema: v.object({}),
    schedule: '7 * * * *',
    run: async () => {
      const results = await closeMonths(context, {
        endedBy: DateTime.utc().minus({ hours: hoursOfGrace }),
      });
      for (const { result, ...rest } of results)
        if (result === 'failed') context.log.error(rest, 'month not closed');
    },
  });
}
