import type { EndpointExamples } from './endpoint.fixtures.ts';

/** Bodies and answers as they travel, by operation id. */
export const labelExamples = {
  updateNumberLabel: {
    bodies: [{ label: 'Sales line' }, { label: null }],
    responses: [{ success: true, number_id: 'num_4410', label: 'Sales line' }],
  },
} as const satisfies EndpointExamples;
