import { storedDeliveryDays } from '@portal/contract/webhook-deliveries';
import type { AppContext } from '../../app/context.ts';
import { sql } from '../../database/sql.ts';
import { defineScheduledJob } from '../../queue/queue.ts';

/** Deletes data that is no longer needed, personal data above all. */
export function housekeepingJob(context: AppContext) {
  return defineScheduledJob(context, 'housekeeping', '*/15 * * * *', async (tx) => {
    // A day after they have expired, because a download whose session is gone was ended by its owner.
    await tx.run(sql`
      delete from sessions
      where least(expires_at, last_seen + make_interval(secs => idle_seconds)) < now() - interval '1 day'`);
    await tx.run(sql`delete from one_time_tokens where expires_at < now() - interval '7 days'`);
    // Nobody has confirmed these addresses: a stranger may have entered their names and numbers.
    await tx.run(sql`
      delete from accounts a
      where email_confirmed_at is null and created < now() - interval '30 days'
        and not exists (
          select from registrations r where r.account_id = a.account_id and r.created > now() - interval '30 days'
        )
        and not exists (select from services s where s.account_id = a.account_id)`);
    // Authenticators whose setup was never completed.
    await tx.run(sql`
      delete from two_factor where enabled_at is null and pending_since < now() - interval '1 day'`);
    await tx.run(sql`delete from known_devices where last_used < now() - interval '180 days'`);
    await tx.run(sql`delete from idempotency_keys where created < now() - interval '24 hours'`);
    // With their deliveries and attempts.
    await tx.run(sql`
      delete from webhook_events where created < now() - make_interval(days => ${storedDeliveryDays})`);
    await tx.run(sql`
      update webhooks set previous_secret_sealed = null, previous_secret_until = null where previous_secret_until < now()`);
    await tx.run(sql`
      update webhooks set earlier_secret_sealed = null, earlier_secret_until = null where earlier_secret_until < now()`);
    // An import that is repeated later begins again, and finds what it has imported.
    await tx.run(sql`delete from import_progress where updated < now() - interval '30 days'`);
    await tx.run(sql`
      delete from rate_counters where expires_at < now() or window_start < now() - interval '2 days'`);
    await tx.run(sql`delete from used_bot_checks where expires_at < now()`);
    await tx.run(sql`delete from dev_mail where created < now() - interval '30 days'`);
    // Longer than logs are stored.
    await tx.run(sql`delete from audit_chains where updated < now() - interval '400 days'`);
    await tx.run(sql`delete from release_reports where minute < now() - interval '30 days'`);
    await tx.run(sql`delete from page_visits where served < now() - interval '30 days'`);
    // A token is valid for a day.
    await tx.run(sql`delete from page_reports where at < now() - interval '2 days'`);
    await tx.run(sql`
      delete from release_incidents
      where last < now() - interval '30 days'
        or last < (select last from release_incidents order by last desc offset 10000 limit 1)`);
    // Keeps the latest 100,000 failures, so that a flood of reports cannot fill the disk.
    await tx.run(sql`
      delete from release_failures
      where at < now() - interval '30 days'
        or at < (select at from release_failures order by at desc offset 100000 limit 1)`);
  });
}
