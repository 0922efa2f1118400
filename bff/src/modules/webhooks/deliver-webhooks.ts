import * as v from 'valibot';
import type { AppContext } from '../../app/context.ts';
import type { Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import type { Recipient } from '../../mail/mailer.ts';
import { defineJob } from '../../queue/queue.ts';
import { bodyOf, type WebhookOwner } from './deliveries.repository.ts';
import {
  claimWebhooks,
  findRound,
  releaseWebhook,
  storeRound,
  type WebhookState,
} from './due-deliveries.repository.ts';
import { postWebhook } from './post-webhook.ts';
import { hopeless } from './retry-schedule.ts';
import { signedHeaders } from './signed-request.ts';

type DeliveryContext = Pick<AppContext, 'config' | 'database' | 'secrets' | 'mailer' | 'log'>;

/** Webhooks that a process sends to at the same time. */
const mostWebhooks = 100;
/** After this time a webhook lets others go first. */
const sliceMs = 20_000;

/**
 * Sends due deliveries, each webhook apart from the others: a slow server holds up its own events only. What is to be sent stands
 * in tables and is reserved for a time, so a process that is killed loses nothing: another one repeats what was not stored.
 */
export function deliverWebhooksJob(context: DeliveryContext) {
  let free = mostWebhooks;
  return defineJob({
    name: 'deliver-webhooks',
    schema: v.object({}),
    everySeconds: 1,
    run: async (_, stopping) => {
      const most = free;
      if (most === 0) return;
      free = 0;
      const claimed = await context.database
        .asBackground((tx) => claimWebhooks(tx, most))
        .finally(() => {
          free += most;
        });
      free -= claimed.length;
      await Promise.all(
        claimed.map((owner) =>
          deliverTo(context, owner, stopping).finally(() => {
            free += 1;
          }),
        ),
      );
    },
  });
}

/** Sends to one webhook until nothing is due, it fails, or its time is over. */
async function deliverTo(
  context: DeliveryContext,
  owner: WebhookOwner,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const { database, log } = context;
  const deadline = Date.now() + sliceMs;
  try {
    while (stopping?.aborted !== true && Date.now() < deadline && (await sendRound(context, owner)));
  } catch (err) {
    log.error({ err, webhook_id: owner.webhook_id }, 'webhook not delivered');
  }
  await database.asBackground((tx) => releaseWebhook(tx, owner));
}

/** Sends what is due, up to a number, at the same time. Returns whether there was something. */
async function sendRound(context: DeliveryContext, owner: WebhookOwner): Promise<boolean> {
  const { config, database, secrets } = context;
  const round = await database.asBackground((tx) => findRound(tx, owner));
  if (round === undefined) return false;
  const open = (sealed: string) => secrets.open('webhook', owner.account_id, sealed);
  const keys = round.secrets.map(open);
  const attempts = await Promise.all(
    round.due.map(async (delivery) => {
      const now = new Date();
      const body = bodyOf(delivery);
      const seconds = Math.floor(now.getTime() / 1000);
      const headers = signedHeaders({ id: delivery.event_id, seconds, body }, keys);
      const publicOnly = config.WEBHOOK_TARGETS === 'public';
      const result = await postWebhook(new URL(round.url), { headers, body }, { publicOnly });
      return { delivery, at: now.toISOString(), result };
    }),
  );
  await database.asBackground(async (tx) => {
    const state = await storeRound(tx, owner, attempts);
    if (state !== undefined && isHopeless(state)) await giveUp(context, tx, owner, state);
  });
  return true;
}

function isHopeless({ status, failures, failed_days }: WebhookState): boolean {
  return status === 'active' && failures >= hopeless.rounds && failed_days >= hopeless.days;
}

/** Sends nothing more to a webhook until its customer resumes it, and mails why. */
async function giveUp(
  { mailer }: DeliveryContext,
  tx: Transaction,
  { account_id, webhook_id }: WebhookOwner,
  { url }: WebhookState,
): Promise<void> {
  await tx.run(sql`
    update webhooks set status = 'failed' where account_id = ${account_id} and webhook_id = ${webhook_id}`);
  const customer = await tx.one<Recipient>(sql`
    select email, name, language, email_confirmed_at from accounts where account_id = ${account_id}`);
  const days = String(hopeless.days);
  await mailer.send(tx, customer, 'webhook_failed', { host: new URL(url).host, days });
}
