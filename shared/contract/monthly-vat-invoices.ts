import * as v from 'valibot';
import { dateSchema } from './dates.ts';
import { type Endpoint, listErrors } from './endpoint.ts';
import { currencySchema, decimalSchema } from './money.ts';
import { orderOf } from './order.ts';
import { countSchema, idSchema, pageOf, pagingEntries } from './paging.ts';
import {
  parameter,
  parameterOr,
  searchFieldsOf,
  searchTextSchema,
  wholeNumberSchema,
} from './query-value.ts';
import { fileResponse, maybe, openEnum } from './response-member.ts';
import { serviceTypes } from './services.ts';

export const invoiceStatuses = [
  'issued',
  'paid',
  'partially_paid',
  'overdue',
  'corrected',
  'canceled',
] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

export const invoiceDocumentTypes = ['invoice', 'credit_note'] as const;

export const taxTreatments = ['standard', 'reverse_charge', 'exempt', 'outside_scope'] as const;

/** What `filter_query` can be compared with. */
export const invoiceFilterFields = ['number', 'status', 'amount'] as const;

export const invoiceOrders = ['issue_date', 'number', 'gross_amount', 'status'] as const;

/** What restricts the list. An empty `filter_or` compares `filter_query` with every field. */
const filterEntries = {
  year: parameter(
    v.pipe(wholeNumberSchema, v.minValue(2000, 'bad_parameter'), v.maxValue(2100, 'bad_parameter')),
  ),
  month: parameter(
    v.pipe(wholeNumberSchema, v.minValue(1, 'bad_parameter'), v.maxValue(12, 'bad_parameter')),
  ),
  service_id: parameter(v.pipe(v.string(), v.maxLength(64, 'filter_invalid'))),
  service_type: parameter(v.picklist(serviceTypes, 'filter_invalid')),
  filter_or: searchFieldsOf(invoiceFilterFields),
  filter_query: parameter(searchTextSchema),
  order: parameterOr(orderOf(invoiceOrders), '-issue_date'),
};

/** A month needs its year. */
export const monthlyVatInvoicesQuerySchema = v.pipe(
  v.object({ ...filterEntries, ...pagingEntries }),
  v.forward(
    v.partialCheck(
      [['year'], ['month']],
      ({ year, month }) => month === undefined || year !== undefined,
      'bad_parameter',
    ),
    ['month'],
  ),
);
export type MonthlyVatInvoicesQuery = v.InferOutput<typeof monthlyVatInvoicesQuerySchema>;

/** The month's traffic in numbers. */
export const usageSchema = v.object({
  calls: maybe(countSchema),
  answered_calls: maybe(countSchema),
  /** Decimal minutes. */
  minutes: maybe(v.union([decimalSchema, v.number()])),
  messages: maybe(countSchema),
  parts: maybe(countSchema),
});

/** `service_id` and `service_type` are null for an invoice of all services; `tax_rate` is null if there are several. */
export const monthlyVatInvoiceSchema = v.object({
  monthly_vat_invoice_id: idSchema,
  number: v.string(),
  document_type: openEnum(invoiceDocumentTypes),
  issue_date: dateSchema,
  due_date: maybe(dateSchema),
  period_start: dateSchema,
  period_end: dateSchema,
  year: countSchema,
  month: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12)),
  service_id: maybe(v.string()),
  service_type: maybe(openEnum(serviceTypes)),
  currency: currencySchema,
  net_amount: decimalSchema,
  tax_rate: maybe(decimalSchema),
  tax_amount: decimalSchema,
  gross_amount: decimalSchema,
  paid_amount: decimalSchema,
  amount_due: decimalSchema,
  tax_treatment: openEnum(taxTreatments),
  status: openEnum(invoiceStatuses),
  has_pdf: v.boolean(),
  has_xml: v.boolean(),
  summary: maybe(usageSchema),
});
export type MonthlyVatInvoice = v.InferOutput<typeof monthlyVatInvoiceSchema>;

const currencyTotalSchema = v.object({
  currency: currencySchema,
  count: countSchema,
  net_amount: decimalSchema,
  tax_amount: decimalSchema,
  gross_amount: decimalSchema,
});

/** The summary is per currency; `years` are those that have invoices. */
export const listMonthlyVatInvoices = {
  method: 'GET',
  path: '/v1/finances/monthly-vat-invoices',
  summary: 'Monthly VAT invoices',
  access: 'session',
  accountApi: true,
  query: monthlyVatInvoicesQuerySchema,
  response: pageOf(monthlyVatInvoiceSchema, {
    summary: v.array(currencyTotalSchema),
    years: v.array(countSchema),
  }),
  errors: listErrors,
} as const satisfies Endpoint;
export type MonthlyVatInvoicesPage = v.InferOutput<typeof listMonthlyVatInvoices.response>;

/** How many invoices one download contains at most. */
export const maxDownloadedInvoices = 100;

const downloadQuerySchema = v.pipe(
  v.object({
    ...filterEntries,
    /** A comma list of invoices; the filter restricts it further. */
    ids: parameter(
      v.pipe(
        v.string(),
        v.transform((text) => text.split(',')),
        v.maxLength(maxDownloadedInvoices, 'range_too_long'),
        v.array(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/, 'bad_parameter'))),
      ),
    ),
    format: parameterOr(v.picklist(['pdf', 'xml'], 'bad_parameter'), 'pdf'),
  }),
  v.forward(
    v.partialCheck(
      [['year'], ['month']],
      ({ year, month }) => month === undefined || year !== undefined,
      'bad_parameter',
    ),
    ['month'],
  ),
);

/** The PDFs of the chosen or of the filtered invoices as one ZIP; more than `maxDownloadedInvoices` are refused. */
export const downloadMonthlyVatInvoices = {
  method: 'GET',
  path: '/v1/finances/monthly-vat-invoices:download',
  summary: 'Documents of several monthly VAT invoices, as a ZIP file',
  access: 'session',
  accountApi: true,
  query: downloadQuerySchema,
  response: fileResponse,
  errors: [...listErrors, 'not_found'],
  documents: ['application/zip'],
} as const satisfies Endpoint;
