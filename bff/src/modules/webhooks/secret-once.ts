import type { Endpoint } from '@portal/contract/endpoint';
import type { Webhook } from '@portal/contract/webhooks';
import * as v from 'valibot';
import type { AppContext, Exchange } from '../../app/context.ts';
import { onceWithSecret } from '../../app/idempotency.ts';
import type { Transaction } from '../../database/database.ts';
import { HttpError } from '../../errors/http-error.ts';
import { hashToken } from '../../secrets/secrets.ts';
import { findSecrets, findWebhook } from './webhooks.repository.ts';

interface ShownSecret {
  webhook: Webhook;
  secret: string;
}

interface Attempt extends Exchange {
  tx: Transaction;
  endpoint: Endpoint;
  accountId: string;
}

/** What is stored under the key: a hash of 256 random bits reveals nothing of them. */
const referenceSchema = v.object({ webhook_id: v.string(), secret_hash: v.string() });

/**
 * Creates a secret once for each Idempotency-Key. A repeated request gets the same secret again, from the webhook. Throws 404 if the
 * webhook was deleted, or the secret no longer signs.
 */
export async function createSecretOnce(
  { secrets }: Pick<AppContext, 'secrets'>,
  { tx, ...attempt }: Attempt,
  work: () => Promise<ShownSecret>,
): Promise<ShownSecret> {
  const { accountId } = attempt;
  return onceWithSecret(tx, attempt, {
    schema: referenceSchema,
    work,
    refer: ({ webhook: { webhook_id }, secret }) => ({ webhook_id, secret_hash: hashOf(secret) }),
    restore: async ({ webhook_id, secret_hash }) => {
      const webhook = await findWebhook(tx, accountId, webhook_id);
      const stored = await findSecrets(tx, accountId, webhook_id);
      const valid = stored?.sealed.map((sealed) => secrets.open('webhook', accountId, sealed));
      const secret = valid?.find((one) => hashOf(one) === secret_hash);
      if (webhook === undefined || secret === undefined) throw new HttpError('not_found');
      return { webhook, secret };
    },
  });
}

function hashOf(secret: string): string {
  return hashToken(secret).toString('hex');
}
