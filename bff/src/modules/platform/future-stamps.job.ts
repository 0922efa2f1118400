import * as v from 'valibot';
import type { AppContext } from '../../app/context.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { defineJob } from '../../queue/queue.ts';
import { never, queueStamps, type StampedTable, setBackStamps } from '../../queue/set-back-stamps.ts';
import { longestTaxCheckWait } from '../tax-register/tax-check-schedule.ts';
import { longestRetryDelay } from '../webhooks/retry-schedule.ts';

/** Stamps for which a customer or a document waits. */
const portalStamps: readonly StampedTable[] = [
  {
    table: 'webhooks',
    ahead: {
      ...{ busy_until: sql`interval '60 s'`, rest_until: sql`interval '5 minutes'` },
      ...{ failing_since: never, failed_day_began: never },
    },
  },
  {
    table: 'webhook_deliveries',
    ahead: { next_attempt: longestRetryDelay(sql`attempts`) },
    only: sql`status = 'pending'`,
  },
  // A file and its mailed link would last until the wrong date. Those of a schedule are made again: see `releaseEarlyExports`.
  {
    table: 'exports',
    ahead: { created: never },
    reckoned: { expires: 'created' },
    isLasting: true,
    only: sql`schedule_id is null`,
  },
  // A file whose process seems to be alive blocks the account's others.
  { table: 'exports', ahead: { heartbeat: never, waits_until: sql`interval '10 minutes'` } },
  { table: 'export_turns', ahead: { began: never } },
  // Readings that began before the last one are ignored. That one may have found the payment expired and asked for no other.
  { table: 'crypto_invoices', ahead: { read_at: never }, due: 'next_read_at' },
  { table: 'crypto_invoices', ahead: { next_read_at: sql`interval '15 minutes'` } },
  // What is reserved is computed again some time after the last check.
  {
    table: 'services',
    ahead: { alert_checked: never, threshold_triggered_at: never, threshold_told_at: never },
  },
  // Months are closed from that in which the service was opened.
  { table: 'services', ahead: { created: never }, isLasting: true },
  {
    table: 'accounts',
    ahead: {
      tax_check_due: longestTaxCheckWait,
      ...{ token_reveal_mailed: never, second_token_reveal_mailed: never },
    },
  },
  // The verdict of a check is in force for a time after it.
  { table: 'accounts', ahead: { tax_checked_at: never }, isLasting: true },
  // Otherwise they would last until the wrong date.
  {
    table: 'sessions',
    ahead: { created: never, last_seen: never },
    reckoned: { expires_at: 'created' },
    isLasting: true,
  },
  {
    table: 'one_time_tokens',
    ahead: { created: never },
    reckoned: { expires_at: 'created', code_expires_at: 'created' },
    isLasting: true,
  },
  // No further link is mailed shortly after one was.
  { table: 'one_time_tokens', ahead: { created: never } },
];

/**
 * Sets stamps back that a clock that was ahead has written, within a minute after it was corrected. It has an interval of its own:
 * such a stamp of the queue prevents scheduled jobs.
 */
export function futureStampsJob({ database, log }: Pick<AppContext, 'database' | 'log'>) {
  const warnOfFutureBookings = futureBookingsWarning({ database, log });
  return defineJob({
    name: 'future-stamps',
    schema: v.object({}),
    everySeconds: 60,
    run: async () => {
      const report = (table: string, rows: number) => {
        if (rows > 0)
          log.warn({ table, rows }, 'the clock was ahead: times that lay in the future are set back');
      };
      for (const stamped of [...queueStamps, ...portalStamps]) {
        // One transaction each: none holds rows of one table while it waits for another.
        report(stamped.table, await database.asBackground((tx) => setBackStamps(tx, stamped)));
      }
      report('rate_counters', await deleteFutureCounts(database));
      report('postings', await database.asBackground(setBackBookings));
      report('payments', await database.asBackground(setBackPayments));
      await warnOfFutureBookings();
    },
  });
}

/** The time is a part of the key, so counts cannot be moved to another one. */
function deleteFutureCounts(database: Database): Promise<number> {
  return database.asBackground((tx) =>
    tx.run(sql`delete from rate_counters where window_start > now() + interval '1 minute'`),
  );
}

/** Only the owner changes a posting, and only this of it. */
async function setBackBookings(tx: Transaction): Promise<number> {
  const { rows } = await tx.one<{ rows: number }>(sql`select set_back_bookings() as rows`);
  return rows;
}

/**
 * Lists end today, and would not show what the customer has paid. Only the owner changes when a payment was made, and records it: the
 * audit compares what was issued.
 */
async function setBackPayments(tx: Transaction): Promise<number> {
  const { rows } = await tx.one<{ rows: number }>(sql`select set_back_payments() as rows`);
  return rows;
}

const hourMs = 3_600_000;

/** Lines that remain in the future are right if the clock is behind, so only the staff can decide. The log has an error each hour. */
function futureBookingsWarning({ database, log }: Pick<AppContext, 'database' | 'log'>) {
  let nextMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() < nextMs) return;
    const latest = await database.asBackground((tx) =>
      tx.first<{ booked_at: string }>(sql`
        select max(booked_at) as booked_at from postings where booked_at > now() + interval '1 minute' having count(*) > 0`),
    );
    if (latest === undefined) return;
    nextMs = performance.now() + hourMs;
    log.error(latest, futureBookingsMessage);
  };
}

export const futureBookingsMessage =
  'statements have lines of the future: the clock is behind, or was ahead. Correct it; if it is right, confirm it with "npm run -s billing -- confirm-clock"';
