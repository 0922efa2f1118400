import { endpoints } from '@portal/contract/endpoints';
import { mostWebhooks, type WebhookRequest } from '@portal/contract/webhooks';
import type { FastifyInstance } from 'fastify';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import type { Config } from '../../config/config.ts';
import { HttpError, validationFailed } from '../../errors/http-error.ts';
import { recordEvent } from '../../http/security-log.ts';
import { guardedByPassword, lockByPassword } from '../../sessions/own-account.ts';
import { findDeliveries, findDelivery, insertDelivery, insertTestEvent } from './deliveries.repository.ts';
import { mayBePublic } from './public-address.ts';
import { createSecretOnce } from './secret-once.ts';
import { newWebhookSecret } from './signed-request.ts';
import {
  deleteWebhook,
  findWebhook,
  findWebhooks,
  insertWebhook,
  pauseWebhook,
  replaceSecret,
  resumeWebhook,
  updateWebhook,
} from './webhooks.repository.ts';

/** Each request sends one to an address that the customer has chosen. */
const sends = { limit: () => ({ name: 'webhook-sends', windowSeconds: 3600, max: 120 }) };
const switches = { limit: () => ({ name: 'webhook-switches', windowSeconds: 3600, max: 120 }) };

/** The webhooks of the account and what was sent to them. Where events go, and the secret, change only with the password. */
export async function webhooksRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { config, secrets, mailer } = context;
  const guarded = guardedByPassword(context);
  const showsSecret = { ...guarded, storesResponse: false };

  route(app, context, endpoints.listWebhooks, async ({ tx, account: { account_id } }) => ({
    webhooks: await findWebhooks(tx, account_id),
  }));

  const create = async (exchange: ExchangeOf<'createWebhook'>) => {
    const { tx, body, request, reply } = exchange;
    const content = contentOf(body, config);
    const account = await lockByPassword(exchange);
    const { account_id: accountId } = account;
    const attempt = { tx, request, reply, accountId, endpoint: endpoints.createWebhook };
    return createSecretOnce(context, attempt, async () => {
      const secret = newWebhookSecret();
      const secret_sealed = secrets.seal('webhook', accountId, secret);
      const webhook = await insertWebhook(tx, accountId, { ...content, secret_sealed });
      if (webhook === undefined) throw new HttpError('too_many_webhooks', { params: { max: mostWebhooks } });
      // The mail warns the owner if somebody else has the password.
      await mailer.send(tx, account, 'webhook_created', { host: new URL(webhook.url).host });
      recordEvent(request, 'webhook_created');
      return { webhook, secret };
    });
  };
  route(app, context, endpoints.createWebhook, create, showsSecret);

  const update = async (exchange: ExchangeOf<'updateWebhook'>) => {
    const { tx, body, params, request } = exchange;
    const content = contentOf(body, config);
    const account = await lockByPassword(exchange);
    const before = present(await findWebhook(tx, account.account_id, params.webhook_id));
    const webhook = present(await updateWebhook(tx, account.account_id, params.webhook_id, content));
    if (webhook.url !== before.url)
      await mailer.send(tx, account, 'webhook_created', { host: new URL(webhook.url).host });
    recordEvent(request, 'webhook_changed');
    return { webhook };
  };
  route(app, context, endpoints.updateWebhook, update, guarded);

  const pause = async ({ tx, account, params, request }: ExchangeOf<'pauseWebhook'>) => {
    const webhook = present(await pauseWebhook(tx, account.account_id, params.webhook_id));
    recordEvent(request, 'webhook_paused');
    return { webhook };
  };
  route(app, context, endpoints.pauseWebhook, pause, switches);

  const resume = async ({ tx, account, params, request }: ExchangeOf<'resumeWebhook'>) => {
    const webhook = present(await resumeWebhook(tx, account.account_id, params.webhook_id));
    recordEvent(request, 'webhook_resumed');
    return { webhook };
  };
  route(app, context, endpoints.resumeWebhook, resume, switches);

  const rotate = async (exchange: ExchangeOf<'rotateWebhookSecret'>) => {
    const { tx, params, request, reply } = exchange;
    const account = await lockByPassword(exchange);
    const { account_id: accountId } = account;
    const attempt = { tx, request, reply, accountId, endpoint: endpoints.rotateWebhookSecret };
    return createSecretOnce(context, attempt, async () => {
      const secret = newWebhookSecret();
      const sealed = secrets.seal('webhook', accountId, secret);
      const webhook = present(await replaceSecret(tx, accountId, params.webhook_id, sealed));
      await mailer.send(tx, account, 'webhook_secret_replaced', { host: new URL(webhook.url).host });
      recordEvent(request, 'webhook_secret_rotated');
      return { webhook, secret };
    });
  };
  route(app, context, endpoints.rotateWebhookSecret, rotate, showsSecret);

  const remove = async (exchange: ExchangeOf<'deleteWebhook'>) => {
    const { account_id } = await lockByPassword(exchange);
    const { webhook_id } = exchange.params;
    if (!(await deleteWebhook(exchange.tx, account_id, webhook_id))) throw new HttpError('not_found');
    recordEvent(exchange.request, 'webhook_deleted');
    return { webhook_id };
  };
  route(app, context, endpoints.deleteWebhook, remove, guarded);

  const test = async ({ tx, account: { account_id }, params: { webhook_id } }: ExchangeOf<'testWebhook'>) => {
    const owner = { account_id, webhook_id };
    present(await findWebhook(tx, account_id, webhook_id));
    const event_id = await insertTestEvent(tx, owner);
    return { delivery: present(await insertDelivery(tx, owner, { event_id, is_replay: false })) };
  };
  route(app, context, endpoints.testWebhook, test, sends);

  route(app, context, endpoints.listWebhookDeliveries, async ({ tx, account, params, query }) => {
    const { account_id } = account;
    present(await findWebhook(tx, account_id, params.webhook_id));
    const rows = await findDeliveries(tx, { account_id, ...params }, query);
    const { limit, offset } = query;
    return { items: rows.slice(0, limit), total: null, limit, offset, has_more: rows.length > limit };
  });

  route(app, context, endpoints.getWebhookDelivery, async ({ tx, account: { account_id }, params }) =>
    present(await findDelivery(tx, { account_id, ...params }, params.delivery_id)),
  );

  const replay = async ({ tx, account: { account_id }, params }: ExchangeOf<'replayWebhookDelivery'>) => {
    const owner = { account_id, webhook_id: params.webhook_id };
    const { delivery } = present(await findDelivery(tx, owner, params.delivery_id));
    const { event_id } = delivery;
    return { delivery: present(await insertDelivery(tx, owner, { event_id, is_replay: true })) };
  };
  route(app, context, endpoints.replayWebhookDelivery, replay, sends);
}

/** Throws 422 for an address that events are not sent to, if it can be seen already. */
function contentOf(
  { url, description, events }: WebhookRequest,
  { WEBHOOK_TARGETS }: Pick<Config, 'WEBHOOK_TARGETS'>,
) {
  const target = new URL(url);
  if (WEBHOOK_TARGETS === 'public' && (target.protocol !== 'https:' || !mayBePublic(target)))
    throw validationFailed({ field: 'url', code: 'webhook_url_invalid' });
  return { url, description, events };
}

function present<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new HttpError('not_found');
  return found;
}
