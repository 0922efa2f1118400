import type { EndpointExamples } from './endpoint.fixtures.ts';

/** Bodies and answers as they travel, by operation id. */
export const accountExamples = {
  login: {
    bodies: [{ email: 'ann@example.com', password: 'Secret1!x', captcha_token: '03AGd…', remember: false }],
    responses: [
      {
        success: true,
        next: 'welcome',
        session: { expires_at: '2026-11-21T19:30:00Z', idle_timeout_seconds: 1800 },
        language: 'et',
        dpu: null,
      },
      {
        success: true,
        next: 'dpu',
        session: { expires_at: '2026-11-21T07:45:00Z', idle_timeout_seconds: 900 },
        language: 'et',
        dpu: { version: '2026-05', url: '/legal/dpu/2026-05.et.pdf', published: '2026-05-01' },
      },
    ],
  },
  register: {
    bodies: [
      {
        email: 'ann@example.com',
        password: 'Secret1!x',
        password_repeat: 'Secret1!x',
        name: 'Ann Tamm',
        company: 'Example Trading OÜ',
        phone: '372 5551 2345',
        country: 'ee',
        language: 'et',
        timezone: 'Europe/Tallinn',
        currency: 'eur',
        terms: true,
        terms_version: '2026-05',
        captcha_token: '03AGd…',
      },
    ],
    responses: [
      {
        success: true,
        next: 'confirm',
        email_masked: 'a••@example.com',
        resend_after_seconds: 60,
        expires_at: '2026-11-22T07:30:00Z',
      },
    ],
  },
  confirm: {
    bodies: [
      { token: 'cnf_9f2c' },
      { email: 'ann@example.com', code: '493201' },
      { email: 'ann@example.com', resend: true },
      { token: 'cnf_9f2c', password: 'Secret1!x' },
      { token: 'cnf_9f2c', preview: true },
    ],
    responses: [
      { success: true, confirmed: true, next: 'login' },
      {
        success: true,
        confirms: 'registration',
        email_masked: 'a••@example.com',
        account_email_masked: null,
        password_required: true,
      },
      { success: true, resend_after_seconds: 60 },
    ],
  },
  acceptDpu: {
    bodies: [{ accepted: true, version: '2026-05', language: 'et' }],
    responses: [
      {
        success: true,
        next: 'welcome',
        dpu: { version: '2026-05', accepted_at: '2026-11-21T07:31:02Z' },
        session: { expires_at: '2026-11-21T19:31:02Z', idle_timeout_seconds: 1800 },
      },
      { success: true, next: 'login' },
    ],
  },
  restorePassword: {
    bodies: [{ email: 'ann@example.com', captcha_token: '03AGd…', language: 'et' }],
    responses: [{ success: true, resend_after_seconds: 60 }],
  },
  changePassword: {
    bodies: [
      { token: 'rst_9f…', password: 'NewSecret1!', password_repeat: 'NewSecret1!' },
      { current_password: 'Secret1!x', password: 'NewSecret1!', password_repeat: 'NewSecret1!' },
    ],
    responses: [{ success: true, next: 'login', sessions_revoked: 2 }],
  },
  verifyAccess: {
    bodies: [{}],
    responses: [
      {
        success: true,
        expires_at: '2026-11-21T19:30:00Z',
        idle_expires_at: '2026-11-21T08:01:02Z',
        dpu_required: false,
      },
    ],
  },
  logout: {
    bodies: [{}],
    responses: [{ success: true, redirect_url: 'https://account.example.net/logout' }],
  },
  getProfile: {
    bodies: [],
    responses: [
      {
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
        language: 'et',
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
          top_up_quote: true,
        },
      },
    ],
  },
  updateProfile: {
    bodies: [{ country: 'ee', currency: 'eur', tax_number: 'EE 100 000 010' }],
    responses: [],
  },
  createTicket: {
    bodies: [
      {
        subject: 'Endpoint failed',
        body: 'Calls to +49 30 … fail since 08:00',
        category: 'voicing',
        service_id: 'svc_vo_8KQ2',
        context: {
          route: '/voicing/cdr',
          row_id: 'cdr_7f3a91c2',
          request_id: 'req_01JD9A7Q',
          timezone: 'Europe/Tallinn',
          language: 'et',
        },
      },
    ],
    responses: [
      {
        success: true,
        ticket: {
          ticket_id: 'tkt_10231',
          number: '10231',
          subject: 'Endpoint failed',
          status: 'open',
          category: 'voicing',
          created: '2026-11-21T07:33:00Z',
          reply_to: 'ann@example.com',
        },
      },
    ],
  },
} satisfies EndpointExamples;
