import type { CryptoOption } from '@portal/contract/top-up-quote';
import * as v from 'valibot';
import type { Config } from '../../config/config.ts';
import { Big } from '../../listing/decimal.ts';
import { type CryptoProvider, ProviderError, type ProviderInvoice } from './crypto-provider.ts';
import { readSignedWebhook } from './signed-webhook.ts';

/** Shorter than a request of the portal may take. */
const limitMilliseconds = 7_000;

type Settings = Pick<
  Config,
  | 'BTCPAY_URL'
  | 'BTCPAY_API_KEY'
  | 'BTCPAY_STORE_ID'
  | 'BTCPAY_WEBHOOK_SECRET'
  | 'BTCPAY_METHODS'
  | 'CRYPTO_RATE_MINUTES'
  | 'CRYPTO_MONITORING_HOURS'
  | 'CRYPTO_TOLERANCE_PERCENT'
>;

// Decimals are texts; releases before 2.0 wrote some as numbers.
const decimal = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(String),
  v.regex(/^-?\d{1,20}(?:\.\d{1,28})?$/),
);
const seconds = v.pipe(
  v.number(),
  v.transform((moment) => new Date(moment * 1000).toISOString()),
);
const invoiceSchema = v.object({
  id: v.string(),
  status: v.picklist(['New', 'Processing', 'Settled', 'Expired', 'Invalid']),
  currency: v.string(),
  additionalStatus: v.optional(v.string(), 'None'),
  checkoutLink: v.nullish(v.string()),
  expirationTime: seconds,
  monitoringExpiration: seconds,
});
const paymentSchema = v.object({
  id: v.string(),
  receivedDate: seconds,
  value: decimal,
  fee: v.optional(decimal, '0'),
  status: v.picklist(['Invalid', 'Processing', 'Settled']),
});
const methodSchema = v.object({
  paymentMethodId: v.string(),
  destination: v.nullish(v.string()),
  paymentLink: v.nullish(v.string()),
  rate: decimal,
  amount: decimal,
  due: decimal,
  paymentMethodFee: v.optional(decimal, '0'),
  payments: v.array(paymentSchema),
});
type Method = v.InferOutput<typeof methodSchema>;
const ratesSchema = v.array(v.object({ currencyPair: v.string(), rate: v.nullish(decimal) }));

const states = { Processing: 'detected', Settled: 'settled', Invalid: 'invalid' } as const;
const statuses = {
  New: 'new',
  Processing: 'processing',
  Settled: 'settled',
  Expired: 'expired',
  Invalid: 'invalid',
} as const;

/**
 * BTCPay Server by its Greenfield API, version 1. The API key needs `btcpay.store.cancreateinvoice`,
 * `btcpay.store.canviewinvoices` and, for rates, `btcpay.store.canviewstoresettings` of the store.
 * https://docs.btcpayserver.org/API/Greenfield/v1/
 */
