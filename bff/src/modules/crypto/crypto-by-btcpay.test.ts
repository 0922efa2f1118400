import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { signatureOf } from '../crypto-providers/signed-webhook.ts';
import { auditLedger } from '../ledger/audit.ts';
import { givenCryptoCustomer, givenCryptoPayment } from './crypto.fixtures.ts';
import { dueCryptoInvoicesJob } from './crypto.job.ts';
import { startFakeBtcpay } from './fake-btcpay.fixtures.ts';

const apiKey = 'key-of-the-tests';
const secret = 'secret-of-the-webhook';
const btcpay = startFakeBtcpay({ apiKey, rate: '95000.00' });

const settings = () => ({
  CRYPTO: 'btcpay',
  BTCPAY_URL: btcpay.url(),
  BTCPAY_API_KEY: apiKey,
  BTCPAY_STORE_ID: 'store_of_tests',
  BTCPAY_WEBHOOK_SECRET: secret,
  BTCPAY_METHODS: 'BTC-CHAIN, USDT-TRON',
});
const portal = testPortal(settings);
const stranger = testPortal(() => ({ ...settings(), BTCPAY_API_KEY: 'another-key' }));

let payment: Awaited<ReturnType<typeof givenCryptoPayment>>;
let payer: Awaited<ReturnType<typeof givenCryptoCustomer>>;
beforeEach(async () => {
  btcpay.failWith(undefined);
  btcpay.setRate('95000.00');
  payer = await givenCryptoCustomer(portal);
  payment = await givenCryptoPayment(portal, payer);
});
afterEach(async () => expect((await auditLedger(portal.database)).problems).toEqual([]));

/** Sends a webhook of BTCPay Server. */
async function hook(type = 'InvoiceReceivedPayment', storeId = 'store_of_tests') {
  const payload = JSON.stringify({
    deliveryId: 'EGkVyGTwtqTW5Yf8fYAZLF',
    webhookId: 'MFYNxcvNcCRyWvB1LPXzcm',
    originalDeliveryId: 'EGkVyGTwtqTW5Yf8fYAZLF',
    isRedelivery: false,
    type,
    timestamp: 1_795_000_000,
    storeId,
    invoiceId: payment.invoice_id,
  });
  const { statusCode } = await portal.app.inject({
    method: 'POST',
    url: '/v1/finances/webhooks/btcpay',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'btcpay-sig': signatureOf(payload, secret),
    },
    payload,
  });
  expect(statusCode).toBe(200);
  await portal.mails();
  return (await payment.read()).payment;
}

const transfer = (status: 'Processing' | 'Settled' | 'Invalid', value: string, changes: object = {}) => ({
  id: 'a1b2c3-0',
  receivedDate: Math.floor(Date.now() / 1000),
  value,
  fee: '0.0',
  status,
  destination: 'bc1qfakeaddressfortests',
  ...changes,
});
/** 124.00 EUR at 95000.00, rounded up. */
const whole = '0.00130527';

test('creates an invoice of the chosen method with the order, the lifetime and the tolerance', async () => {
  const asked = btcpay.asked.findLast(({ method }) => method === 'POST');
  expect(asked).toEqual({
    method: 'POST',
    path: '/api/v1/stores/store_of_tests/invoices',
    body: {
      amount: '124.00',
      currency: 'EUR',
      metadata: { orderId: payment.id },
      checkout: {
        paymentMethods: ['BTC-CHAIN'],
        defaultPaymentMethod: 'BTC-CHAIN',
        lazyPaymentMethods: false,
        expirationMinutes: 20,
        monitoringMinutes: 1440,
        paymentTolerance: 0.5,
      },
      receipt: { enabled: false },
    },
  });
  expect(payment.created.crypto).toMatchObject({
    checkout_url: expect.stringMatching(new RegExp(`^${btcpay.url()}/i/Inv\\d+$`)),
    pay_currency: 'btc',
    network_title: 'Bitcoin',
    pay_address: 'bc1qfakeaddressfortests',
    pay_amount: whole,
    due_amount: whole,
    confirmations: 0,
    confirmations_required: null,
  });
});

test('sends customers to no other server', async () => {
  btcpay.setCheckoutOrigin('https://elsewhere.example');
  const { created } = await givenCryptoPayment(portal, payer);
  expect(created.crypto).toMatchObject({ checkout_url: null, pay_address: 'bc1qfakeaddressfortests' });
  btcpay.setCheckoutOrigin();
});

