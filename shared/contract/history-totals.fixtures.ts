import { exampleCall, exampleMessage } from './activity.fixtures.ts';
import type { EndpointExamples } from './endpoint.fixtures.ts';

/** Numbers and totals of histories, by operation id. */
export const totalsExamples = {
  getCallTotals: {
    bodies: [],
    responses: [
      {
        success: true,
        service_type: 'voicing',
        period: {
          start_date: '2026-11-21',
          end_date: '2026-11-21',
          timezone: 'Europe/Tallinn',
          start_utc: '2026-11-20T22:00:00Z',
          end_utc: '2026-11-21T22:00:00Z',
        },
        total: 1,
        is_exact: true,
        summary: {
          calls_total: 1,
          calls_answered: 1,
          asr_percent: 100.0,
          acd_seconds: 67.0,
          talk_seconds: 67,
          billed_seconds: 67,
          cost: '0.013400',
          currency: 'eur',
        },
      },
    ],
  },
  getMessageTotals: {
    bodies: [],
    responses: [
      {
        success: true,
        service_type: 'messaging',
        period: {
          start_date: '2026-11-21',
          end_date: '2026-11-21',
          timezone: 'Europe/Tallinn',
          start_utc: '2026-11-20T22:00:00Z',
          end_utc: '2026-11-21T22:00:00Z',
        },
        total: 1,
        is_exact: true,
        summary: {
          messages: 1,
          parts: 2,
          delivered: 1,
          delivery_rate_percent: 100.0,
          cost: '0.078000',
          currency: 'eur',
        },
      },
    ],
  },
} as const satisfies EndpointExamples;

/** The first rows of the lists, alone. */
export const rowExamples = {
  getCdr: { bodies: [], responses: [{ success: true, cdr: exampleCall }] },
  getMessage: { bodies: [], responses: [{ success: true, message: exampleMessage }] },
} as const satisfies EndpointExamples;
