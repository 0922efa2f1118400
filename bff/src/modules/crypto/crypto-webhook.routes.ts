import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../app/context.ts';
import { receiveJsonAsText, refuseForgery } from '../../http/signed-webhooks.ts';
import { chosenProvider } from '../crypto-providers/chosen-provider.ts';
import { readCryptoInvoiceJob } from './crypto.job.ts';
import { requestReading } from './crypto-invoices.repository.ts';

/** More than any webhook of a provider has. */
const maxBytes = 32 * 1024;

/** Where the provider's webhooks arrive. */
export function webhookPath(provider: string): string {
  return `/v1/finances/webhooks/${provider}`;
}

/**
 * Receives the webhooks of the crypto provider. A webhook only says that an invoice has changed; what has changed is read
 * from the provider, so repeated, late and reordered webhooks do no harm.
 */
export async function cryptoWebhookRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const provider = chosenProvider(context);
  if (provider === null) return;
  const job = readCryptoInvoiceJob(context, provider);
  receiveJsonAsText(app);
  const options = { bodyLimit: maxBytes, config: { isCrossSite: true } };
  app.post<{ Body: unknown }>(webhookPath(provider.name), options, async (request) => {
    const { body, headers } = request;
    const invoiceId = typeof body === 'string' ? provider.readWebhook(body, headers) : undefined;
    if (invoiceId === undefined) return refuseForgery(context, 'crypto-webhook', request);
    if (invoiceId !== null) {
      await context.database.asBackground(async (tx) => {
        // Further webhooks about an invoice that waits to be read add no job.
        if (await requestReading(tx, provider.name, invoiceId))
          await context.queue.send(tx, job, { provider: provider.name, invoice_id: invoiceId });
      });
    }
    return { success: true };
  });
}
