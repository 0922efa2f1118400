import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import * as v from 'valibot';

/** The header with the signature. */
export const signatureHeader = 'btcpay-sig';

const eventSchema = v.object({
  type: v.string(),
  storeId: v.optional(v.string()),
  invoiceId: v.optional(v.string()),
});

/** Returns the signature of a webhook's body: `sha256=` and the HMAC in hexadecimal. */
export function signatureOf(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body, 'utf8').digest('hex')}`;
}

/**
 * Returns the event of a webhook of BTCPay Server. Undefined if its signature is wrong or missing, null if it is signed but
 * not an event.
 */
export function readSignedWebhook(body: string, headers: IncomingHttpHeaders, secret: string) {
  const given = Buffer.from(String(headers[signatureHeader] ?? ''));
  const expected = Buffer.from(signatureOf(body, secret));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  try {
    return v.parse(eventSchema, JSON.parse(body));
  } catch {
    return null;
  }
}
