import type { WebhookData, webhookDataSchemas } from '@portal/contract/webhook-events';
import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';

type EventType = keyof typeof webhookDataSchemas;

export interface NewEvent<Type extends EventType> {
  /** Names what happened: an event with the type and key of an earlier one of the account is not written again. */
  key: string;
  data: WebhookData<Type>;
}

/**
 * Writes events of an account in the transaction in which they happen, for its active webhooks that have chosen the type: they
 * are sent if and only if it commits. Without such a webhook, and for a closed account, it writes nothing.
 */
export async function recordEvents<Type extends EventType>(
  tx: Queryable,
  accountId: string,
  type: Type,
  events: readonly NewEvent<Type>[],
): Promise<void> {
  if (events.length === 0) return;
  // The account first, as requests that change a webhook do: one that is deleted meanwhile fails neither transaction.
  await tx.run(sql`
    with subscribed as materialized (
      select webhook_id from accounts a join webhooks w using (account_id)
      where account_id = ${accountId} and a.status <> 'closed' and w.status = 'active' and ${type} = any(w.events)
      for key share of a, w
    ), written as (
      insert into webhook_events (account_id, type, event_key, data)
      select ${accountId}, ${type}, e.key, e.data
      from json_to_recordset(${JSON.stringify(events)}) as e(key text, data json)
      where exists (select from subscribed)
      on conflict (account_id, type, event_key) do nothing
      returning event_id
    )
    insert into webhook_deliveries (account_id, webhook_id, event_id)
    select ${accountId}, webhook_id, event_id from written cross join subscribed`);
}
