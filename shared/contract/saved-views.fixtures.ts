import type { EndpointExamples } from './endpoint.fixtures.ts';
import type { SavedView } from './saved-views.ts';

const failures: SavedView = {
  view_id: 'view_8KQ2',
  kind: 'calls',
  name: 'Failed calls to Germany',
  query: { country: 'de', result: 'failed,congestion', period: 'last_7_days', order: '-price' },
  columns: ['started', 'number_to', 'sip_code', 'price'],
  updated: '2026-11-21T07:30:00Z',
};

/** Bodies and answers as they travel, by operation id. */
export const savedViewsExamples = {
  listSavedViews: {
    bodies: [],
    responses: [
      { success: true, views: [failures], columns: { calls: ['started', 'number_to'], messages: null } },
    ],
  },
  createSavedView: {
    bodies: [
      {
        kind: 'calls',
        name: failures.name,
        query: failures.query,
        columns: ['started', 'number_to', 'sip_code', 'price'],
      },
      { kind: 'messages', name: 'All', query: {}, columns: ['created', 'recipient', 'status'] },
    ],
    responses: [{ success: true, view: failures }],
  },
  updateSavedView: {
    bodies: [
      {
        kind: 'calls',
        name: 'Failures',
        query: { start_date: '2026-11-01', end_date: '2026-11-07' },
        columns: ['started'],
      },
    ],
    responses: [{ success: true, view: { ...failures, name: 'Failures' } }],
  },
  deleteSavedView: { bodies: [], responses: [{ success: true, view_id: failures.view_id }] },
  updateHistoryColumns: {
    bodies: [
      { kind: 'calls', columns: ['started', 'number_to'] },
      { kind: 'messages', columns: null },
    ],
    responses: [{ success: true, columns: ['started', 'number_to'] }],
  },
} as const satisfies EndpointExamples;
