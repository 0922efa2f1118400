import { mostWebhooks, type Webhook, webhookSchema } from '@portal/contract/webhooks';
import type { Queryable } from '../../database/database.ts';
import { insertInto, selectList, sql } from '../../database/sql.ts';

type WebhookContent = Pick<Webhook, 'url' | 'description' | 'events'>;

const columns = selectList(Object.keys(webhookSchema.entries), {
  // One that is over is of no interest.
  previous_secret_until: sql`case when previous_secret_until > now() then previous_secret_until end`,
});

/** An array of the sealed secrets that sign now, the current one first. */
export const validSecrets = sql`array_remove(array[secret_sealed,
  case when previous_secret_until > now() then previous_secret_sealed end,
  case when earlier_secret_until > now() then earlier_secret_sealed end], null)`;

export async function findWebhooks(db: Queryable, accountId: string): Promise<Webhook[]> {
  return db.query<Webhook>(sql`
    select ${columns} from webhooks where account_id = ${accountId} order by created, webhook_id`);
}

export async function findWebhook(db: Queryable, accountId: string, webhookId: string) {
  return db.first<Webhook>(sql`
    select ${columns} from webhooks where account_id = ${accountId} and webhook_id = ${webhookId}`);
}

/** Stores a new webhook. Returns undefined if the account, which is locked, has as many as it may. */
export async function insertWebhook(
  db: Queryable,
  accountId: string,
  webhook: WebhookContent & { secret_sealed: string },
): Promise<Webhook | undefined> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) from webhooks where account_id = ${accountId}`);
  if (count >= mostWebhooks) return undefined;
  return db.one<Webhook>(sql`
    ${insertInto('webhooks', { account_id: accountId, ...webhook })} returning ${columns}`);
}

/** Replaces what a customer chooses. A new address starts without the failures of the old one. */
export async function updateWebhook(
  db: Queryable,
  accountId: string,
  webhookId: string,
  { url, description, events }: WebhookContent,
) {
  return db.first<Webhook>(sql`
    update webhooks set description = ${description}, events = ${events}, updated = now(), url = ${url},
      failures = case when url = ${url} then failures else 0 end,
      failing_since = case when url = ${url} then failing_since end,
      rest_until = case when url = ${url} then rest_until end
    where account_id = ${accountId} and webhook_id = ${webhookId}
    returning ${columns}`);
}

export async function pauseWebhook(db: Queryable, accountId: string, webhookId: string) {
  return db.first<Webhook>(sql`
    update webhooks set status = case status when 'active' then 'paused' else status end, updated = now()
    where account_id = ${accountId} and webhook_id = ${webhookId}
    returning ${columns}`);
}

/** Pauses all webhooks of an account. Returns how many were not paused. */
export async function pauseWebhooks(db: Queryable, accountId: string): Promise<number> {
  return db.run(sql`
    update webhooks set status = 'paused', updated = now()
    where account_id = ${accountId} and status <> 'paused'`);
}

/** Makes a webhook active; its failures count from now on. */
export async function resumeWebhook(db: Queryable, accountId: string, webhookId: string) {
  return db.first<Webhook>(sql`
    update webhooks set status = 'active', updated = now(), failures = 0, failing_since = null, rest_until = null
    where account_id = ${accountId} and webhook_id = ${webhookId}
    returning ${columns}`);
}

/** Hours in which a replaced secret signs as well. */
const overlapHours = 24;

/**
 * Replaces the secret. The one before signs as well for a day, and so does the one that was in use before the first of several
 * rotations, until its own day is over: a customer who has not received the first rotation's response still uses it.
 */
export async function replaceSecret(db: Queryable, accountId: string, webhookId: string, sealed: string) {
  return db.first<Webhook>(sql`
    update webhooks set previous_secret_sealed = secret_sealed, secret_sealed = ${sealed}, updated = now(),
      previous_secret_until = now() + make_interval(hours => ${overlapHours}),
      earlier_secret_sealed = case when earlier_secret_until > now() then earlier_secret_sealed
        when previous_secret_until > now() then previous_secret_sealed end,
      earlier_secret_until = case when earlier_secret_until > now() then earlier_secret_until
        when previous_secret_until > now() then previous_secret_until end
    where account_id = ${accountId} and webhook_id = ${webhookId}
    returning ${columns}`);
}

/** Returns the sealed secrets of a webhook that sign now; undefined if there is no such webhook. */
export async function findSecrets(db: Queryable, accountId: string, webhookId: string) {
  return db.first<{ sealed: string[] }>(sql`
    select ${validSecrets} as sealed from webhooks where account_id = ${accountId} and webhook_id = ${webhookId}`);
}

/** Returns whether there was such a webhook. */
export async function deleteWebhook(db: Queryable, accountId: string, webhookId: string): Promise<boolean> {
  const deleted = await db.run(sql`
    delete from webhooks where account_id = ${accountId} and webhook_id = ${webhookId}`);
  return deleted > 0;
}
