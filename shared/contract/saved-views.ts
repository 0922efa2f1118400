import * as v from 'valibot';
import { callFilterEntries, cdrOrders, durationRule } from './cdr.ts';
import { maxHistoryDays, periodRule, timestampSchema } from './dates.ts';
import type { Endpoint } from './endpoint.ts';
import { messageFilterEntries, messageOrders } from './messages.ts';
import { orderOf } from './order.ts';
import { idSchema, pathIdSchema } from './paging.ts';
import { parameter } from './query-value.ts';
import { issueOf, missingOrInvalid, requestObject, requiredLine } from './request.ts';
import { maybe, openEnum } from './response-member.ts';

/** The histories whose columns and views are stored. */
export const historyKinds = ['calls', 'messages'] as const;
export type HistoryKind = (typeof historyKinds)[number];

/** What the columns of the call history show; without a choice the first eight. */
export const callColumns = [
  'started',
  'direction',
  'number_from',
  'number_to',
  'country',
  'duration_seconds',
  'result',
  'price',
  'billed_seconds',
  'number_type',
  'hangup_source',
  'sip_code',
  'pdd_ms',
  'mos',
  'call_id',
  'cdr_id',
] as const;

/** What the columns of the message history show; without a choice the first eight. */
export const messageColumns = [
  'created',
  'direction',
  'sender',
  'recipient',
  'country',
  'status',
  'parts',
  'price',
  'channel',
  'error',
  'delivered',
  'campaign',
  'client_ref',
] as const;

/** Periods that move on with the days. A view without a period shows the list's default one. */
export const viewPeriods = [
  'today',
  'yesterday',
  'last_7_days',
  'last_30_days',
  'this_month',
  'last_month',
] as const;
export type ViewPeriod = (typeof viewPeriods)[number];

/** The most views of an account and history. */
export const mostSavedViews = 50;

/** The most characters of a view's name. */
export const longestViewName = 60;

const viewNameSchema = requiredLine({
  min: 1,
  max: longestViewName,
  required: 'name_required',
  length: 'field_invalid',
});

const viewPeriodEntries = { period: parameter(v.picklist(viewPeriods, 'filter_invalid')) };

/** What a view's query may have: the filters and the order of its history, or a period that moves on with the days. */
export const viewQuerySchemas = {
  calls: v.pipe(
    v.object({ ...callFilterEntries, ...viewPeriodEntries, order: parameter(orderOf(cdrOrders)) }),
    periodRule(maxHistoryDays),
    durationRule(),
  ),
  messages: v.pipe(
    v.object({ ...messageFilterEntries, ...viewPeriodEntries, order: parameter(orderOf(messageOrders)) }),
    periodRule(maxHistoryDays),
  ),
};

const columnsOf: Readonly<Record<HistoryKind, readonly string[]>> = {
  calls: callColumns,
  messages: messageColumns,
};

/** The columns are some of the history's, each once. */
/* @__NO_SIDE_EFFECTS__ */
function columnsRule<Body extends { kind: HistoryKind; columns: string[] | null }>() {
  return v.rawCheck<Body>(({ dataset, addIssue }) => {
    const { kind, columns = null } = dataset.typed ? dataset.value : {};
    if (kind === undefined || columns === null) return;
    const isKnown = columns.every((column) => columnsOf[kind].includes(column));
    const isUnique = new Set(columns).size === columns.length;
    if (!isKnown || !isUnique || columns.length === 0) addIssue(issueOf('columns', columns, 'field_invalid'));
  });
}

/** Room for a search of a hundred numbers; an address could not be much longer. */
const longestViewQuery = 4000;

