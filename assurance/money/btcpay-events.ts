import { createHmac, randomUUID } from 'node:crypto';
import { rawRequest } from '../harness/raw-request.ts';
import { inBtc, unitsIn } from './btc-units.ts';
import { type BtcpayServer, btcpayKey, btcpayRate, btcpayStore } from './btcpay-server.ts';
import { centsOf, total } from './exact-amounts.ts';
import type { SettledTransfer } from './money-log.ts';

const secret = 'secret-of-the-bars';

/** Settings of a portal that is paid at this provider. */
export function btcpaySettings({ url }: BtcpayServer): Record<string, string> {
  return {
    CRYPTO: 'btcpay',
    BTCPAY_URL: url,
    BTCPAY_API_KEY: btcpayKey,
    BTCPAY_STORE_ID: btcpayStore,
    BTCPAY_WEBHOOK_SECRET: secret,
  };
}

/** What the provider has settled, by its own record. What it keeps as a fee does not count. */
export function settledBy({ invoices }: BtcpayServer): SettledTransfer[] {
  return [...invoices.values()].flatMap(({ id, orderId, payments }) =>
    payments
      .filter(({ status }) => status === 'Settled')
      .map(({ id: transfer, value, fee }) => ({
        payment: orderId,
        invoice: id,
        id: transfer,
        units: unitsIn(value) - unitsIn(fee),
      })),
  );
}

/** What transfers are worth together, to a cent. Millionths. */
export function worthOf(transfers: readonly Pick<SettledTransfer, 'units'>[]): bigint {
  return centsOf(inBtc(total(transfers.map(({ units }) => units))), btcpayRate);
}

interface WebhookOptions {
  /** What the body claims beside the invoice; nobody may believe it. */
  claims?: object;
  type?: string;
  storeId?: string;
  /** Signs with another secret. */
  isForged?: boolean;
  /** Changes the body after it was signed. */
  altered?: boolean;
}

/** Sends a webhook about an invoice and returns the status of the response; 0 without one. */
export async function sendWebhook(
  portal: string,
  invoiceId: string,
  {
    claims = {},
    type = 'InvoiceReceivedPayment',
    storeId = btcpayStore,
    isForged = false,
    altered = false,
  }: WebhookOptions = {},
): Promise<number> {
  const delivery = {
    deliveryId: randomUUID(),
    webhookId: 'bars',
    isRedelivery: false,
    timestamp: 1_795_000_000,
  };
  const body = JSON.stringify({ ...delivery, type, storeId, invoiceId, ...claims });
  const signature = createHmac('sha256', isForged ? 'another secret' : secret)
    .update(body)
    .digest('hex');
  const response = await rawRequest(portal, {
    method: 'POST',
    path: '/v1/finances/webhooks/btcpay',
    headers: { 'content-type': 'application/json', 'btcpay-sig': `sha256=${signature}` },
    body: altered ? body.replace('1795000000', '1795000001') : body,
    signal: AbortSignal.timeout(20_000),
  }).catch(() => undefined);
  return response?.status ?? 0;
}
