import type { Answer } from './reply.ts';

/** A voicing service with a triggered alert and a messaging service without one. */
export const servicesAnswer: Answer<'listServices'> = {
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
    },
    {
      service_id: 'svc_ms_41TP',
      billing_id: '100483',
      type: 'messaging',
      currency: 'eur',
      status: 'active',
      created: '2026-03-02T09:20:00Z',
      updated: '2026-11-21T07:30:11Z',
      balance: '152.0770',
      balance_updated: '2026-11-21T07:30:11Z',
      threshold_enabled: false,
      threshold_amount: null,
      threshold_balance: null,
      threshold_state: 'off',
    },
  ],
  total: 2,
};

export const serviceAnswer: Answer<'createService'> = {
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
};

export const balanceAnswer: Answer<'getBalance'> = {
  success: true,
  service_id: 'svc_vo_8KQ2',
  currency: 'eur',
  balance: '18.4023',
  balance_updated: '2026-11-21T07:30:11Z',
  reserved: '0.0000',
  credit_limit: '0.00',
  available: '18.4023',
  days_left: 6,
  stale: false,
};

export const serviceCountriesAnswer: Answer<'listServiceCountries'> = {
  success: true,
  items: [
    {
      value: 'de',
      title: 'Germany',
      description: '+49',
      dial_code: '49',
      count: 1204,
    },
    {
      value: 'ee',
      title: 'Estonia',
      description: '+372',
      dial_code: '372',
      count: 311,
    },
  ],
  total: 2,
};
