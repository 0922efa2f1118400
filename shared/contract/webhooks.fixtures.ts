import type { EndpointExamples } from './endpoint.fixtures.ts';
import type { WebhookDelivery } from './webhook-deliveries.ts';
import type { Webhook } from './webhooks.ts';

const accounting: Webhook = {
  webhook_id: 'whk_7KX2',
  url: 'https://hooks.example.com/portal',
  description: 'Accounting',
  events: ['payment.credited', 'invoice.issued'],
  status: 'active',
  created: '2026-11-20T09:00:00Z',
  failing_since: null,
  previous_secret_until: null,
};
const failing: Webhook = {
  webhook_id: 'whk_9PD4',
  url: 'https://status.example.com/sms',
  description: '',
  events: ['message.delivery_report'],
  status: 'failed',
  created: '2026-11-10T09:00:00Z',
  failing_since: '2026-11-17T04:12:00Z',
  previous_secret_until: null,
};

const delivered: WebhookDelivery = {
  delivery_id: 'whd_1A',
  event_id: 'evt_51',
  type: 'payment.credited',
  status: 'delivered',
  is_replay: false,
  created: '2026-11-21T07:30:00Z',
  attempts: 2,
  last_attempt: '2026-11-21T07:30:06Z',
  next_attempt: null,
  duration_ms: 148,
  response_status: 204,
  failure: null,
};
const pending: WebhookDelivery = {
  delivery_id: 'whd_2B',
  event_id: 'evt_52',
  type: 'invoice.issued',
  status: 'pending',
  is_replay: false,
  created: '2026-11-21T07:20:00Z',
  attempts: 1,
  last_attempt: '2026-11-21T07:20:01Z',
  next_attempt: '2026-11-21T07:25:01Z',
  duration_ms: 93,
  response_status: 503,
  failure: 'status',
};
const failed: WebhookDelivery = {
  delivery_id: 'whd_3C',
  event_id: 'evt_44',
  type: 'payment.credited',
  status: 'failed',
  is_replay: true,
  created: '2026-11-19T07:20:00Z',
  attempts: 7,
  last_attempt: '2026-11-20T03:20:00Z',
  next_attempt: null,
  duration_ms: 10_001,
  response_status: null,
  failure: 'timeout',
};
const queued: WebhookDelivery = {
  ...pending,
  delivery_id: 'whd_4D',
  event_id: 'evt_60',
  type: 'webhook.test',
  attempts: 0,
  last_attempt: null,
  duration_ms: null,
  response_status: null,
  failure: null,
};

const request = {
  url: accounting.url,
  description: 'Accounting',
  events: ['payment.credited', 'invoice.issued'],
  current_password: 'Secret1!x',
} as const;
const stepUp = { current_password: 'Secret1!x' };
const secret = 'whsec_C2FtcGxlIHNlY3JldCBvZiAzMiBieXRlcywgbm8gbW9yZQ==';

/** Bodies and answers as they travel, by operation id. */
export const webhooksExamples = {
  listWebhooks: { bodies: [], responses: [{ success: true, webhooks: [failing, accounting] }] },
  createWebhook: {
    bodies: [{ ...request, events: [...request.events] }],
    responses: [{ success: true, webhook: accounting, secret }],
  },
  updateWebhook: {
    bodies: [{ ...request, events: ['balance.low'] }],
    responses: [{ success: true, webhook: { ...accounting, events: ['balance.low'] } }],
  },
  pauseWebhook: {
    bodies: [{}],
    responses: [{ success: true, webhook: { ...accounting, status: 'paused' } }],
  },
  resumeWebhook: { bodies: [{}], responses: [{ success: true, webhook: accounting }] },
  rotateWebhookSecret: {
    bodies: [stepUp],
    responses: [
      {
        success: true,
        webhook: { ...accounting, previous_secret_until: '2026-11-22T07:30:00Z' },
        secret,
      },
    ],
  },
  deleteWebhook: { bodies: [stepUp], responses: [{ success: true, webhook_id: accounting.webhook_id }] },
  testWebhook: { bodies: [{}], responses: [{ success: true, delivery: queued }] },
  listWebhookDeliveries: {
    bodies: [],
    responses: [
      {
        success: true,
        items: [delivered, pending, failed],
        total: null,
        limit: 25,
        offset: 0,
        has_more: false,
        order: null,
      },
    ],
  },
  getWebhookDelivery: {
    bodies: [],
    responses: [
      {
        success: true,
        delivery: delivered,
        body: '{"type":"payment.credited","version":1,"timestamp":"2026-11-21T07:30:00.000Z","account_sid":"AC1","data":{}}',
        log: [
          {
            attempt: 1,
            at: '2026-11-21T07:30:00Z',
            duration_ms: 93,
            response_status: 503,
            failure: 'status',
            response_body: 'try later',
          },
          {
            attempt: 2,
            at: '2026-11-21T07:30:06Z',
            duration_ms: 148,
            response_status: 204,
            failure: null,
            response_body: '',
          },
        ],
      },
    ],
  },
  replayWebhookDelivery: {
    bodies: [{}],
    responses: [{ success: true, delivery: { ...queued, type: 'payment.credited', is_replay: true } }],
  },
} as const satisfies EndpointExamples;
