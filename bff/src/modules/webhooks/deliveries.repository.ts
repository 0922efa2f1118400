import {
  type listWebhookDeliveries,
  testEventType,
  type WebhookAttempt,
  type WebhookDelivery,
  webhookDeliverySchema,
} from '@portal/contract/webhook-deliveries';
import { webhookVersion } from '@portal/contract/webhook-events';
import type * as v from 'valibot';
import type { Queryable } from '../../database/database.ts';
import { selectList, sql } from '../../database/sql.ts';

export interface WebhookOwner {
  account_id: string;
  webhook_id: string;
}

/** What the body of an event is made of. */
export interface StoredEvent {
  type: string;
  created: string;
  account_sid: string;
  data: unknown;
}

const columns = selectList(
  Object.keys(webhookDeliverySchema.entries),
  {
    type: sql`(select type from webhook_events e where e.account_id = d.account_id and e.event_id = d.event_id)`,
  },
  sql`d`,
);

type DeliveriesQuery = v.InferOutput<typeof listWebhookDeliveries.query>;

/** Returns one row more than the page has, if there are more. */
export async function findDeliveries(
  db: Queryable,
  { account_id, webhook_id }: WebhookOwner,
  { status, limit, offset }: DeliveriesQuery,
): Promise<WebhookDelivery[]> {
  return db.query<WebhookDelivery>(sql`
    select ${columns} from webhook_deliveries d
    where d.account_id = ${account_id} and d.webhook_id = ${webhook_id} and (${status ?? null}::text is null or d.status = ${status ?? null})
    order by d.created desc, d.delivery_id desc
    limit ${limit + 1} offset ${offset}`);
}

/** Returns a delivery, its body and its attempts. */
export async function findDelivery(
  db: Queryable,
  { account_id, webhook_id }: WebhookOwner,
  deliveryId: string,
) {
  const delivery = await db.first<WebhookDelivery>(sql`
    select ${columns} from webhook_deliveries d
    where d.account_id = ${account_id} and d.webhook_id = ${webhook_id} and d.delivery_id = ${deliveryId}`);
  if (delivery === undefined) return undefined;
  const event = await db.one<StoredEvent>(sql`
    select type, e.created, account_sid, data from webhook_events e join accounts a using (account_id)
    where account_id = ${account_id} and event_id = ${delivery.event_id}`);
  const log = await db.query<WebhookAttempt>(sql`
    select attempt, at, duration_ms, response_status, failure, response_body from webhook_attempts
    where account_id = ${account_id} and delivery_id = ${deliveryId} order by attempt`);
  return { delivery, body: bodyOf(event), log };
}

/** The body of the requests about an event. It never changes. */
export function bodyOf({ type, created, account_sid, data }: StoredEvent): string {
  const timestamp = new Date(created).toISOString();
  return JSON.stringify({ type, version: webhookVersion, timestamp, account_sid, data });
}

/** Sends an event to the webhook alone, as a further delivery. Returns undefined if the webhook is gone. */
export async function insertDelivery(
  db: Queryable,
  { account_id, webhook_id }: WebhookOwner,
  { event_id, is_replay }: Pick<WebhookDelivery, 'event_id' | 'is_replay'>,
): Promise<WebhookDelivery | undefined> {
  const inserted = await db.first<{ delivery_id: string }>(sql`
    insert into webhook_deliveries (account_id, webhook_id, event_id, is_replay)
    select account_id, webhook_id, ${event_id}, ${is_replay} from webhooks
    where account_id = ${account_id} and webhook_id = ${webhook_id}
    for key share
    returning delivery_id`);
  return (
    inserted &&
    db.one<WebhookDelivery>(sql`
      select ${columns} from webhook_deliveries d
      where d.account_id = ${account_id} and d.delivery_id = ${inserted.delivery_id}`)
  );
}

/** Writes a test event. Returns its id. */
export async function insertTestEvent(
  db: Queryable,
  { account_id, webhook_id }: WebhookOwner,
): Promise<string> {
  const { event_id } = await db.one<{ event_id: string }>(sql`
    insert into webhook_events (account_id, type, event_key, data)
    values (${account_id}, ${testEventType}, gen_random_uuid()::text, ${JSON.stringify({ webhook_id })})
    returning event_id`);
  return event_id;
}
