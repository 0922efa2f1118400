import * as v from 'valibot';
import type { AppContext } from '../../app/context.ts';
import { type AnyJob, defineJob, defineScheduledJob } from '../../queue/queue.ts';
import { chosenProvider } from '../crypto-providers/chosen-provider.ts';
import { ProviderError } from '../crypto-providers/crypto-provider.ts';
import { findDueReadings } from './crypto-invoices.repository.ts';
import { readInvoice } from './read-invoice.ts';

/** Reads one invoice from its provider. */
export function readCryptoInvoiceJob(context: AppContext, provider = chosenProvider(context)) {
  return defineJob({
    name: 'read-crypto-invoice',
    schema: v.object({ provider: v.string(), invoice_id: v.string() }),
    run: async ({ provider: name, invoice_id }) => {
      // An invoice of a provider that is no longer configured cannot be read.
      if (provider?.name !== name) return;
      await readInvoice(context, provider, invoice_id).catch((err: unknown) => {
        // The invoice is due again in a minute; repeated jobs would pile up while the provider is down.
        if (!(err instanceof ProviderError)) throw err;
        context.log.error({ err, provider: name, invoice_id }, 'crypto provider');
      });
    },
  });
}

/** Reads invoices without a webhook when their time has come: a webhook may be lost. */
export function dueCryptoInvoicesJob(context: AppContext) {
  const provider = chosenProvider(context);
  const job = readCryptoInvoiceJob(context, provider);
  return defineScheduledJob(context, 'due-crypto-invoices', '* * * * *', async (tx) => {
    if (provider === null) return;
    for (const due of await findDueReadings(tx, provider.name)) await context.queue.send(tx, job, due);
  });
}

export function cryptoJobs(context: AppContext): readonly AnyJob[] {
  return [readCryptoInvoiceJob(context), dueCryptoInvoicesJob(context)];
}
