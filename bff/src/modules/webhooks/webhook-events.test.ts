import { beforeEach, expect, test } from '@jest/globals';
import { webhookDataSchemas } from '@portal/contract/webhook-events';
import { type WebhookEventType, webhookEventTypes } from '@portal/contract/webhooks';
import { DateTime } from 'luxon';
import * as v from 'valibot';
import { sql } from '../../database/sql.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { lowBalanceAlertsJob } from '../balances/low-balance-alerts.job.ts';
import { deliveryReportsPath } from '../delivery-reports/delivery-reports.routes.ts';
import { expireMessagesJob } from '../delivery-reports/expire-messages.job.ts';
import { signatureHeader, signatureOf } from '../delivery-reports/signed-reports.ts';
import { givenBalance } from '../ledger/ledger.fixtures.ts';
import { closeMonths } from '../monthly-vat-invoices/close-months.ts';
import { closingFixtures } from '../monthly-vat-invoices/closing.fixtures.ts';
import { housekeepingJob } from '../platform/housekeeping.job.ts';
import { givenService } from '../services/services.fixtures.ts';
import { givenMessages } from '../traffic/messages.fixtures.ts';
import { createWebhook, testReceiver } from './webhooks.fixtures.ts';

const secret = 'a-secret-of-the-messaging-gateway,-32';
const portal = testPortal({ DELIVERY_REPORTS_SECRET: secret });
const receiver = testReceiver();
let customer: TestCustomer;
let place: string;
let count = 0;

beforeEach(async () => {
  customer = await portal.customer({ country: 'ee', tax_number: null });
  count += 1;
  place = `/hook-${count}`;
  await createWebhook(customer, receiver.url(place), [...webhookEventTypes]);
});

/** The data of the events that were sent, which have the members of the contract and no others. */
async function sent(type: WebhookEventType): Promise<unknown[]> {
  await portal.queue.runWaiting();
  const bodies = receiver.received(place).map(({ body }) => JSON.parse(body));
  const { entries } = webhookDataSchemas[type];
  return bodies
    .filter((body) => body.type === type)
    .map(({ data }) => v.parse(v.strictObject<v.ObjectEntries>(entries), data));
}

test('payment.credited: each credit of a payment, with its amounts', async () => {
  const { account_id } = customer.account;
  const { service_id } = await givenService(portal.database, account_id, { balance: '1' });
  const { givenTopUp } = closingFixtures(portal);
  await givenTopUp({ customer, account_id, service_id }, '100.00', '24.00', '2026-10-05T10:00:00Z');
  expect(await sent('payment.credited')).toEqual([
    {
      payment_id: expect.stringMatching(/^pay_/),
      method: 'bank_transfer',
      type: 'top_up',
      service_id,
      service_type: 'voicing',
      currency: 'eur',
      amount: '100.00',
      tax_amount: '24.00',
      gross_amount: '124.00',
      balance_after: '101.000000',
    },
  ]);
});

test('invoice.issued: the document of a closed month', async () => {
  const { account_id } = customer.account;
  const { service_id } = await givenService(portal.database, account_id);
  const { givenTopUp } = closingFixtures(portal);
  const paid = DateTime.utc().minus({ hours: 1 }).toISO();
  await givenTopUp({ customer, account_id, service_id }, '100.00', '24.00', paid);
  await closeMonths(portal.context, { endedBy: DateTime.utc().plus({ months: 1, days: 2 }) });
  const [invoice] = (await customer.get('/v1/finances/monthly-vat-invoices')).body.items;
  const events = await sent('invoice.issued');
  expect(events).toHaveLength(1);
  expect(invoice).toMatchObject(events[0] as object);
  expect(events[0]).toMatchObject({ service_id, gross_amount: '124.00', status: 'paid' });
});

test('balance.low: once at each crossing', async () => {
  const { account_id } = customer.account;
  const { service_id } = await givenService(portal.database, account_id, { balance: '30' });
  await customer.put('/v1/finances/threshold', {
    service_id,
    threshold_enabled: true,
    threshold_balance: '20',
  });
  const alert = () => lowBalanceAlertsJob(portal.context).run({});
  for (const balance of ['5', '25', '6.5']) {
    await givenBalance(portal.database, { account_id, service_id }, balance);
    await alert();
    await alert();
  }
  const members = { service_id, service_type: 'voicing', currency: 'eur', threshold_balance: '20.00' };
  expect(await sent('balance.low')).toEqual([
    { ...members, available: '5.0000' },
    { ...members, available: '6.5000' },
  ]);
});

test('message.delivery_report: each status that a report or the end of the validity sets', async () => {
  const { account_id } = customer.account;
  const { service_id } = await givenService(portal.database, account_id, { type: 'messaging' });
  const sms = { status: 'sent', delivered: null, latency_ms: null } as const;
  const provider_id = `p-${count}`;
  await givenMessages(portal.database, { account_id, service_id }, [
    { ...sms, provider_id },
    { ...sms, provider_id: `${provider_id}-late`, validity_until: '2026-11-22T10:00:00Z' },
  ]);
  const report = { provider_id, status: 'DELIVRD', at: '2026-11-20T10:00:04Z', error_code: '000' };
  const payload = JSON.stringify({ reports: [report, { ...report, status: 'ENROUTE' }] });
  for (const seconds of [0, 1]) {
    const { statusCode } = await portal.app.inject({
      method: 'POST',
      url: deliveryReportsPath,
      headers: {
        'content-type': 'application/json',
        [signatureHeader]: signatureOf(payload, Math.floor(Date.now() / 1000) - seconds, secret),
      },
      payload,
    });
    expect(statusCode).toBe(200);
  }
  await expireMessagesJob(portal.context).run({});
  const [delivered, expired, ...more] = (await sent('message.delivery_report')).toSorted((one) =>
    Object(one).status === 'delivered' ? -1 : 1,
  );
  expect(more).toEqual([]);
  const shown = (await customer.get(`/v1/services/${service_id}/messages/${Object(delivered).message_id}`))
    .body;
  const { service_id: _, ...members } = Object(delivered);
  expect(shown.message).toMatchObject(members);
  expect(delivered).toMatchObject({ service_id, status: 'delivered', is_final: true, error_code: '000' });
  expect(expired).toMatchObject({ status: 'expired', delivered: '2026-11-22T10:00:00Z' });
});

test('events are deleted after thirty days, with their deliveries', async () => {
  const { account_id } = customer.account;
  const { service_id } = await givenService(portal.database, account_id);
  const { givenTopUp } = closingFixtures(portal);
  await givenTopUp({ customer, account_id, service_id }, '10.00', '24.00', '2026-10-05T10:00:00Z');
  await portal.queue.runWaiting();
  await portal.database.system.run(sql`
    update webhook_events set created = now() - interval '31 days' where account_id = ${account_id}`);
  await housekeepingJob(portal.context).run({});
  const left = await portal.database.system.query(sql`
    select account_id from webhook_events where account_id = ${account_id}
    union all select account_id from webhook_deliveries where account_id = ${account_id}
    union all select account_id from webhook_attempts where account_id = ${account_id}`);
  expect(left).toEqual([]);
});