/** The query is one that the schema of its history takes. */
/* @__NO_SIDE_EFFECTS__ */
export function historyQueryRule<Body extends { kind: HistoryKind; query: Record<string, string> }>(
  schemas: Readonly<Record<HistoryKind, v.GenericSchema>>,
) {
  return v.rawCheck<Body>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { kind, query } = dataset.value;
    const isLong = JSON.stringify(query).length > longestViewQuery;
    const { issues = [] } = isLong ? {} : v.safeParse(schemas[kind], query);
    for (const { message } of issues) addIssue(issueOf('query', query, message));
    if (isLong) addIssue(issueOf('query', query, 'filter_invalid'));
  });
}

export const historyKindSchema = v.picklist(historyKinds, missingOrInvalid);
/** The parameters of a history's address. Those that are not stored are dropped. */
export const historyQuerySchema = v.record(v.string(), v.string('field_invalid'), missingOrInvalid);
const columnsSchema = v.array(v.string('field_invalid'), missingOrInvalid);

export const savedViewRequestSchema = v.pipe(
  requestObject({
    kind: historyKindSchema,
    name: viewNameSchema,
    query: historyQuerySchema,
    columns: columnsSchema,
  }),
  columnsRule(),
  historyQueryRule(viewQuerySchemas),
);
export type SavedViewRequest = v.InferOutput<typeof savedViewRequestSchema>;

/** The name alone, for a form. */
export const viewNameFormSchema = requestObject({ name: viewNameSchema });

/** Filters, order and columns of a history under a name. */
export const savedViewSchema = v.object({
  view_id: idSchema,
  kind: openEnum(historyKinds),
  name: v.string(),
  /** As the history's address has them, and `period` for one that moves on with the days. */
  query: v.record(v.string(), v.string()),
  columns: v.array(v.string()),
  updated: timestampSchema,
});
export type SavedView = v.InferOutput<typeof savedViewSchema>;

export const listSavedViews = {
  method: 'GET',
  path: '/v1/accounts/saved-views',
  summary: 'The saved views and the chosen columns of the histories',
  access: 'session',
  response: v.object({
    success: v.literal(true),
    /** By name. */
    views: v.array(savedViewSchema),
    /** The columns that were chosen last; null without a choice. */
    columns: v.object({ calls: maybe(v.array(v.string())), messages: maybe(v.array(v.string())) }),
  }),
} as const satisfies Endpoint;
export type SavedViews = v.InferOutput<typeof listSavedViews.response>;

const viewResponseSchema = v.object({ success: v.literal(true), view: savedViewSchema });
const viewErrors = ['range_too_long', 'range_invalid', 'order_invalid', 'filter_invalid'] as const;
const viewParamsSchema = v.object({ view_id: pathIdSchema });

export const createSavedView = {
  method: 'POST',
  path: '/v1/accounts/saved-views',
  summary: 'Save a view of a history',
  access: 'session',
  body: savedViewRequestSchema,
  status: 201,
  response: viewResponseSchema,
  errors: ['too_many_views', ...viewErrors],
  idempotent: true,
} as const satisfies Endpoint;

export const updateSavedView = {
  method: 'PUT',
  path: '/v1/accounts/saved-views/{view_id}',
  summary: 'Rename or replace a saved view',
  access: 'session',
  params: viewParamsSchema,
  body: savedViewRequestSchema,
  response: viewResponseSchema,
  errors: viewErrors,
} as const satisfies Endpoint;

export const deleteSavedView = {
  method: 'DELETE',
  path: '/v1/accounts/saved-views/{view_id}',
  summary: 'Delete a saved view',
  access: 'session',
  params: viewParamsSchema,
  response: v.object({ success: v.literal(true), view_id: idSchema }),
} as const satisfies Endpoint;

export const updateHistoryColumns = {
  method: 'PUT',
  path: '/v1/accounts/history-columns',
  summary: 'Store the columns of a history',
  access: 'session',
  /** Null for the standard columns. */
  body: v.pipe(requestObject({ kind: historyKindSchema, columns: v.nullable(columnsSchema) }), columnsRule()),
  response: v.object({ success: v.literal(true), columns: maybe(v.array(v.string())) }),
} as const satisfies Endpoint;
