import * as v from 'valibot';
import { countrySchema } from './country.ts';
import {
  historyPeriodEntries,
  maxHistoryDays,
  periodRule,
  timestampSchema,
  trafficPeriodSchema,
} from './dates.ts';
import { type Endpoint, listErrors } from './endpoint.ts';
import { directions } from './messages.ts';
import { currencySchema, decimalSchema } from './money.ts';
import { orderOf } from './order.ts';
import {
  countSchema,
  cursorEntries,
  historyOffsetRule,
  historyPagingEntries,
  historyTotalEntries,
  idSchema,
  pageOf,
  pathIdSchema,
  percentSchema,
} from './paging.ts';
import {
  codeListSchema,
  exactTextSchema,
  listOf,
  numberFilterSchema,
  numberListSchema,
  numberSearchSchema,
  parameter,
  parameterOr,
  wholeNumberSchema,
} from './query-value.ts';
import { issueOf } from './request.ts';
import { maybe, openEnum } from './response-member.ts';
import { serviceParamsSchema } from './services.ts';

/** How a call ended. `blocked_balance`: it was not let through because the balance is too low. */
export const callResults = [
  'answered',
  'busy',
  'no_answer',
  'canceled',
  'rejected',
  'invalid_number',
  'congestion',
  'failed',
  'blocked_balance',
] as const;
export type CallResult = (typeof callResults)[number];

export const hangupSources = ['caller', 'callee', 'network'] as const;

/** What kind of number was called. */
export const calledNumberTypes = [
  'fixed',
  'mobile',
  'toll_free',
  'premium',
  'shared',
  'voip',
  'satellite',
  'unknown',
] as const;

export const cdrOrders = [
  'started',
  'number_from',
  'number_to',
  'country',
  'destination',
  'result',
  'duration_seconds',
  'billed_seconds',
  'price',
] as const;

/** What a call may be without, so that a filter by value cannot find it. */
const absentCallValues = ['country', 'destination'] as const;

/**
 * The filters of calls. Durations are seconds, inclusive: `duration_from=1` leaves answered calls. `number` is the caller's or the
 * called one; without a period, it is searched for in all stored calls.
 */
export const callFilterEntries = {
  ...historyPeriodEntries,
  number: parameter(numberSearchSchema),
  number_from: parameter(numberFilterSchema),
  number_to: parameter(numberFilterSchema),
  duration_from: parameter(wholeNumberSchema),
  duration_to: parameter(wholeNumberSchema),
  /** Exactly this caller. */
  caller: parameter(exactTextSchema),
  /** Of the called number. */
  country: parameter(codeListSchema),
  /** Exactly this destination. */
  destination: parameter(exactTextSchema),
  without: parameter(listOf(absentCallValues)),
  sip_code: parameter(numberListSchema),
  result: parameter(listOf(callResults)),
  direction: parameter(listOf(directions)),
};

interface Durations {
  duration_from?: number | undefined;
  duration_to?: number | undefined;
}

/** The shortest duration is not above the longest. */
/* @__NO_SIDE_EFFECTS__ */
export function durationRule<Query extends Durations>() {
  return v.rawCheck<Query>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { duration_from: from = 0, duration_to: to = Number.POSITIVE_INFINITY } = dataset.value;
    if (from > to) addIssue(issueOf('duration_to', to, 'filter_invalid'));
  });
}

export const cdrQuerySchema = v.pipe(
  v.object({
    ...callFilterEntries,
    order: parameterOr(orderOf(cdrOrders), '-started'),
    ...historyPagingEntries,
  }),
  periodRule(maxHistoryDays),
  durationRule(),
  historyOffsetRule(),
);
export type CdrQuery = v.InferOutput<typeof cdrQuerySchema>;
export type CdrQueryInput = v.InferInput<typeof cdrQuerySchema>;

