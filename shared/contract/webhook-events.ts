import * as v from 'valibot';
import { timestampSchema } from './dates.ts';
import { messageSchema } from './messages.ts';
import { currencySchema, decimalSchema } from './money.ts';
import { monthlyVatInvoiceSchema } from './monthly-vat-invoices.ts';
import { idSchema } from './paging.ts';
import { paymentMethods, paymentTypes } from './payments.ts';
import { openEnum } from './response-member.ts';
import { serviceTypes } from './services.ts';
import type { WebhookEventType } from './webhooks.ts';

const serviceEntries = {
  service_id: idSchema,
  service_type: openEnum(serviceTypes),
  currency: currencySchema,
};

/** What the available amount of a service was when it fell below the threshold. */
const balanceLowSchema = v.object({
  ...serviceEntries,
  available: decimalSchema,
  threshold_balance: decimalSchema,
});

/** One credit of a payment; a payment that arrives in parts has several. `gross_amount` is what was received, with VAT. */
const paymentCreditedSchema = v.object({
  payment_id: idSchema,
  method: openEnum(paymentMethods),
  type: openEnum(paymentTypes),
  ...serviceEntries,
  amount: decimalSchema,
  tax_amount: decimalSchema,
  gross_amount: decimalSchema,
  balance_after: decimalSchema,
});

/** An invoice or a credit note as it was issued. */
export const invoiceIssuedSchema = v.pick(monthlyVatInvoiceSchema, [
  'monthly_vat_invoice_id',
  'number',
  'document_type',
  'issue_date',
  'due_date',
  'period_start',
  'period_end',
  'service_id',
  'service_type',
  'currency',
  'net_amount',
  'tax_rate',
  'tax_amount',
  'gross_amount',
  'paid_amount',
  'amount_due',
  'status',
]);

/** An outbound message as its new status leaves it. */
export const deliveryReportSchema = v.object({
  service_id: idSchema,
  ...v.pick(messageSchema, [
    'message_id',
    'provider_id',
    'client_ref',
    'sender',
    'recipient',
    'status',
    'status_group',
    'is_final',
    'error_code',
    'error_name',
    'error_permanent',
    'created',
    'sent',
    'delivered',
    'latency_ms',
    'parts',
    'price',
    'currency',
  ]).entries,
});

/** What the `data` of each event contains. */
export const webhookDataSchemas = {
  'balance.low': balanceLowSchema,
  'payment.credited': paymentCreditedSchema,
  'invoice.issued': invoiceIssuedSchema,
  'message.delivery_report': deliveryReportSchema,
} as const satisfies Record<WebhookEventType, v.GenericSchema>;

/** The data of an event. */
export type WebhookData<Type extends keyof typeof webhookDataSchemas> = v.InferInput<
  (typeof webhookDataSchemas)[Type]
>;

/** Raised when a member changes its meaning or ends. New members and new events do not change it. */
export const webhookVersion = 1;

/** The body of a webhook. */
/* @__NO_SIDE_EFFECTS__ */
export function webhookBodyOf<Data extends v.GenericSchema>(type: string, data: Data) {
  return v.object({
    type: v.literal(type),
    version: v.literal(webhookVersion),
    /** When it happened. */
    timestamp: timestampSchema,
    account_sid: v.string(),
    data,
  });
}
