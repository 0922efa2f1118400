import * as v from 'valibot';
import { countrySchema } from './country.ts';
import { dateSchema } from './dates.ts';
import type { Endpoint } from './endpoint.ts';
import { currencySchema, decimalSchema } from './money.ts';
import { invoiceDocumentTypes, invoiceStatuses, taxTreatments } from './monthly-vat-invoices.ts';
import { countSchema, idSchema, pathIdSchema } from './paging.ts';
import { bankDetailsSchema } from './payments.ts';
import { parameter } from './query-value.ts';
import { maybe, openEnum } from './response-member.ts';
import { serviceTypes } from './services.ts';
import { vatSchema } from './vat.ts';

/** What `format` asks for: the PDF with the XML inside, or the XML alone. */
export const invoiceFormats = ['pdf', 'xml'] as const;

/** UN/EDIFACT 1001: 380 is an invoice, 381 a credit note. */
const invoiceTypeCodes = ['380', '381'] as const;

/** What is taxed: what was used in the month, or what was paid in it. */
export const invoiceBases = ['usage', 'prepayment'] as const;

const invoiceLineCodes = [
  'voice_outgoing',
  'voice_incoming',
  'number_rental',
  'number_setup',
  'sms_outgoing',
  'sms_incoming',
  'prepayment',
  'adjustment',
] as const;

/** What a line counts: minutes, months of rental, messages or their parts, and single things. */
export const invoiceLineUnits = ['min', 'month', 'message', 'part', 'piece'] as const;

/** Codes of UN/ECE 5305: standard, reverse charge, outside scope, zero, exempt. */
export const taxCategories = ['S', 'AE', 'O', 'Z', 'E'] as const;

const supplierSchema = v.object({
  name: v.string(),
  address: v.string(),
  country: countrySchema,
  tax_number: maybe(v.string()),
  registration_number: maybe(v.string()),
  email: maybe(v.string()),
  phone: maybe(v.string()),
  iban: maybe(v.string()),
  bic: maybe(v.string()),
});

const customerSchema = v.object({
  name: maybe(v.string()),
  company: maybe(v.string()),
  address: maybe(v.string()),
  country: maybe(countrySchema),
  tax_number: maybe(v.string()),
  account_sid: maybe(v.string()),
});

/** `net_amount` is rounded to two decimals in each line, then summed. */
const lineSchema = v.object({
  line_id: v.string(),
  description_code: maybe(openEnum(invoiceLineCodes)),
  /** What the description of the code names: `destination`, `country`, `operator`, `number`, `price`, `month`, `date`. */
  description_params: v.optional(v.record(v.string(), v.string()), {}),
  /** In the invoice's language. */
  description: v.string(),
  service_type: maybe(openEnum(serviceTypes)),
  quantity: decimalSchema,
  unit: openEnum(invoiceLineUnits),
  unit_price: decimalSchema,
  net_amount: decimalSchema,
  tax_category: openEnum(taxCategories),
  /** Per cent. */
  tax_rate: decimalSchema,
});
export type InvoiceLine = v.InferOutput<typeof lineSchema>;

const discountSchema = v.object({
  description: v.string(),
  amount: decimalSchema,
  tax_category: maybe(openEnum(taxCategories)),
  tax_rate: maybe(decimalSchema),
});

const taxSchema = v.object({
  category: openEnum(taxCategories),
  rate: decimalSchema,
  taxable_amount: decimalSchema,
  tax_amount: decimalSchema,
  /** Such as `VATEX-EU-AE`. */
  exemption_code: maybe(v.string()),
  exemption_text: maybe(v.string()),
});

const totalsSchema = v.object({
  lines_net: decimalSchema,
  allowances: decimalSchema,
  charges: decimalSchema,
  net: decimalSchema,
  tax: decimalSchema,
  gross: decimalSchema,
  paid: decimalSchema,
  rounding: decimalSchema,
  due: decimalSchema,
});

const paymentSchema = v.object({
  payment_id: idSchema,
  /** As the list of payments shows it; documents of earlier versions do not state it. */
  number: maybe(v.string()),
  date: dateSchema,
  amount: decimalSchema,
});

