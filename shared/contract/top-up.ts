import * as v from 'valibot';
import { timestampSchema } from './dates.ts';
import type { Endpoint } from './endpoint.ts';
import { amountSchema, decimalSchema } from './money.ts';
import { countSchema } from './paging.ts';
import { bankDetailsSchema, paymentSchema } from './payments.ts';
import { optionalLine, requestObject } from './request.ts';
import { maybe, openEnum } from './response-member.ts';

/** Bounds and offers of a top-up unless the server is configured otherwise; major units of the service's currency. */
export const defaultTopUpLimits = {
  min: '10.00',
  max: '10000.00',
  presets: ['50.00', '100.00', '250.00', '500.00'],
} as const;

const topUpEntries = {
  service_id: v.pipe(
    v.string('service_required'),
    v.nonEmpty('service_required'),
    v.maxLength(64, 'field_invalid'),
  ),
  /** The credit that is wanted, before VAT. */
  amount: amountSchema,
};

/** Call 21: a pro-forma invoice to be paid by bank transfer. */
export const createInvoicePaymentRequestSchema = requestObject({
  ...topUpEntries,
  purchase_order: optionalLine(64),
  note: optionalLine(200),
});
export type CreateInvoicePaymentRequest = v.InferInput<typeof createInvoicePaymentRequestSchema>;

export const createInvoicePaymentResponseSchema = v.object({
  success: v.literal(true),
  payment: paymentSchema,
  bank_details: bankDetailsSchema,
});
export type CreateInvoicePaymentResponse = v.InferOutput<typeof createInvoicePaymentResponseSchema>;

const assetSchema = v.pipe(v.string('field_invalid'), v.regex(/^[a-z0-9_-]{1,20}$/, 'field_invalid'));

/** Call 22. Without `pay_currency` the customer chooses on the hosted page. */
export const createCryptoPaymentRequestSchema = requestObject({
  ...topUpEntries,
  pay_currency: v.nullish(assetSchema),
  network: v.nullish(assetSchema),
});
export type CreateCryptoPaymentRequest = v.InferInput<typeof createCryptoPaymentRequestSchema>;

export const feePayers = ['customer', 'provider'] as const;

const transactionSchema = v.object({
  transaction_id: v.string(),
  amount: decimalSchema,
  confirmations: maybe(countSchema),
  received_at: maybe(timestampSchema),
  url: maybe(v.string()),
});

/** The invoice of the crypto provider. Where its page is a hosted one, only `checkout_url` is there. */
export const cryptoDetailsSchema = v.object({
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
  fee_payer: maybe(openEnum(feePayers)),
  confirmations: maybe(countSchema),
  confirmations_required: maybe(countSchema),
  received_amount: maybe(decimalSchema),
  due_amount: maybe(decimalSchema),
  transactions: v.optional(v.array(transactionSchema), []),
});
export type CryptoDetails = v.InferOutput<typeof cryptoDetailsSchema>;

export const createCryptoPaymentResponseSchema = v.object({
  success: v.literal(true),
  payment: paymentSchema,
  crypto: cryptoDetailsSchema,
});
export type CreateCryptoPaymentResponse = v.InferOutput<typeof createCryptoPaymentResponseSchema>;

export const createInvoicePayment = {
  number: 21,
  method: 'POST',
  path: '/v1/finances/payments/invoices',
  summary: 'Top up by bank transfer against a pro-forma invoice',
  access: 'session',
  body: createInvoicePaymentRequestSchema,
  status: 201,
  response: createInvoicePaymentResponseSchema,
  errors: [
    'service_not_found',
    'not_configured',
    'amount_invalid',
    'amount_below_minimum',
    'amount_above_maximum',
  ],
  idempotent: true,
} as const satisfies Endpoint;

export const createCryptoPayment = {
  number: 22,
  method: 'POST',
  path: '/v1/finances/payments/crypto',
  summary: 'Top up in a crypto currency',
  access: 'session',
  body: createCryptoPaymentRequestSchema,
  status: 201,
  response: createCryptoPaymentResponseSchema,
  errors: [
    'service_not_found',
    'not_configured',
    'crypto_disabled',
    'amount_invalid',
    'amount_below_minimum',
    'amount_above_maximum',
  ],
  idempotent: true,
} as const satisfies Endpoint;
