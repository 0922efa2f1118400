import type { AppContext } from '../../app/context.ts';
import { sql } from '../../database/sql.ts';
import { defineScheduledJob } from '../../queue/queue.ts';
import { pendingStatuses } from './message-status.ts';
import { notifyOfStatuses, type ReportedMessage } from './notify-of-statuses.ts';

/** One run changes at most so many; the next one follows in a minute. */
const limit = 10_000;

/**
 * Lets messages expire whose outcome nobody has reported by the time that their drawer promises, and scheduled ones that were not
 * sent by then, and notifies webhooks. What they cost stays: it depends on whether they were sent.
 */
export function expireMessagesJob(context: AppContext) {
  return defineScheduledJob(context, 'expire-messages', '* * * * *', async (tx) => {
    const expired = await tx.query<ReportedMessage>(sql`
      with due as (
        select account_id, service_id, created, message_id from messages
        where status = any(${pendingStatuses}::text[]) and validity_until < now() and direction = 'outbound'
        order by validity_until limit ${limit} for update skip locked
      )
      update messages m set status = 'expired', delivered = validity_until
      from due
      where m.account_id = due.account_id and m.service_id = due.service_id and m.created = due.created
        and m.message_id = due.message_id
      returning m.account_id, m.service_id, m.message_id, provider_id, client_ref, sender, recipient, status, error_code, error_name,
        error_permanent, m.created, sent, delivered, latency_ms, parts, price,
        (select currency from services s where s.account_id = m.account_id and s.service_id = m.service_id) as currency`);
    await notifyOfStatuses(tx, expired);
  });
}
