import * as v from 'valibot';
import { timestampSchema } from './dates.ts';
import type { Endpoint } from './endpoint.ts';
import { decimalSchema } from './money.ts';
import { monthlyVatInvoiceDetailSchema } from './monthly-vat-invoice-detail.ts';
import { usageSchema } from './monthly-vat-invoices.ts';
import { parameter } from './query-value.ts';
import { maybe } from './response-member.ts';
import { vatSchema } from './vat.ts';

const contentSchema = /* @__PURE__ */ v.pick(monthlyVatInvoiceDetailSchema, [
  'document_type',
  'basis',
  'period_start',
  'period_end',
  'timezone',
  'service_id',
  'service_type',
  'currency',
  'tax_currency',
  'tax_amount_in_tax_currency',
  'exchange_rate',
  'exchange_rate_source',
  'tax_conversions',
  'tax_treatment',
  'lines',
  'discounts',
  'tax_breakdown',
  'totals',
  'payments',
]);

/**
 * What a service's next invoice would contain if its month were closed now, or its invoices together. It is no document: it has no number, and changes
 * with each call, message and payment.
 */
const previewSchema = v.object({
  ...contentSchema.entries,
  as_of: timestampSchema,
  /** The month has ended and its invoice is about to be issued. */
  has_ended: v.boolean(),
  /** Why the lines are taxed as they are; the reason is `several` if they will be on several invoices for different reasons. */
  vat: vatSchema,
  summary: maybe(usageSchema),
  /** What numbers that renew until the end of the month will take from the balance; not part of the lines. */
  upcoming_rents: decimalSchema,
});
export type MonthlyVatInvoicePreview = v.InferOutput<typeof previewSchema>;

const previewQuerySchema = v.object({
  /** The account's first service unless given. */
  service_id: parameter(v.pipe(v.string(), v.maxLength(64, 'filter_invalid'))),
});

export const previewMonthlyVatInvoice = {
  method: 'GET',
  path: '/v1/finances/monthly-vat-invoices/preview',
  summary: 'What the next monthly VAT invoice of a service contains so far',
  access: 'session',
  accountApi: true,
  query: previewQuerySchema,
  response: v.object({ success: v.literal(true), preview: previewSchema }),
  errors: ['service_not_found', 'filter_invalid'],
} as const satisfies Endpoint;