const precedingInvoiceSchema = v.object({ number: v.string(), date: dateSchema });
export type PrecedingInvoice = v.InferOutput<typeof precedingInvoiceSchema>;

const taxConversionSchema = v.object({
  /** On which the VAT became chargeable: of a payment, or the last one of a month of usage. */
  date: dateSchema,
  tax_amount: decimalSchema,
  exchange_rate: decimalSchema,
  exchange_rate_source: v.string(),
  tax_amount_in_tax_currency: decimalSchema,
});
export type TaxConversion = v.InferOutput<typeof taxConversionSchema>;

const fileSchema = v.object({
  format: v.string(),
  profile: maybe(v.string()),
  url: v.string(),
  /** Bytes. */
  size: maybe(countSchema),
  sha256: maybe(v.string()),
});

/** An invoice with all that Directive 2006/112/EC, article 226, asks for, in the terms of EN 16931. */
export const monthlyVatInvoiceDetailSchema = v.object({
  monthly_vat_invoice_id: idSchema,
  number: v.string(),
  document_type: openEnum(invoiceDocumentTypes),
  type_code: openEnum(invoiceTypeCodes),
  basis: maybe(openEnum(invoiceBases)),
  issue_date: dateSchema,
  due_date: maybe(dateSchema),
  period_start: dateSchema,
  period_end: dateSchema,
  timezone: maybe(v.string()),
  service_id: maybe(v.string()),
  service_type: maybe(openEnum(serviceTypes)),
  status: openEnum(invoiceStatuses),
  currency: currencySchema,
  /** The VAT in national currency, where that is another one (article 230). */
  tax_currency: maybe(v.string()),
  tax_amount_in_tax_currency: maybe(decimalSchema),
  /** Null if VAT became chargeable at several rates, which `tax_conversions` lists. */
  exchange_rate: maybe(decimalSchema),
  exchange_rate_source: maybe(v.string()),
  tax_conversions: v.optional(v.array(taxConversionSchema), []),
  tax_treatment: openEnum(taxTreatments),
  /** Why the document has its VAT; null with several rates. */
  vat: maybe(vatSchema),
  supplier: supplierSchema,
  customer: customerSchema,
  lines: v.array(lineSchema),
  discounts: v.optional(v.array(discountSchema), []),
  tax_breakdown: v.array(taxSchema),
  /** As issued, like `payments`: later payments and credit notes do not change them. */
  totals: totalsSchema,
  payments: v.optional(v.array(paymentSchema), []),
  /** Including what was received after the issue, as in the list; null from a server of an earlier release. */
  paid_amount: maybe(decimalSchema),
  /** What is still to be paid now, as in the list. */
  amount_due: maybe(decimalSchema),
  /** What is to be paid now and by when, or why nothing is; null for an invoice that was settled after its issue. */
  payment_terms: maybe(v.string()),
  notes: v.optional(v.array(v.string()), []),
  /** The invoice that a credit note corrects. */
  preceding_invoice: maybe(precedingInvoiceSchema),
  /** That invoice, or those that list the payments which a document of payments gives back (BG-3). */
  preceding_invoices: v.optional(v.array(precedingInvoiceSchema), []),
  /** While something is due: how to pay it by transfer. */
  bank_details: maybe(bankDetailsSchema),
  files: v.optional(v.array(fileSchema), []),
});
export type MonthlyVatInvoiceDetail = v.InferOutput<typeof monthlyVatInvoiceDetailSchema>;

export const getMonthlyVatInvoice = {
  method: 'GET',
  path: '/v1/finances/monthly-vat-invoices/{monthly_vat_invoice_id}',
  summary: 'One monthly VAT invoice, as data or as a document',
  access: 'session',
  accountApi: true,
  params: v.object({ monthly_vat_invoice_id: pathIdSchema }),
  /** The document instead of the data, as `Accept` does: for links. */
  query: v.object({ format: parameter(v.picklist(invoiceFormats, 'bad_parameter')) }),
  response: v.object({ success: v.literal(true), invoice: monthlyVatInvoiceDetailSchema }),
  errors: ['not_found', 'document_not_ready'],
  documents: ['application/pdf', 'application/xml'],
} as const satisfies Endpoint;