/** A call detail record. `rated` is false while its price is still open. */
export const cdrSchema = v.object({
  cdr_id: idSchema,
  /** SIP Call-ID. */
  call_id: maybe(v.string()),
  direction: openEnum(directions),
  started: timestampSchema,
  answered: maybe(timestampSchema),
  ended: maybe(timestampSchema),
  /** E.164 with a plus, or what the network gave. */
  number_from: v.string(),
  number_to: v.string(),
  number_from_name: maybe(v.string()),
  country: maybe(countrySchema),
  country_from: maybe(countrySchema),
  destination: maybe(v.string()),
  destination_prefix: maybe(v.string()),
  number_type: maybe(openEnum(calledNumberTypes)),
  result: openEnum(callResults),
  sip_code: maybe(v.pipe(v.number(), v.integer())),
  sip_reason: maybe(v.string()),
  q850_cause: maybe(v.pipe(v.number(), v.integer())),
  hangup_source: maybe(openEnum(hangupSources)),
  /** From the answer to the end. */
  duration_seconds: countSchema,
  billed_seconds: countSchema,
  ring_seconds: maybe(countSchema),
  /** Post-dial delay. */
  pdd_ms: maybe(countSchema),
  /** Seconds that are always charged, then the size of each further step; rates are per minute. */
  rate_initial_interval: maybe(countSchema),
  rate_initial: maybe(decimalSchema),
  rate_next_interval: maybe(countSchema),
  rate_next: maybe(decimalSchema),
  /** For the connection. */
  fee: maybe(decimalSchema),
  price: maybe(decimalSchema),
  currency: currencySchema,
  codec: maybe(v.string()),
  /** Mean opinion score, 1 to 5. */
  mos: maybe(v.number()),
  transport: maybe(v.string()),
  user_agent: maybe(v.string()),
  remote_ip: maybe(v.string()),
  recording_available: v.optional(v.boolean(), false),
  rated: v.optional(v.boolean(), true),
});
export type Cdr = v.InferOutput<typeof cdrSchema>;

const cdrsSummarySchema = v.object({
  calls_total: countSchema,
  calls_answered: countSchema,
  asr_percent: v.nullable(percentSchema),
  acd_seconds: v.nullable(v.number()),
  talk_seconds: countSchema,
  billed_seconds: countSchema,
  cost: decimalSchema,
  currency: currencySchema,
});
export type CdrsSummary = v.InferOutput<typeof cdrsSummarySchema>;

export const listCdrs = {
  method: 'GET',
  path: '/v1/services/{service_id}/cdr',
  summary: 'Call detail records',
  access: 'session',
  accountApi: true,
  params: serviceParamsSchema,
  query: cdrQuerySchema,
  response: pageOf(cdrSchema, {
    service_type: v.literal('voicing'),
    period: trafficPeriodSchema,
    /** Null with `totals=none`. */
    summary: maybe(cdrsSummarySchema),
    ...cursorEntries,
  }),
  errors: ['service_not_found', ...listErrors],
} as const satisfies Endpoint;
export type CdrsPage = v.InferOutput<typeof listCdrs.response>;

/** Takes the filters of `listCdrs`. Apart from the list, so that another page or order does not compute them again. */
export const getCallTotals = {
  method: 'GET',
  path: '/v1/services/{service_id}/cdr/totals',
  summary: 'Number and totals of the calls of a filter',
  access: 'session',
  accountApi: true,
  params: serviceParamsSchema,
  query: v.pipe(v.object(callFilterEntries), periodRule(maxHistoryDays), durationRule()),
  response: v.object({
    success: v.literal(true),
    ...historyTotalEntries,
    service_type: v.literal('voicing'),
    period: trafficPeriodSchema,
    /** Null where the number is not exact. */
    summary: maybe(cdrsSummarySchema),
  }),
  errors: ['service_not_found', 'range_too_long', 'range_invalid', 'filter_invalid'],
} as const satisfies Endpoint;
export type CallTotals = v.InferOutput<typeof getCallTotals.response>;
export type CallTotalsQueryInput = v.InferInput<typeof getCallTotals.query>;

/** One call of the service, whenever it was: a link to it needs no period. */
export const getCdr = {
  method: 'GET',
  path: '/v1/services/{service_id}/cdr/{cdr_id}',
  summary: 'One call detail record',
  access: 'session',
  accountApi: true,
  params: v.object({ ...serviceParamsSchema.entries, cdr_id: pathIdSchema }),
  response: v.object({ success: v.literal(true), cdr: cdrSchema }),
  errors: ['not_found', 'service_not_found'],
} as const satisfies Endpoint;
