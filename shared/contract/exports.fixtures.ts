import type { EndpointExamples } from './endpoint.fixtures.ts';

/** Bodies and answers as they travel, by operation id. */
export const exportsExamples = {
  exportCalls: { bodies: [], responses: [{ success: true }] },
  exportMessages: { bodies: [], responses: [{ success: true }] },
} as const satisfies EndpointExamples;
