import type { Queryable, Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import type { StoredEvent, WebhookOwner } from './deliveries.repository.ts';
import { countFailedDay, type FailedDays, noFailedDays } from './failed-days.ts';
import type { AttemptResult } from './post-webhook.ts';
import { restAfter, retryDelay } from './retry-schedule.ts';
import { validSecrets } from './webhooks.repository.ts';

/** For so long a process may send before another one takes its place: longer than a slice and its last attempt. */
const leaseSeconds = 60;
/** Requests at a time to one server that responds. */
const mostRequests = 10;

export interface DueDelivery extends StoredEvent {
  delivery_id: string;
  event_id: string;
  attempts: number;
}

interface Round {
  url: string;
  /** The sealed secrets that sign. */
  secrets: string[];
  failures: number;
  due: DueDelivery[];
}

/** Nothing leaves a closed account: its webhooks may be in the wrong hands. */
const isOfOpenAccount = sql`exists (
  select from accounts a where a.account_id = webhooks.account_id and a.status <> 'closed')`;

/** Reserves webhooks with due deliveries for this process; those that have waited longest come first. */
export async function claimWebhooks(db: Queryable, most: number): Promise<WebhookOwner[]> {
  return db.query<WebhookOwner>(sql`
    update webhooks w set busy_until = now() + make_interval(secs => ${leaseSeconds})
    from (
      select account_id, webhook_id from webhooks
      where status = 'active' and (busy_until is null or busy_until <= now()) and (rest_until is null or rest_until <= now())
        and ${isOfOpenAccount} and exists (
          select from webhook_deliveries d
          where d.account_id = webhooks.account_id and d.webhook_id = webhooks.webhook_id
            and d.status = 'pending' and d.next_attempt <= now())
      order by busy_until nulls first
      limit ${most}
      for no key update skip locked
    ) due
    where w.account_id = due.account_id and w.webhook_id = due.webhook_id
    returning w.account_id, w.webhook_id`);
}

/**
 * Returns what is to be sent next; nothing while the webhook rests or is paused, nothing is due, or the account is closed. One that
 * fails gets one.
 */
export async function findRound(
  db: Queryable,
  { account_id, webhook_id }: WebhookOwner,
): Promise<Round | undefined> {
  const webhook = await db.first<Omit<Round, 'due'>>(sql`
    select url, failures, ${validSecrets} as secrets from webhooks
    where account_id = ${account_id} and webhook_id = ${webhook_id} and status = 'active' and ${isOfOpenAccount}
      and (rest_until is null or rest_until <= now())`);
  if (webhook === undefined) return undefined;
  const due = await db.query<DueDelivery>(sql`
    select delivery_id, event_id, attempts, e.type, e.created, e.data, a.account_sid
    from webhook_deliveries d join webhook_events e using (account_id, event_id) join accounts a using (account_id)
    where account_id = ${account_id} and webhook_id = ${webhook_id} and d.status = 'pending' and next_attempt <= now()
    order by next_attempt
    limit ${webhook.failures > 0 ? 1 : mostRequests}`);
  return due.length === 0 ? undefined : { ...webhook, due };
}

export interface Attempt {
  delivery: DueDelivery;
  /** When it began, RFC 3339. */
  at: string;
  result: AttemptResult;
}

export interface WebhookState {
  url: string;
  status: string;
  failures: number;
  /** Whole days without a success that the portal has lived through. */
  failed_days: number;
}

/**
 * Stores what became of a round and renews the reservation. A server that has taken none of it rests. Returns the webhook's new
 * state; undefined if it was deleted meanwhile.
 */
export async function storeRound(
  tx: Transaction,
  { account_id, webhook_id }: WebhookOwner,
  attempts: readonly Attempt[],
): Promise<WebhookState | undefined> {
  const isFailure = attempts.every(({ result }) => result.failure !== null);
  const stored = await tx.first<FailedDays & { failures: number }>(sql`
    select failures, case when failing_since is null then 0 else failed_days end as failed_days,
      case when failing_since is null then null else failed_day_began end as failed_day_began
    from webhooks where account_id = ${account_id} and webhook_id = ${webhook_id} for no key update`);
  if (stored === undefined) return undefined;
  for (const attempt of attempts) await storeAttempt(tx, account_id, attempt);
  const failures = isFailure ? stored.failures + 1 : 0;
  const { failed_days, failed_day_began } = isFailure ? await countFailedDay(tx, stored) : noFailedDays;
  return tx.first<WebhookState>(sql`
    update webhooks set failures = ${failures}, failed_days = ${failed_days}, failed_day_began = ${failed_day_began}, busy_until = now() + make_interval(secs => ${leaseSeconds}),
      failing_since = case when ${isFailure} then coalesce(failing_since, now()) end,
      rest_until = case when ${isFailure} then now() + make_interval(secs => ${restAfter(failures)}) end
    where account_id = ${account_id} and webhook_id = ${webhook_id}
    returning url, status, failures, failed_days`);
}

async function storeAttempt(
  tx: Transaction,
  accountId: string,
  { delivery, at, result: { duration_ms, response_status, failure, response_body } }: Attempt,
): Promise<void> {
  const delay = failure === null ? null : retryDelay(delivery.attempts + 1);
  const status = failure === null ? 'delivered' : delay === null ? 'failed' : 'pending';
  const attempted = await tx.first<{ attempt: number }>(sql`
    update webhook_deliveries set attempts = attempts + 1, status = ${status}, last_attempt = ${at},
      next_attempt = now() + make_interval(secs => ${delay}), duration_ms = ${duration_ms},
      response_status = ${response_status}, failure = ${failure}
    where account_id = ${accountId} and delivery_id = ${delivery.delivery_id} and status = 'pending'
    returning attempts as attempt`);
  // Another process may have sent it if this one was held up for longer than its reservation.
  if (attempted === undefined) return;
  await tx.run(sql`
    insert into webhook_attempts (account_id, delivery_id, attempt, at, duration_ms, response_status, failure, response_body)
    values (${accountId}, ${delivery.delivery_id}, ${attempted.attempt}, ${at}, ${duration_ms}, ${response_status}, ${failure},
      ${response_body})`);
}

/** Ends the reservation. */
export async function releaseWebhook(db: Queryable, { account_id, webhook_id }: WebhookOwner): Promise<void> {
  await db.run(sql`
    update webhooks set busy_until = now() where account_id = ${account_id} and webhook_id = ${webhook_id}`);
}
