import type { EndpointExamples } from './endpoint.fixtures.ts';

const vat = { treatment: 'standard', rate: '24.00', country: 'ee', reason: 'provider_country' } as const;

/** Bodies and answers as they travel, by operation id. */
export const ratesExamples = {
  listCallRates: {
    bodies: [],
    responses: [
      {
        success: true,
        number: '+493023125101',
        items: [
          {
            destination: 'Germany Berlin',
            country: 'de',
            number_type: 'fixed',
            prefixes: ['4930'],
            rate_initial_interval: 60,
            rate_initial: '0.009800',
            rate_next_interval: 1,
            rate_next: '0.009800',
            fee: '0.000000',
            price_of_minute: '0.009800',
            valid_since: '2026-11-01T00:00:00Z',
          },
        ],
        has_more: false,
        currency: 'eur',
        vat,
      },
    ],
  },
  listMessageRates: {
    bodies: [],
    responses: [
      {
        success: true,
        number: '+37255512345',
        items: [
          {
            country: 'ee',
            mcc: '248',
            mnc: '01',
            operator: 'Telia',
            unit_price: '0.039000',
            valid_since: '2026-11-01T00:00:00Z',
          },
          { country: 'ee', mcc: null, mnc: null, operator: null, unit_price: '0.041000', valid_since: null },
        ],
        has_more: false,
        currency: 'eur',
        vat,
      },
    ],
  },
  exportRates: { bodies: [], responses: [{ success: true }] },
} as const satisfies EndpointExamples;