test('has no page of a sandbox', async () => {
  const { statusCode } = await portal.app.inject({ method: 'GET', url: '/dev/crypto' });
  expect(statusCode).toBe(404);
});

test('asks for the method of the chosen network', async () => {
  await givenCryptoPayment(portal, payer, { pay_currency: 'usdt', network: 'tron' });
  const asked = btcpay.asked.findLast(({ method }) => method === 'POST');
  expect(asked?.body).toMatchObject({ checkout: { paymentMethods: ['USDT-TRON'] } });
});

test('follows an invoice to its settlement, whatever the order of the webhooks', async () => {
  const start = await payment.balance();
  btcpay.change({ status: 'Processing', payments: [transfer('Processing', whole)] });
  expect(await hook('InvoiceProcessing')).toMatchObject({ status: 'processing', paid_amount: whole });
  btcpay.change({ status: 'Settled', payments: [transfer('Settled', whole)] });
  const settled = await hook('InvoiceSettled');
  expect(settled).toMatchObject({ status: 'paid', amount: '100.00' });
  // Eight decimals of a rate of 0.0000105 would be ten cents off.
  expect(Number(settled.paid_amount) / Number(settled.exchange_rate)).toBeCloseTo(124, 2);
  expect(await hook('InvoiceReceivedPayment')).toMatchObject({ status: 'paid' });
  expect(await hook('InvoiceCreated')).toMatchObject({ status: 'paid' });
  expect(Number(await payment.balance()) - Number(start)).toBeCloseTo(100, 6);
  const { event_key } = await portal.database.system.one<{ event_key: string }>(sql`
    select event_key from journal_entries join payment_entries using (entry_id) where payment_id = ${payment.id}`);
  expect(event_key).toBe(`provider:btcpay:${payment.invoice_id}:a1b2c3-0`);
});

test.each([
  ['New', 'PaidPartial', 'Processing', '0.0005', 'partially_paid', 'underpaid'],
  ['New', 'PaidPartial', 'Settled', '0.0005', 'partially_paid', 'underpaid'],
  ['Processing', 'PaidOver', 'Processing', '0.002', 'processing', 'overpaid'],
  ['Settled', 'PaidOver', 'Settled', '0.002', 'paid', 'overpaid'],
  ['Expired', 'PaidPartial', 'Settled', '0.0005', 'expired', 'underpaid'],
  ['Invalid', 'None', 'Invalid', whole, 'failed', null],
  ['Invalid', 'Marked', 'Processing', whole, 'canceled', 'underpaid'],
  ['Settled', 'Marked', 'Invalid', whole, 'pending', null],
] as const)(
  '%s, %s with a transfer that is %s of %s is %s',
  async (status, additionalStatus, state, value, ours, reason) => {
    btcpay.change({ status, additionalStatus, payments: [transfer(state, value)] });
    expect(await hook()).toMatchObject({ status: ours, status_reason: reason });
  },
);

test('is paid late when BTCPay Server settles a transfer after the expiry', async () => {
  const late = Math.floor(Date.now() / 1000);
  btcpay.change({
    status: 'Expired',
    additionalStatus: 'PaidLate',
    expirationTime: late - 60,
    payments: [transfer('Settled', whole, { receivedDate: late })],
  });
  expect(await hook('InvoicePaymentSettled')).toMatchObject({ status: 'paid', status_reason: 'paid_late' });
});

/** A transfer after the quote has ended. */
function transferLate() {
  const now = Math.floor(Date.now() / 1000);
  btcpay.change({ expirationTime: now - 60, payments: [transfer('Settled', whole, { receivedDate: now })] });
}

test.each([
  ['has fallen', '47500.00', { late: 50, over: 90.32 }],
  ['has risen', '190000.00', { late: 100, over: 100 }],
])('when the market %s, the quote holds for what was asked for in time only', async (_, rate, credit) => {
  btcpay.setRate(rate);
  transferLate();
  await hook();
  expect(Number(await payment.balance())).toBeCloseTo(credit.late, 1);
  payment = await givenCryptoPayment(portal, payer, { amount: '80.65' });
  // 124.00 for 100.01.
  btcpay.change({ payments: [transfer('Settled', whole)] });
  expect(await hook()).toMatchObject({ status_reason: 'overpaid' });
  expect(Number(await payment.balance())).toBeCloseTo(credit.late + credit.over, 1);
});

