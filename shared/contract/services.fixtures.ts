import type { EndpointExamples } from './endpoint.fixtures.ts';

/** Bodies and answers as they travel, by operation id. */
export const servicesExamples = {
  listServices: {
    bodies: [],
    responses: [
      {
        success: true,
        services: [
          {
            service_id: 'svc_vo_8KQ2',
            billing_id: '100482',
            type: 'voicing',
            currency: 'eur',
            status: 'active',
            created: '2026-03-02T09:20:00Z',
            updated: '2026-11-21T07:30:11Z',
            balance: '18.4023',
            balance_updated: '2026-11-21T07:30:11Z',
            threshold_enabled: true,
            threshold_amount: '20.00',
            threshold_balance: '20.00',
            threshold_state: 'triggered',
            credit_limit: '0.00',
            reserved: '0.0000',
            reserved_vat: '0.00',
            reserved_rents: '0.00',
            available: '18.4023',
            spend_today: '2.1140',
            spend_7d: '21.0902',
            spend_by_day: [
              { date: '2026-11-15', amount: '3.0000', share: 49 },
              { date: '2026-11-16', amount: '0.0000', share: 0 },
              { date: '2026-11-17', amount: '4.5000', share: 73 },
              { date: '2026-11-18', amount: '3.2062', share: 52 },
              { date: '2026-11-19', amount: '2.1000', share: 34 },
              { date: '2026-11-20', amount: '6.1700', share: 100 },
              { date: '2026-11-21', amount: '2.1140', share: 34 },
            ],
            days_left: 6,
          },
        ],
        total: 1,
      },
    ],
  },
  createService: {
    bodies: [{ type: 'messaging' }],
    responses: [
      {
        success: true,
        service: {
          service_id: 'svc_me_3HD9',
          type: 'messaging',
          currency: 'eur',
          status: 'active',
          created: '2026-11-21T07:35:00Z',
          threshold_enabled: false,
        },
      },
    ],
  },
  updateService: {
    bodies: [{ threshold_enabled: true, threshold_amount: '20.00' }],
    responses: [
      {
        success: true,
        service: {
          service_id: 'svc_vo_8KQ2',
          billing_id: '100482',
          type: 'voicing',
          currency: 'eur',
          status: 'active',
          created: '2026-03-02T09:20:00Z',
          updated: '2026-11-21T07:30:11Z',
          balance: '18.4023',
          balance_updated: '2026-11-21T07:30:11Z',
          threshold_enabled: true,
          threshold_amount: '20.00',
          threshold_balance: '20.00',
          threshold_state: 'triggered',
        },
      },
    ],
  },
  getBalance: {
    bodies: [],
    responses: [
      {
        success: true,
        service_id: 'svc_vo_8KQ2',
        currency: 'eur',
        balance: '18.4023',
        balance_updated: '2026-11-21T07:30:11Z',
        reserved: '0.0000',
        reserved_vat: '0.00',
        reserved_rents: '0.00',
        credit_limit: '0.00',
        available: '18.4023',
        days_left: 6,
        stale: false,
      },
    ],
  },
} satisfies EndpointExamples;
