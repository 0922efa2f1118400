import * as v from 'valibot';
import { dateSchema, periodEntries, periodRule, periodSchema, timestampSchema } from './dates.ts';
import { type Endpoint, listErrors } from './endpoint.ts';
import { currencySchema, decimalSchema } from './money.ts';
import { orderOf } from './order.ts';
import { countSchema, idSchema, pageOf, pagingEntries } from './paging.ts';
import { maxPaymentDays } from './payments.ts';
import { parameter, parameterOr } from './query-value.ts';
import { maybe, openEnum } from './response-member.ts';
import { serviceTypes } from './services.ts';

/** What moved a balance. `opening` is a balance from before the ledger. */
export const movementKinds = [
  'usage',
  'number_rent',
  'top_up',
  'refund',
  'credit',
  'invoice',
  'credit_note',
  'adjustment',
  'opening',
] as const;

export const statementOrders = ['line'] as const;

/** Documents of a statement: they have all lines of the period, the earliest first. */
export const statementFormats = ['csv', 'pdf'] as const;

/** Most lines of a document; a longer period is refused with `range_too_long`. */
export const mostStatementLines = { csv: 50_000, pdf: 2000 } as const;

const filterEntries = {
  /** The account's first service unless given. */
  service_id: parameter(v.pipe(v.string(), v.maxLength(64, 'filter_invalid'))),
  ...periodEntries,
  order: parameterOr(orderOf(statementOrders), '-line'),
  ...pagingEntries,
};

/** What a page of the statement shows: the current month unless days are given. */
export const statementFilterSchema = v.pipe(v.object(filterEntries), periodRule(maxPaymentDays));
export type StatementFilter = v.InferOutput<typeof statementFilterSchema>;

const statementQuerySchema = v.pipe(
  v.object({ ...filterEntries, format: parameter(v.picklist(statementFormats, 'filter_invalid')) }),
  periodRule(maxPaymentDays),
);

/** Calls or messages that were charged or corrected together. */
const usageSchema = v.object({
  records: countSchema,
  first_record: timestampSchema,
  last_record: timestampSchema,
});

/** One movement of a balance. Lines are numbered from 1 in each service, and never change. */
const movementSchema = v.object({
  line: countSchema,
  /** When it changed the balance. Decides the order and the period. */
  booked: timestampSchema,
  /** When the event happened that it books, such as a transfer at the bank. */
  occurred: timestampSchema,
  kind: openEnum(movementKinds),
  amount: decimalSchema,
  balance_after: decimalSchema,
  currency: currencySchema,
  payment: maybe(v.object({ payment_id: idSchema, number: maybe(v.string()), created: timestampSchema })),
  document: maybe(v.object({ monthly_vat_invoice_id: idSchema, number: v.string() })),
  usage: maybe(usageSchema),
  /** The number that was charged, and for which days. */
  rental: maybe(v.object({ number: v.string(), period_start: dateSchema, period_end: dateSchema })),
});
export type Movement = v.InferOutput<typeof movementSchema>;

const kindTotalSchema = v.object({
  kind: openEnum(movementKinds),
  count: countSchema,
  amount: decimalSchema,
});

/** `totals` are of the whole period: with the opening balance they add up to the closing balance. */
export const getStatement = {
  method: 'GET',
  path: '/v1/finances/statement',
  summary: 'Statement of account: every movement of a service’s balance',
  access: 'session',
  accountApi: true,
  query: statementQuerySchema,
  response: pageOf(movementSchema, {
    period: periodSchema,
    service_id: idSchema,
    service_type: openEnum(serviceTypes),
    currency: currencySchema,
    opening_balance: decimalSchema,
    closing_balance: decimalSchema,
    totals: v.array(kindTotalSchema),
  }),
  errors: ['service_not_found', ...listErrors],
  documents: ['text/csv', 'application/pdf'],
} as const satisfies Endpoint;
export type Statement = v.InferOutput<typeof getStatement.response>;
