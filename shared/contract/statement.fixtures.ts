import type { EndpointExamples } from './endpoint.fixtures.ts';

const currency = 'eur';

/** Bodies and answers as they travel, by operation id. */
export const statementExamples = {
  getStatement: {
    bodies: [],
    responses: [
      {
        success: true,
        items: [
          {
            line: 3,
            booked: '2026-11-21T00:04:10.520Z',
            occurred: '2026-11-20T22:58:01Z',
            kind: 'usage',
            amount: '-1.234567',
            balance_after: '82.485433',
            currency,
            usage: {
              records: 214,
              first_record: '2026-11-19T22:00:04Z',
              last_record: '2026-11-20T22:58:01Z',
            },
          },
          {
            line: 2,
            booked: '2026-11-02T09:00:11Z',
            occurred: '2026-11-02T00:00:00Z',
            kind: 'top_up',
            amount: '100.00',
            balance_after: '83.72',
            currency,
            payment: {
              payment_id: 'pay_01JBX2',
              number: 'PF-2026-000318',
              created: '2026-11-01T08:15:00.000Z',
            },
          },
          {
            line: 1,
            booked: '2026-11-01T04:07:00Z',
            occurred: '2026-11-01T04:07:00Z',
            kind: 'invoice',
            amount: '-57.03',
            balance_after: '-16.28',
            currency,
            document: { monthly_vat_invoice_id: 'mvi_01JCQ4', number: '2026-10-00412' },
          },
        ],
        period: {
          start_date: '2026-11-01',
          end_date: '2026-11-21',
          timezone: 'Europe/Tallinn',
          start_utc: '2026-10-31T22:00:00Z',
          end_utc: '2026-11-21T22:00:00Z',
        },
        service_id: 'svc_vo_8KQ2',
        service_type: 'voicing',
        currency,
        opening_balance: '40.75',
        closing_balance: '82.485433',
        totals: [
          { kind: 'invoice', count: 1, amount: '-57.03' },
          { kind: 'top_up', count: 1, amount: '100.00' },
          { kind: 'usage', count: 1, amount: '-1.234567' },
        ],
        total: 3,
        limit: 25,
        offset: 0,
        has_more: false,
        order: '-line',
      },
    ],
  },
} satisfies EndpointExamples;