export function btcpayProvider(config: Settings): CryptoProvider {
  const { BTCPAY_URL, BTCPAY_API_KEY, BTCPAY_STORE_ID, BTCPAY_WEBHOOK_SECRET, BTCPAY_METHODS } = config;
  if (
    BTCPAY_URL === undefined ||
    BTCPAY_API_KEY === undefined ||
    BTCPAY_STORE_ID === undefined ||
    BTCPAY_WEBHOOK_SECRET === undefined
  )
    throw new Error('CRYPTO=btcpay without its settings');
  const store = `${BTCPAY_URL.replace(/\/$/, '')}/api/v1/stores/${encodeURIComponent(BTCPAY_STORE_ID)}`;

  async function ask<Schema extends v.GenericSchema>(path: string, schema: Schema, body?: object) {
    const response = await fetch(`${store}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `token ${BTCPAY_API_KEY}`,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(limitMilliseconds),
    }).catch((error: unknown) => {
      throw new ProviderError(`BTCPay Server: ${error instanceof Error ? error.name : 'unknown'}`);
    });
    if (!response.ok) throw new ProviderError(`BTCPay Server: HTTP ${response.status}`);
    const parsed = v.safeParse(schema, await response.json().catch(() => undefined));
    if (parsed.success) return parsed.output;
    throw new ProviderError(`BTCPay Server: unexpected ${v.getDotPath(parsed.issues[0]) ?? 'response'}`);
  }

  async function withMethod(invoice: v.InferOutput<typeof invoiceSchema>): Promise<ProviderInvoice> {
    const path = `/invoices/${encodeURIComponent(invoice.id)}/payment-methods?onlyAccountedPayments=false`;
    const [method] = await ask(path, v.array(methodSchema));
    // The store could not reach the network's node, or the method is not enabled in the store.
    if (method === undefined) throw new ProviderError('BTCPay Server: the invoice has no payment method');
    return {
      invoice_id: invoice.id,
      status: statuses[invoice.status],
      is_marked: invoice.additionalStatus === 'Marked',
      checkout_url: isOwn(invoice.checkoutLink) ? invoice.checkoutLink : null,
      expires_at: invoice.expirationTime,
      monitoring_until: invoice.monitoringExpiration,
      ...membersOf(method, await rateWithoutQuote(invoice, method)),
    };
  }

  /**
   * Today's rate, but never more than that of the quote, if transfers came late or are more than was asked for; otherwise a
   * customer could wait with a quote for a day, and pay any amount at it when the market has fallen.
   */
  async function rateWithoutQuote(
    { expirationTime, currency }: v.InferOutput<typeof invoiceSchema>,
    { rate, amount, payments, paymentMethodId }: Method,
  ): Promise<string | null> {
    const isLate = payments.some(({ receivedDate }) => receivedDate >= expirationTime);
    const paid = payments.reduce((sum, { value, fee }) => sum.plus(value).minus(fee), new Big(0));
    if (!isLate && paid.lte(amount)) return null;
    const pair = `${optionOf(paymentMethodId).pay_currency.toUpperCase()}_${currency.toUpperCase()}`;
    const rates = await ask(`/rates?currencyPair=${encodeURIComponent(pair)}`, ratesSchema);
    const today = rates.find(({ currencyPair }) => currencyPair === pair)?.rate;
    // Without it nothing is credited; the invoice is read again later.
    if (today == null) throw new ProviderError(`BTCPay Server: no rate of ${pair}`);
    return new Big(today).lt(rate) ? today : rate;
  }

  /** Customers are sent to the configured server only. */
  function isOwn(link: string | null | undefined): link is string {
    return URL.canParse(link ?? '') && new URL(link ?? '').origin === new URL(store).origin;
  }

  return {
    name: 'btcpay',
    options: BTCPAY_METHODS.map(optionOf),
    createInvoice: async ({ payment_id, amount, currency, option }) => {
      const methods = BTCPAY_METHODS.filter((id) => isSame(optionOf(id), option));
      const invoice = await ask('/invoices', invoiceSchema, {
        amount,
        currency: currency.toUpperCase(),
        metadata: { orderId: payment_id },
        checkout: {
          paymentMethods: methods,
          defaultPaymentMethod: methods[0],
          lazyPaymentMethods: false,
          expirationMinutes: config.CRYPTO_RATE_MINUTES,
          monitoringMinutes: config.CRYPTO_MONITORING_HOURS * 60,
          paymentTolerance: Number(config.CRYPTO_TOLERANCE_PERCENT),
        },
        receipt: { enabled: false },
      });
      return withMethod(invoice);
    },
    getInvoice: async (id) => withMethod(await ask(`/invoices/${encodeURIComponent(id)}`, invoiceSchema)),
    readWebhook: (body, headers) => {
      const event = readSignedWebhook(body, headers, BTCPAY_WEBHOOK_SECRET);
      if (event === undefined || event === null) return event;
      return event.storeId === BTCPAY_STORE_ID ? (event.invoiceId ?? null) : null;
    },
  };
}

function membersOf(method: Method, rateWithoutQuote: string | null) {
  const due = new Big(method.due);
  return {
    pay_address: method.destination || null,
    memo: null,
    payment_uri: method.paymentLink || null,
    rate: method.rate,
    pay_amount: method.amount,
    due_amount: due.lt(0) ? '0' : method.due,
    network_fee: method.paymentMethodFee,
    confirmations_required: null,
    transactions: method.payments.map(({ id, value, fee, status, receivedDate }) => ({
      transaction_id: id,
      amount: value,
      fee,
      state: states[status],
      confirmations: null,
      received_at: receivedDate,
      settled_amount:
        rateWithoutQuote === null ? null : new Big(value).minus(fee).times(rateWithoutQuote).toFixed(8),
    })),
  };
}

const networks: Readonly<Record<string, readonly [network: string, title: string]>> = {
  'BTC-CHAIN': ['bitcoin', 'Bitcoin'],
  'BTC-LN': ['lightning', 'Lightning'],
  'LTC-CHAIN': ['litecoin', 'Litecoin'],
  'XMR-CHAIN': ['monero', 'Monero'],
};

/** The option of a payment method's id, which is the asset and the kind of network: `BTC-CHAIN`, `USDT-TRON`. */
function optionOf(id: string): CryptoOption {
  const [asset = '', kind = ''] = id.split('-');
  const [network, network_title] = networks[id] ?? [kind.toLowerCase(), kind];
  return { pay_currency: asset.toLowerCase(), network, network_title };
}

function isSame(one: CryptoOption, other: CryptoOption): boolean {
  return one.pay_currency === other.pay_currency && one.network === other.network;
}
