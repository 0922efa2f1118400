import * as v from 'valibot';
import { callFilterEntries, cdrOrders, durationRule } from './cdr.ts';
import { maxHistoryDays, periodRule } from './dates.ts';
import type { Endpoint, EndpointView } from './endpoint.ts';
import { messageFilterEntries, messageOrders } from './messages.ts';
import { orderOf } from './order.ts';
import { parameterOr } from './query-value.ts';
import { fileResponse } from './response-member.ts';
import { serviceParamsSchema } from './services.ts';

export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportMediaTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ExportFormat, string>;

/** Most rows of a workbook, and of CSV in another order than that of time; more are refused with `range_too_long`. */
export const mostExportedRows = 10_000;

const formatEntries = { format: parameterOr(v.picklist(exportFormats, 'filter_invalid'), 'csv') };

const errors = [
  'service_not_found',
  'range_too_long',
  'range_invalid',
  'order_invalid',
  'filter_invalid',
] as const satisfies Endpoint['errors'];
const documents = Object.values(exportMediaTypes);

const exportCallsQuerySchema = v.pipe(
  v.object({
    ...callFilterEntries,
    order: parameterOr(orderOf(cdrOrders), '-started'),
    ...formatEntries,
  }),
  periodRule(maxHistoryDays),
  durationRule(),
);

/** The rows of `listCdrs` for the same filter and order, all pages. */
export const exportCalls = {
  method: 'GET',
  path: '/v1/services/{service_id}/cdr/export',
  summary: 'The calls of a filter as a file for spreadsheets',
  access: 'session',
  params: serviceParamsSchema,
  query: exportCallsQuerySchema,
  response: fileResponse,
  errors,
  documents,
} as const satisfies Endpoint;

/** Whether `exportCalls` would send a file now: a link that saves one cannot read a refusal. */
export const checkCallsExport = {
  method: 'HEAD',
  path: exportCalls.path,
  params: serviceParamsSchema,
  query: exportCallsQuerySchema,
  response: v.optional(fileResponse),
} as const satisfies EndpointView;

const exportMessagesQuerySchema = v.pipe(
  v.object({
    ...messageFilterEntries,
    order: parameterOr(orderOf(messageOrders), '-created'),
    ...formatEntries,
  }),
  periodRule(maxHistoryDays),
);

/** The rows of `listMessages` for the same filter and order, all pages. */
export const exportMessages = {
  method: 'GET',
  path: '/v1/services/{service_id}/messages/export',
  summary: 'The messages of a filter as a file for spreadsheets',
  access: 'session',
  params: serviceParamsSchema,
  query: exportMessagesQuerySchema,
  response: fileResponse,
  errors,
  documents,
} as const satisfies Endpoint;

/** Whether `exportMessages` would send a file now. */
export const checkMessagesExport = {
  method: 'HEAD',
  path: exportMessages.path,
  params: serviceParamsSchema,
  query: exportMessagesQuerySchema,
  response: v.optional(fileResponse),
} as const satisfies EndpointView;
