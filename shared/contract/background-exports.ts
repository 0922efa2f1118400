import * as v from 'valibot';
import { callFilterEntries, durationRule } from './cdr.ts';
import { dateSchema, maxHistoryDays, periodRule, timestampSchema } from './dates.ts';
import type { Endpoint, EndpointView } from './endpoint.ts';
import { exportFormats, exportMediaTypes } from './exports.ts';
import { messageFilterEntries } from './messages.ts';
import { orderOf } from './order.ts';
import { countSchema, idSchema, pathIdSchema } from './paging.ts';
import { parameterOr } from './query-value.ts';
import { emptyRequestSchema, missingOrInvalid, requestObject, serviceChoiceSchema } from './request.ts';
import { fileResponse, maybe, openEnum } from './response-member.ts';
import { historyKindSchema, historyKinds, historyQueryRule, historyQuerySchema } from './saved-views.ts';

/** A file is made (`queued`, `running`), can be downloaded (`ready`), or is not there (the others). */
export const exportStates = ['queued', 'running', 'ready', 'failed', 'cancelled', 'expired'] as const;
export type ExportState = (typeof exportStates)[number];

/** Why there is no file: more bytes than an account may store, or a fault of the portal. */
export const exportFailures = ['too_large', 'internal'] as const;

/** Most exports of an account that wait, run or have a file. */
export const mostExports = 20;

/** How many days a file is stored. */
export const exportDays = 7;

/** What a history's export may be filtered by. Files of any length are in the order of time. */
export const exportQuerySchemas = {
  calls: v.pipe(
    v.object({ ...callFilterEntries, order: parameterOr(orderOf(['started']), '-started') }),
    periodRule(maxHistoryDays),
    durationRule(),
  ),
  messages: v.pipe(
    v.object({ ...messageFilterEntries, order: parameterOr(orderOf(['created']), '-created') }),
    periodRule(maxHistoryDays),
  ),
};

export const exportRequestSchema = v.pipe(
  requestObject({
    kind: historyKindSchema,
    service_id: serviceChoiceSchema,
    format: v.picklist(exportFormats, missingOrInvalid),
    query: historyQuerySchema,
  }),
  historyQueryRule(exportQuerySchemas),
);
export type ExportRequest = v.InferOutput<typeof exportRequestSchema>;

/** A file that the portal makes in the background. */
export const backgroundExportSchema = v.object({
  export_id: idSchema,
  kind: openEnum(historyKinds),
  service_id: idSchema,
  format: openEnum(exportFormats),
  /** As it was requested. */
  query: v.record(v.string(), v.string()),
  /** Both days inclusive, in the account's time zone. */
  start_date: dateSchema,
  end_date: dateSchema,
  state: openEnum(exportStates),
  /** Written so far. */
  rows: countSchema,
  /** The part of the period that has been written: 0 to 100. */
  progress_percent: countSchema,
  size_bytes: maybe(countSchema),
  failure: maybe(openEnum(exportFailures)),
  created: timestampSchema,
  /** When the file is deleted; null without a file. */
  expires: maybe(timestampSchema),
});
export type BackgroundExport = v.InferOutput<typeof backgroundExportSchema>;

const exportResponseSchema = v.object({ success: v.literal(true), export: backgroundExportSchema });
const exportParamsSchema = v.object({ export_id: pathIdSchema });

export const listExports = {
  method: 'GET',
  path: '/v1/accounts/exports',
  summary: 'The exports that the portal makes in the background',
  access: 'session',
  response: v.object({
    success: v.literal(true),
    /** The latest hundred, newest first. */
    exports: v.array(backgroundExportSchema),
  }),
} as const satisfies Endpoint;

/** The same export that waits or runs is returned instead of a second one. */
export const createExport = {
  method: 'POST',
  path: '/v1/accounts/exports',
  summary: 'Make a file of any number of calls or messages in the background',
  access: 'session',
  body: exportRequestSchema,
  status: 202,
  response: exportResponseSchema,
  errors: [
    'service_not_found',
    'too_many_exports',
    'range_too_long',
    'range_invalid',
    'order_invalid',
    'filter_invalid',
  ],
} as const satisfies Endpoint;

/** One that has ended meanwhile stays as it is. */
export const cancelExport = {
  method: 'POST',
  path: '/v1/accounts/exports/{export_id}:cancel',
  summary: 'Stop an export that waits or runs',
  access: 'session',
  params: exportParamsSchema,
  body: emptyRequestSchema,
  response: exportResponseSchema,
} as const satisfies Endpoint;

export const deleteExport = {
  method: 'DELETE',
  path: '/v1/accounts/exports/{export_id}',
  summary: 'Delete an export and its file',
  access: 'session',
  params: exportParamsSchema,
  response: v.object({ success: v.literal(true), export_id: idSchema }),
} as const satisfies Endpoint;

export const downloadExport = {
  method: 'GET',
  path: '/v1/accounts/exports/{export_id}/file',
  summary: 'The file of an export',
  access: 'session',
  params: exportParamsSchema,
  response: fileResponse,
  errors: ['document_not_ready', 'export_expired'],
  documents: Object.values(exportMediaTypes),
} as const satisfies Endpoint;

/** Whether `downloadExport` would send the file now. */
export const checkExportFile = {
  method: 'HEAD',
  path: downloadExport.path,
  params: exportParamsSchema,
  response: v.optional(fileResponse),
} as const satisfies EndpointView;

/** The link works once, and only for the account that it was mailed to. */
export const redeemExportLink = {
  method: 'POST',
  path: '/v1/accounts/exports:redeem',
  summary: 'Find the file that a mailed link leads to',
  access: 'session',
  body: requestObject({
    token: v.pipe(
      v.string('token_required'),
      v.nonEmpty('token_required'),
      v.maxLength(100, 'field_invalid'),
    ),
  }),
  response: exportResponseSchema,
  errors: ['export_link_expired', 'export_link_used'],
} as const satisfies Endpoint;