test('the quote is used once, when BTCPay Server reports a second transfer that it says to have received before', async () => {
  const first = transfer('Settled', whole);
  btcpay.change({ status: 'Settled', payments: [first] });
  await hook();
  btcpay.setRate('47500.00');
  const second = transfer('Settled', whole, { id: 'd4e5f6-0', receivedDate: first.receivedDate - 60 });
  btcpay.change({ payments: [second, first] });
  expect(await hook()).toMatchObject({ status: 'paid', status_reason: 'overpaid' });
  expect(Number(await payment.balance())).toBeCloseTo(150, 1);
});

test('a transfer that settles first is credited at the quote, and an earlier one that settles after it at the lower rate', async () => {
  btcpay.setRate('47500.00');
  const slow = transfer('Processing', whole, { id: 'slow-0' });
  const fast = transfer('Settled', whole, { receivedDate: slow.receivedDate + 5 });
  btcpay.change({ payments: [slow, fast] });
  await hook();
  expect(Number(await payment.balance())).toBeCloseTo(100, 1);
  btcpay.change({ payments: [{ ...slow, status: 'Settled' }, fast] });
  await hook();
  expect(Number(await payment.balance())).toBeCloseTo(150, 1);
});

test('rounds the sum of many small transfers, not each', async () => {
  // 0.0057 EUR each.
  const dust = Array.from({ length: 61 }, (_, index) =>
    transfer('Settled', '0.00000006', { id: `dust-${index}` }),
  );
  const credited = async () =>
    (
      await portal.database.system.one<{ sum: string }>(sql`
        select sum(credited) from crypto_transactions where payment_id = ${payment.id}`)
    ).sum;
  btcpay.change({ payments: dust.slice(0, 1) });
  await hook();
  expect(await credited()).toBe('0.01');
  btcpay.change({ payments: dust.slice(0, 2) });
  await hook();
  expect(await credited()).toBe('0.01');
  btcpay.change({ payments: dust });
  expect(await hook()).toMatchObject({ status: 'partially_paid' });
  expect(await credited()).toBe('0.35');
  expect(await payment.balance()).toMatch(/^0\.28/);
});

test('credits what came late only when BTCPay Server knows the rate', async () => {
  btcpay.setRate(null);
  transferLate();
  expect(await hook()).toMatchObject({ status: 'pending' });
  btcpay.setRate('95000.00');
  expect(await hook()).toMatchObject({ status: 'paid', status_reason: 'paid_late' });
});

test('credits a transfer without the fee that BTCPay Server deducts', async () => {
  btcpay.change({ status: 'Processing', payments: [transfer('Settled', '0.00131', { fee: '0.00000473' })] });
  expect(await hook()).toMatchObject({ status: 'paid', status_reason: null, fee_amount: '0.45' });
});

test('ignores webhooks of another store', async () => {
  btcpay.change({ status: 'Settled', payments: [transfer('Settled', whole)] });
  expect(await hook('InvoiceSettled', 'another_store')).toMatchObject({ status: 'pending' });
});

test.each([500, 'nonsense'] as const)(
  'creates no payment while BTCPay Server responds with %s',
  async (failure) => {
    btcpay.failWith(failure);
    const { customer, service_id } = payer;
    const { total } = (await customer.get('/v1/finances/payments')).body;
    const refused = await customer.post('/v1/finances/payments/crypto', { service_id, amount: '101.00' });
    expect(refused).toMatchObject({ status: 502, body: { code: 'upstream_error' } });
    expect((await customer.get('/v1/finances/payments')).body.total).toBe(total);
  },
);

test('reads an invoice again when BTCPay Server was down', async () => {
  btcpay.change({ status: 'Settled', payments: [transfer('Settled', whole)] });
  btcpay.failWith(503);
  expect(await hook('InvoiceSettled')).toMatchObject({ status: 'pending' });
  btcpay.failWith(undefined);
  await portal.database.system.run(
    sql`update crypto_invoices set next_read_at = now() where invoice_id = ${payment.invoice_id}`,
  );
  await dueCryptoInvoicesJob(portal.context).run({});
  await portal.mails();
  expect((await payment.read()).payment).toMatchObject({ status: 'paid' });
});

test('creates no payment with a wrong API key', async () => {
  const { customer, service_id } = await givenCryptoCustomer(stranger);
  const refused = await customer.post('/v1/finances/payments/crypto', { service_id, amount: '101.00' });
  expect(refused).toMatchObject({ status: 502, body: { code: 'upstream_error' } });
});
