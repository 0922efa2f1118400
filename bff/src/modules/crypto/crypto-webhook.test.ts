import { beforeAll, expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { sandboxSecret } from '../crypto-providers/sandbox.ts';
import { signatureOf } from '../crypto-providers/signed-webhook.ts';
import { givenCryptoCustomer, givenCryptoPayment, submitForm } from './crypto.fixtures.ts';

const portal = testPortal({ RATE_LIMIT_FACTOR: '1' });
let payment: Awaited<ReturnType<typeof givenCryptoPayment>>;
beforeAll(async () => {
  payment = await givenCryptoPayment(portal, await givenCryptoCustomer(portal));
});

const bodyOf = (invoiceId = payment.invoice_id) =>
  JSON.stringify({ type: 'InvoiceSettled', deliveryId: 'd1', storeId: 'sandbox', invoiceId });
const send = async (payload: string, headers: Record<string, string> = {}) =>
  portal.app.inject({
    method: 'POST',
    url: '/v1/finances/webhooks/sandbox',
    remoteAddress: '192.0.2.7',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });
const signed = (payload: string) => send(payload, { 'btcpay-sig': signatureOf(payload, sandboxSecret) });
const jobs = () => portal.queue.runWaiting();

test('accepts a signed webhook without a session, an origin or a header of the portal', async () => {
  await payment.act('pay', {});
  const response = await signed(bodyOf());
  expect([response.statusCode, response.json()]).toEqual([200, { success: true }]);
  expect(response.headers['set-cookie']).toBeUndefined();
  expect(await jobs()).toBe(1);
  expect((await payment.read()).payment.status).toBe('processing');
});

test('queues one reading for many webhooks, and another one for a webhook during the reading', async () => {
  for (let count = 0; count < 5; count += 1) expect((await signed(bodyOf())).statusCode).toBe(200);
  expect(await jobs()).toBe(1);
  await signed(bodyOf());
  expect(await jobs()).toBe(1);
});

test('accepts a webhook about an invoice of nobody, and one without an invoice', async () => {
  expect((await signed(bodyOf('unknown'))).statusCode).toBe(200);
  expect((await signed('{"type":"Test"}')).statusCode).toBe(200);
  expect((await signed('not JSON')).statusCode).toBe(200);
  expect(await jobs()).toBe(0);
});

test.each([
  ['no signature', undefined],
  ['another secret', (body: string) => signatureOf(body, 'another secret')],
  ['the signature of another body', () => signatureOf(`${bodyOf()} `, sandboxSecret)],
  ['another algorithm', (body: string) => signatureOf(body, sandboxSecret).replace('sha256', 'sha512')],
  ['a shorter signature', (body: string) => signatureOf(body, sandboxSecret).slice(0, -1)],
  ['an empty signature', () => ''],
] as const)('refuses a webhook with %s', async (_, signature) => {
  const body = bodyOf();
  const response = await send(body, signature === undefined ? {} : { 'btcpay-sig': signature(body) });
  expect([response.statusCode, response.json().code]).toEqual([401, 'unauthenticated']);
  expect(await jobs()).toBe(0);
});

test('refuses bodies that are too large, and other types', async () => {
  const large = JSON.stringify({ type: 'x'.repeat(40_000) });
  expect((await signed(large)).statusCode).toBe(413);
  expect((await send(bodyOf(), { 'content-type': 'text/plain' })).statusCode).toBe(415);
});

test('limits forged webhooks of an address, and never genuine ones', async () => {
  let last = 0;
  for (let count = 0; count < 30; count += 1) last = (await send(bodyOf())).statusCode;
  expect(last).toBe(429);
  expect((await signed(bodyOf())).statusCode).toBe(200);
  await jobs();
});

test('the sandbox’s page resends and forges webhooks', async () => {
  const { invoice_id } = payment;
  const nextRead = async () =>
    portal.database.system.one<{ is_due: boolean }>(
      sql`select next_read_at <= now() as is_due from crypto_invoices where invoice_id = ${invoice_id}`,
    );
  await submitForm(portal, { invoice_id, act: 'forge' });
  expect(await nextRead()).toEqual({ is_due: false });
  await submitForm(portal, { invoice_id, act: 'resend' });
  expect(await nextRead()).toEqual({ is_due: true });
  expect(await submitForm(portal, { invoice_id, act: 'steal' })).toEqual({ status: 400 });
  expect(await submitForm(portal, { invoice_id: 'unknown', act: 'pay' })).toEqual({ status: 404 });
  const page = await portal.app.inject({ method: 'GET', url: '/dev/crypto' });
  expect(page.body).toContain(payment.id);
});
