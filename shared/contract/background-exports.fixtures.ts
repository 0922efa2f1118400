import type { BackgroundExport } from './background-exports.ts';
import type { EndpointExamples } from './endpoint.fixtures.ts';

const november: BackgroundExport = {
  export_id: 'exp_8KQ2',
  kind: 'calls',
  service_id: 'svc_vo_8KQ2',
  format: 'xlsx',
  query: { country: 'de', start_date: '2026-11-01', end_date: '2026-11-30', order: '-started' },
  start_date: '2026-11-01',
  end_date: '2026-11-30',
  state: 'running',
  rows: 45_000,
  progress_percent: 40,
  size_bytes: null,
  failure: null,
  created: '2026-11-30T07:30:00Z',
  expires: null,
};

const ready: BackgroundExport = {
  ...november,
  export_id: 'exp_9LR3',
  kind: 'messages',
  service_id: 'svc_me_3HD9',
  format: 'csv',
  query: {},
  state: 'ready',
  rows: 112_480,
  progress_percent: 100,
  size_bytes: 14_622_400,
  created: '2026-11-29T07:30:00Z',
  expires: '2026-12-06T07:31:40Z',
};

/** Bodies and answers as they travel, by operation id. */
export const backgroundExportsExamples = {
  listExports: { bodies: [], responses: [{ success: true, exports: [november, ready] }] },
  createExport: {
    bodies: [
      { kind: 'calls', service_id: 'svc_vo_8KQ2', format: 'xlsx', query: { country: 'de' } },
      { kind: 'messages', service_id: 'svc_me_3HD9', format: 'csv', query: {} },
    ],
    responses: [{ success: true, export: { ...november, state: 'queued', rows: 0, progress_percent: 0 } }],
  },
  cancelExport: { bodies: [{}], responses: [{ success: true, export: { ...november, state: 'cancelled' } }] },
  deleteExport: { bodies: [], responses: [{ success: true, export_id: ready.export_id }] },
  downloadExport: { bodies: [], responses: [{ success: true }] },
  redeemExportLink: {
    bodies: [{ token: 'exp_Zt9Q4mJ1s8xVn3cR7bKfW2yH6gD0aLpE5uTiOqBvXjM' }],
    responses: [{ success: true, export: ready }],
  },
} as const satisfies EndpointExamples;
