import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { AppContext } from '../../app/context.ts';
import { HttpError } from '../../errors/http-error.ts';
import { actOnSandbox, listSandboxInvoices, sandboxSecret } from '../crypto-providers/sandbox.ts';
import { sandboxActs } from '../crypto-providers/sandbox-invoice.ts';
import { signatureHeader, signatureOf } from '../crypto-providers/signed-webhook.ts';
import { webhookPath } from './crypto-webhook.routes.ts';
import { devCryptoPage } from './dev-crypto-page.ts';

const formSchema = v.object({
  invoice_id: v.string(),
  act: v.picklist([...sandboxActs, 'resend', 'forge']),
  /** Absent: the act is not reported, as if its webhook had been lost. */
  webhook: v.optional(v.string()),
});

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The page that decides what happens to payments of the sandbox. It does not exist with another provider. */
export async function devCryptoRoutes(app: FastifyInstance, { config, database }: AppContext): Promise<void> {
  if (config.CRYPTO !== 'sandbox' || config.PORTAL_ENV === 'production') return;
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.get('/dev/crypto', async (_request, reply) => {
    const page = devCryptoPage(await listSandboxInvoices(database.system));
    return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page);
  });

  app.post('/dev/crypto', async (request, reply) => {
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin') throw new HttpError('csrf_failed');
    const form = v.safeParse(formSchema, request.body);
    if (!form.success) throw new HttpError('bad_parameter');
    const { invoice_id, act, webhook } = form.output;
    if (act !== 'resend' && act !== 'forge') {
      const changed = await actOnSandbox(database, invoice_id, act, config);
      if (changed === undefined) throw new HttpError('not_found');
    }
    if (act === 'resend' || act === 'forge' || webhook !== undefined)
      await deliver(app, invoice_id, act === 'forge' ? 'another secret' : sandboxSecret);
    return reply.redirect('/dev/crypto', 303);
  });
}

/** Sends a webhook about an invoice to this portal, as BTCPay Server would. */
async function deliver(app: FastifyInstance, invoiceId: string, secret: string): Promise<void> {
  const payload = JSON.stringify({
    deliveryId: randomUUID(),
    webhookId: 'sandbox',
    isRedelivery: false,
    type: 'InvoiceReceivedPayment',
    timestamp: Math.floor(Date.now() / 1000),
    storeId: 'sandbox',
    invoiceId,
  });
  const headers = { 'content-type': 'application/json', [signatureHeader]: signatureOf(payload, secret) };
  await app.inject({ method: 'POST', url: webhookPath('sandbox'), headers, payload });
}
