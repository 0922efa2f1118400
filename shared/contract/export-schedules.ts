import * as v from 'valibot';
import { exportQuerySchemas } from './background-exports.ts';
import { dateSchema, timestampSchema } from './dates.ts';
import type { Endpoint } from './endpoint.ts';
import { exportFormats } from './exports.ts';
import { idSchema, pathIdSchema } from './paging.ts';
import { issueOf, missingOrInvalid, requestObject, serviceChoiceSchema } from './request.ts';
import { maybe, openEnum } from './response-member.ts';
import { historyKindSchema, historyKinds, historyQueryRule, historyQuerySchema } from './saved-views.ts';

export const exportFrequencies = ['weekly', 'monthly'] as const;
export type ExportFrequency = (typeof exportFrequencies)[number];

/** Most schedules of an account. */
export const mostExportSchedules = 10;

/** Days of the week, Monday is 1. */
const weekdaySchema = v.pipe(
  v.number('field_invalid'),
  v.integer('field_invalid'),
  v.minValue(1, 'field_invalid'),
  v.maxValue(7, 'field_invalid'),
);

/* @__NO_SIDE_EFFECTS__ */
function weekdayRule<Body extends { frequency: ExportFrequency; weekday?: number | null | undefined }>() {
  return v.rawCheck<Body>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { frequency, weekday = null } = dataset.value;
    if ((frequency === 'weekly') !== (weekday !== null))
      addIssue(issueOf('weekday', weekday, weekday === null ? 'field_required' : 'field_invalid'));
  });
}

export const exportScheduleRequestSchema = v.pipe(
  requestObject({
    kind: historyKindSchema,
    service_id: serviceChoiceSchema,
    format: v.picklist(exportFormats, missingOrInvalid),
    /** The parameters of the history's address. Its period is dropped. */
    query: historyQuerySchema,
    frequency: v.picklist(exportFrequencies, missingOrInvalid),
    /** The day on which a weekly file is made; none for a monthly one, which is made on the first. */
    weekday: v.nullish(weekdaySchema),
  }),
  weekdayRule(),
  historyQueryRule(exportQuerySchemas),
);
export type ExportScheduleRequest = v.InferOutput<typeof exportScheduleRequestSchema>;

/** A file that is made and mailed each week, of the seven days before, or each month, of the month before. */
export const exportScheduleSchema = v.object({
  schedule_id: idSchema,
  kind: openEnum(historyKinds),
  service_id: idSchema,
  format: openEnum(exportFormats),
  query: v.record(v.string(), v.string()),
  frequency: openEnum(exportFrequencies),
  weekday: maybe(weekdaySchema),
  /** When the next file is made, in the account's time zone. */
  next_date: dateSchema,
  created: timestampSchema,
});
export type ExportSchedule = v.InferOutput<typeof exportScheduleSchema>;

export const listExportSchedules = {
  method: 'GET',
  path: '/v1/accounts/export-schedules',
  summary: 'The exports that are made regularly',
  access: 'session',
  response: v.object({ success: v.literal(true), schedules: v.array(exportScheduleSchema) }),
} as const satisfies Endpoint;

/** The same schedule is returned instead of a second one. */
export const createExportSchedule = {
  method: 'POST',
  path: '/v1/accounts/export-schedules',
  summary: 'Export calls or messages each week or month, and mail the link',
  access: 'session',
  body: exportScheduleRequestSchema,
  status: 201,
  response: v.object({ success: v.literal(true), schedule: exportScheduleSchema }),
  errors: [
    'service_not_found',
    'too_many_schedules',
    'range_too_long',
    'range_invalid',
    'order_invalid',
    'filter_invalid',
  ],
} as const satisfies Endpoint;

/** Files that it has made stay. */
export const deleteExportSchedule = {
  method: 'DELETE',
  path: '/v1/accounts/export-schedules/{schedule_id}',
  summary: 'End a regular export',
  access: 'session',
  params: v.object({ schedule_id: pathIdSchema }),
  response: v.object({ success: v.literal(true), schedule_id: idSchema }),
} as const satisfies Endpoint;
