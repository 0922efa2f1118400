import type { EndpointExamples } from './endpoint.fixtures.ts';
import type { ExportSchedule } from './export-schedules.ts';

const weekly: ExportSchedule = {
  schedule_id: 'sch_8KQ2',
  kind: 'calls',
  service_id: 'svc_vo_8KQ2',
  format: 'csv',
  query: { country: 'de', order: '-started' },
  frequency: 'weekly',
  weekday: 1,
  next_date: '2026-11-30',
  created: '2026-11-24T07:30:00Z',
};

/** Bodies and answers as they travel, by operation id. */
export const exportSchedulesExamples = {
  listExportSchedules: { bodies: [], responses: [{ success: true, schedules: [weekly] }] },
  createExportSchedule: {
    bodies: [
      {
        kind: 'calls',
        service_id: 'svc_vo_8KQ2',
        format: 'csv',
        query: { country: 'de' },
        frequency: 'weekly',
        weekday: 1,
      },
      {
        kind: 'messages',
        service_id: 'svc_me_3HD9',
        format: 'xlsx',
        query: {},
        frequency: 'monthly',
        weekday: null,
      },
    ],
    responses: [{ success: true, schedule: weekly }],
  },
  deleteExportSchedule: { bodies: [], responses: [{ success: true, schedule_id: weekly.schedule_id }] },
} as const satisfies EndpointExamples;
