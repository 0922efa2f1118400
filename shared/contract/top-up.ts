import * as v from 'valibot';
import { timestampSchema } from './dates.ts';
import { amountErrors, type Endpoint } from './endpoint.ts';
import { amountSchema, decimalSchema } from './money.ts';
import { countSchema, pathIdSchema } from './paging.ts';
import { bankDetailsSchema, paymentSchema } from './payments.ts';
import { optionalLine, requestObject, serviceChoiceSchema } from './request.ts';
import { maybe, openEnum } from './response-member.ts';

/** Bounds and offers of a top-up unless the server is configured otherwise; major units of the service's currency. */
export const defaultTopUpLimits = {
  min: '10.00',
  max: '10000.00',
  presets: ['50.00', '100.00', '250.00', '500.00'],
} as const;

const topUpEntries = {
  service_id: serviceChoiceSchema,
  /** The credit that is wanted, before VAT. */
  amount: amountSchema,
  /** The customer knows of an equal top-up that waits for its money, and wants another one. */
  allow_duplicate: v.nullish(v.boolean('field_invalid')),
};

export const createInvoicePaymentRequestSchema = requestObject({
  ...topUpEntries,
  purchase_order: optionalLine(64),
  note: optionalLine(200),
});

const assetSchema = v.pipe(v.string('field_invalid'), v.regex(/^[a-z0-9_-]{1,20}$/, 'field_invalid'));

/** Without `pay_currency` the customer chooses on the hosted page. */
const createCryptoPaymentRequestSchema = requestObject({
  ...topUpEntries,
  pay_currency: v.nullish(assetSchema),
  network: v.nullish(assetSchema),
});

const transactionSchema = v.object({
  transaction_id: v.string(),
  amount: decimalSchema,
  /** Whether the provider has credited it. */
  is_settled: v.optional(v.boolean(), false),
  confirmations: maybe(countSchema),
  received_at: maybe(timestampSchema),
  url: maybe(v.string()),
});

/** The invoice of the crypto provider. Where its page is a hosted one, only `checkout_url` is there. */
const cryptoDetailsSchema = v.object({
  checkout_url: maybe(v.string()),
  pay_currency: maybe(v.string()),
  network: maybe(v.string()),
  network_title: maybe(v.string()),
  pay_address: maybe(v.string()),
  /** Must go along with the transfer on networks that have it. */
  memo: maybe(v.string()),
  pay_amount: maybe(decimalSchema),
  payment_uri: maybe(v.string()),
  rate: maybe(decimalSchema),
  rate_expires_at: maybe(timestampSchema),
  expires_at: maybe(timestampSchema),
  /** Until when late money is still seen. */
  monitoring_until: maybe(timestampSchema),
  network_fee: maybe(decimalSchema),
  fee_payer: maybe(openEnum(['customer', 'provider'])),
  confirmations: maybe(countSchema),
  confirmations_required: maybe(countSchema),
  /** What has arrived, also what the network has not confirmed yet. */
  received_amount: maybe(decimalSchema),
  /** The part of it that is not confirmed, and so not credited; null from a server that does not say. */
  unconfirmed_amount: maybe(decimalSchema),
  due_amount: maybe(decimalSchema),
  transactions: v.optional(v.array(transactionSchema), []),
});
export type CryptoDetails = v.InferOutput<typeof cryptoDetailsSchema>;

/** One payment, for pages that wait for its money. */
export const getPayment = {
  method: 'GET',
  path: '/v1/finances/payments/{payment_id}',
  summary: 'A payment, and how to pay it in a crypto currency',
  access: 'session',
  accountApi: true,
  params: v.object({ payment_id: pathIdSchema }),
  response: v.object({
    success: v.literal(true),
    payment: paymentSchema,
    /** Null if the payment is not in a crypto currency. */
    crypto: maybe(cryptoDetailsSchema),
  }),
  errors: ['not_found'],
} as const satisfies Endpoint;

/**
 * 409 `top_up_exists`, of both kinds of top-ups: an equal one of the last 23 hours waits for its money. It is named by `params`:
 * `payment_id`, `number`, `amount`, `currency` and `created`.
 */
export const createInvoicePayment = {
  method: 'POST',
  path: '/v1/finances/payments/invoices',
  summary: 'Top up by bank transfer against a pro-forma invoice',
  access: 'session',
  body: createInvoicePaymentRequestSchema,
  status: 201,
  response: v.object({
    success: v.literal(true),
    payment: paymentSchema,
    bank_details: bankDetailsSchema,
  }),
  errors: ['service_not_found', 'not_configured', 'top_up_exists', ...amountErrors],
  idempotent: true,
} as const satisfies Endpoint;

export const createCryptoPayment = {
  method: 'POST',
  path: '/v1/finances/payments/crypto',
  summary: 'Top up in a crypto currency',
  access: 'session',
  body: createCryptoPaymentRequestSchema,
  status: 201,
  response: v.object({
    success: v.literal(true),
    payment: paymentSchema,
    crypto: cryptoDetailsSchema,
  }),
  errors: [
    'service_not_found',
    'not_configured',
    'top_up_exists',
    'crypto_disabled',
    'upstream_error',
    ...amountErrors,
  ],
  idempotent: true,
} as const satisfies Endpoint;
