import type { Answer } from './reply.ts';

export const verifyAnswer: Answer<'verifyAccess'> = {
  success: true,
  expires_at: '2026-11-21T19:30:00Z',
  idle_expires_at: '2026-11-21T08:01:02Z',
  dpu_required: false,
};

export const logoutAnswer: Answer<'logout'> = {
  success: true,
  redirect_url: 'https://account.example.net/logout',
};

/** A configured account in Estonia, in English. */
export const profileAnswer: Answer<'getProfile'> = {
  success: true,
  configured: true,
  confirmed: true,
  status: 'verified',
  email: 'ann@example.com',
  pending_email: null,
  phone: '37255512345',
  name: 'Ann Tamm',
  company: 'Example Trading OÜ',
  address: 'Pikk 1, 10123 Tallinn',
  country: 'ee',
  tax_number: 'EE100000010',
  tax_number_can_edit: false,
  tax_value: '24.00',
  tax_status: 'valid',
  reverse_charge: false,
  currency: 'eur',
  currency_can_edit: false,
  timezone: 'Europe/Tallinn',
  language: 'en',
  crypto_enabled: true,
  created: '2026-03-02T09:14:07Z',
  account_sid: 'AC5f0c2d9be1',
  account_token: '••••9c2f',
  terms_version: '2026-05',
  dpu_version: '2026-05',
  features: {
    exports: true,
    tickets: false,
    two_factor: false,
    notifications: true,
  },
};

export const supportAnswer: Answer<'createTicket'> = {
  success: true,
  ticket: {
    ticket_id: 'tkt_10231',
    number: '10231',
    subject: 'Call failed',
    status: 'open',
    category: 'voicing',
    created: '2026-11-21T07:33:00Z',
    reply_to: 'ann@example.com',
  },
};
