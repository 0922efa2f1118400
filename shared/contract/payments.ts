import * as v from 'valibot';
import { dateSchema, periodEntries, periodRule, periodSchema, timestampSchema } from './dates.ts';
import { type Endpoint, listErrors } from './endpoint.ts';
import { currencySchema, decimalSchema } from './money.ts';
import { orderOf } from './order.ts';
import { countSchema, idSchema, pageOf, pagingEntries, pathIdSchema } from './paging.ts';
import { parameter, parameterOr, searchFieldsOf, searchTextSchema } from './query-value.ts';
import { emptyRequestSchema } from './request.ts';
import { fileResponse, maybe, openEnum } from './response-member.ts';
import { serviceTypes } from './services.ts';

export const paymentMethods = ['bank_transfer', 'crypto', 'card', 'manual', 'bonus', 'adjustment'] as const;

export const paymentTypes = ['top_up', 'refund', 'adjustment', 'promo'] as const;

/** `paid` is final but for refunds. */
export const paymentStatuses = [
  'pending',
  'processing',
  'partially_paid',
  'paid',
  'expired',
  'canceled',
  'failed',
  'refunded',
  'partially_refunded',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** What there is to say about a status. */
export const paymentStatusReasons = ['underpaid', 'overpaid', 'paid_late', 'returned'] as const;

/** What a customer can do with a payment. */
export const paymentActions = ['resume', 'cancel', 'download', 'contact'] as const;

export const paymentDocumentKinds = ['proforma', 'receipt', 'invoice', 'credit_note'] as const;

/** What `filter_query` can be compared with. */
export const paymentFilterFields = [
  'number',
  'reference',
  'status',
  'method',
  'amount',
  'note',
  'transaction',
] as const;

export const paymentOrders = ['created', 'number', 'method', 'amount', 'status'] as const;

/** Most days of payments that one query may ask for: ten years. */
export const maxPaymentDays = 3660;

/** An empty `filter_or` compares `filter_query` with every field. */
export const paymentsQuerySchema = v.pipe(
  v.object({
    ...periodEntries,
    service_type: parameter(v.picklist(serviceTypes, 'filter_invalid')),
    filter_or: searchFieldsOf(paymentFilterFields),
    filter_query: parameter(searchTextSchema),
    order: parameterOr(orderOf(paymentOrders), '-created'),
    ...pagingEntries,
  }),
  periodRule(maxPaymentDays),
);
export type PaymentsQuery = v.InferOutput<typeof paymentsQuerySchema>;

const documentSchema = v.object({
  kind: openEnum(paymentDocumentKinds),
  number: maybe(v.string()),
  /** Address of a GET within the session. */
  url: v.string(),
  mime: v.string(),
});
export type PaymentDocument = v.InferOutput<typeof documentSchema>;

/** Where and how to pay; `reference` must stand in the transfer. */
export const bankDetailsSchema = v.object({
  beneficiary: v.string(),
  iban: v.string(),
  bic: maybe(v.string()),
  bank_name: maybe(v.string()),
  reference: v.string(),
  amount: decimalSchema,
  currency: currencySchema,
  /** The text of a QR code that fills in the transfer in a banking app (EPC069-12); null for other currencies than the euro. */
  sepa_qr: maybe(v.string()),
});
export type BankDetails = v.InferOutput<typeof bankDetailsSchema>;

/** A state that a payment has had. */
const paymentStateSchema = v.object({
  status: openEnum(paymentStatuses),
  status_reason: maybe(openEnum(paymentStatusReasons)),
  since: timestampSchema,
});
export type PaymentState = v.InferOutput<typeof paymentStateSchema>;

/**
 * `amount` is the credit that was asked for; with VAT on top, `gross_amount` is what is to be paid. `credited` is what has become
 * of it: another amount after a part, too much, or crypto money that came late.
 */
export const paymentSchema = v.object({
  payment_id: idSchema,
  number: maybe(v.string()),
  created: timestampSchema,
  method: openEnum(paymentMethods),
  type: openEnum(paymentTypes),
  service_id: maybe(v.string()),
  service_type: maybe(openEnum(serviceTypes)),
  amount: decimalSchema,
  currency: currencySchema,
  net_amount: maybe(decimalSchema),
  /** Per cent. */
  tax_rate: maybe(decimalSchema),
  tax_amount: maybe(decimalSchema),
  gross_amount: maybe(decimalSchema),
  fee_amount: maybe(decimalSchema),
  /** What arrived, in what it was paid with, such as `usdt`. */
  paid_amount: maybe(decimalSchema),
  paid_currency: maybe(v.string()),
  exchange_rate: maybe(decimalSchema),
  /** What the balance has been credited with so far, negative if money was given back; null from a server that does not say. */
  credited: maybe(decimalSchema),
  status: openEnum(paymentStatuses),
  status_reason: maybe(openEnum(paymentStatusReasons)),
  status_updated: maybe(timestampSchema),
  /** Every state so far, the oldest first. */
  states: v.optional(v.array(paymentStateSchema), []),
  completed: maybe(timestampSchema),
  expires_at: maybe(timestampSchema),
  due_date: maybe(dateSchema),
  description: maybe(v.string()),
  note: maybe(v.string()),
  reference: maybe(v.string()),
  /** While a bank transfer is awaited: the account it goes to, for those who come back to pay later. */
  bank_details: maybe(bankDetailsSchema),
  /** Around the entry that credited it; of several, `balance_after` is that of the last one, and there is no `balance_before`. */
  balance_before: maybe(decimalSchema),
  balance_after: maybe(decimalSchema),
  documents: v.array(documentSchema),
  monthly_vat_invoice_id: maybe(v.string()),
  actions: v.array(openEnum(paymentActions)),
});
export type Payment = v.InferOutput<typeof paymentSchema>;

const currencyTotalSchema = v.object({
  currency: currencySchema,
  count: countSchema,
  /** The sum of `credited`. */
  paid: decimalSchema,
  /** What is still to be credited for payments that are awaited. */
  pending: decimalSchema,
});
export type PaymentsTotal = v.InferOutput<typeof currencyTotalSchema>;

/** The summary is per currency: sums across currencies mean nothing. */
export const listPayments = {
  method: 'GET',
  path: '/v1/finances/payments',
  summary: 'Payments',
  access: 'session',
  accountApi: true,
  query: paymentsQuerySchema,
  response: pageOf(paymentSchema, {
    period: periodSchema,
    summary: v.array(currencyTotalSchema),
    filters: maybe(v.object({ filter_or: v.array(v.string()), filter_query: maybe(v.string()) })),
  }),
  errors: listErrors,
} as const satisfies Endpoint;
export type PaymentsPage = v.InferOutput<typeof listPayments.response>;

/** Money that arrives later is credited nevertheless. */
export const cancelPayment = {
  method: 'POST',
  path: '/v1/finances/payments/{payment_id}:cancel',
  summary: 'Cancel a pro-forma invoice for which no money has arrived',
  access: 'session',
  params: v.object({ payment_id: pathIdSchema }),
  body: emptyRequestSchema,
  response: v.object({ success: v.literal(true), payment: paymentSchema }),
  errors: ['not_found', 'payment_not_cancelable'],
  idempotent: true,
} as const satisfies Endpoint;

/** Which documents a payment can have as a PDF; `documents` of a payment lists those that it has. */
const printedDocuments = ['proforma', 'receipt'] as const;

/** A receipt states everything that has been received for the payment so far. */
export const getPaymentDocument = {
  method: 'GET',
  path: '/v1/finances/payments/{payment_id}/documents/{document}.pdf',
  summary: 'The pro-forma invoice or the receipt of a payment as a PDF',
  access: 'session',
  accountApi: true,
  params: v.object({ payment_id: pathIdSchema, document: v.picklist(printedDocuments) }),
  response: fileResponse,
  errors: ['not_found'],
  documents: ['application/pdf'],
} as const satisfies Endpoint;
