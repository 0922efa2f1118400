import { beforeAll, expect, test } from '@jest/globals';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';
import { expirePaymentsJob } from './payment-states.ts';
import { insertPayment } from './payments.repository.ts';

const portal = testPortal();
let customer: TestCustomer;
let service_id: string;
const invoices = '/v1/finances/payments/invoices';
const crypto = '/v1/finances/payments/crypto';
const year = new Date().getUTCFullYear();

beforeAll(async () => {
  customer = await portal.customer();
  ({ service_id } = await givenService(portal.database, customer.account.account_id));
});

test('a top-up by transfer returns a numbered pro-forma with VAT and bank details', async () => {
  const { status, body } = await customer.post(invoices, {
    service_id,
    amount: '100',
    purchase_order: 'PO-7781',
  });
  expect(status).toBe(201);
  expect(body.payment).toMatchObject({
    number: `PF-${year}-000001`,
    method: 'bank_transfer',
    type: 'top_up',
    status: 'pending',
    service_id,
    service_type: 'voicing',
    amount: '100.00',
    net_amount: '100.00',
    tax_rate: '24.00',
    tax_amount: '24.00',
    gross_amount: '124.00',
    reference: expect.stringMatching(new RegExp(`^RF\\d{2}PF${year}000001$`)),
    documents: [{ kind: 'proforma' }],
    actions: ['resume', 'cancel', 'download'],
    states: [{ status: 'pending', status_reason: null }],
  });
  expect(body.bank_details).toMatchObject({
    amount: '124.00',
    currency: 'eur',
    reference: body.payment.reference,
  });
  const days =
    (Date.parse(body.payment.due_date) - Date.parse(body.payment.created.slice(0, 10))) / 86_400_000;
  expect(Math.abs(days - 14)).toBeLessThanOrEqual(1);
});

test('rounds VAT to a cent, half away from zero', async () => {
  const { body } = await customer.post(invoices, { service_id, amount: '10.02' });
  // 10.02 × 24 % = 2.4048
  expect(body.payment).toMatchObject({ tax_amount: '2.40', gross_amount: '12.42' });
});

test('charges no VAT on top-ups of a service that is taxed by usage', async () => {
  const other = await portal.customer();
  const service = await givenService(portal.database, other.account.account_id, { vatOn: 'usage' });
  const { body } = await other.post(invoices, { service_id: service.service_id, amount: '100.00' });
  expect(body.payment).toMatchObject({ tax_rate: '0.00', tax_amount: '0.00', gross_amount: '100.00' });
});

test('a refused top-up leaves no gap in the numbers', async () => {
  const other = await portal.customer();
  const own = await givenService(portal.database, other.account.account_id);
  const numberOf = async (amount: string) =>
    (await other.post(invoices, { service_id: own.service_id, amount })).body.payment?.number;
  const first = Number((await numberOf('10.00')).slice(-6));
  expect(await numberOf('9.99')).toBeUndefined();
  const numbers = await Promise.all(['11', '12', '13', '14'].map(numberOf));
  expect(numbers.map((number) => Number(number.slice(-6))).sort((a, b) => a - b)).toEqual(
    [1, 2, 3, 4].map((step) => first + step),
  );
});

test('creates one payment for two requests with one Idempotency-Key', async () => {
  const key = { 'idempotency-key': 'b1946ac9-2f4d-4d3e-8a77-000000000002' };
  const request = { service_id, amount: '55.00' };
  const first = await customer.post(invoices, request, key);
  const second = await customer.post(invoices, request, key);
  expect(second.body).toEqual(first.body);
  expect(await customer.post(invoices, { ...request, amount: '56.00' }, key)).toMatchObject({
    status: 422,
    body: { code: 'idempotency_key_reused' },
  });
  const { body } = await customer.get('/v1/finances/payments?filter_query=55.00&filter_or=amount');
  expect(body.total).toBe(1);
});

test.each([
  ['9.99', 'amount_below_minimum', { min: '10.00', currency: 'eur' }],
  ['10000.01', 'amount_above_maximum', { max: '10000.00', currency: 'eur' }],
])('refuses %s with %s', async (amount, code, params) => {
  expect(await customer.post(invoices, { service_id, amount })).toMatchObject({
    status: 422,
    body: { code, params },
  });
});

test.each(['12,50', '1e3', '-5', '0.00', ''])('refuses "%s" as an amount', async (amount) => {
  expect((await customer.post(invoices, { service_id, amount })).status).toBe(422);
});

test('refuses a top-up of an unconfigured account or of another account’s service', async () => {
  const fresh = await portal.customer({ tax_number: null });
  const own = await givenService(portal.database, fresh.account.account_id);
  expect(await fresh.post(invoices, { service_id: own.service_id, amount: '50' })).toMatchObject({
    status: 403,
    body: { code: 'not_configured' },
  });
  const stranger = await portal.customer();
  expect(await stranger.post(invoices, { service_id, amount: '50' })).toMatchObject({
    status: 404,
    body: { code: 'service_not_found' },
  });
});

test('uses a crypto sandbox with an invalid address outside production', async () => {
  const { status, body } = await customer.post(crypto, {
    service_id,
    amount: '100.00',
    pay_currency: 'usdt',
    network: 'tron',
  });
  expect(status).toBe(201);
  expect(body.payment).toMatchObject({
    number: `CR-${year}-000001`,
    method: 'crypto',
    status: 'pending',
    gross_amount: '124.00',
  });
  expect(body.crypto).toMatchObject({
    network_title: expect.stringContaining('sandbox'),
    pay_address: expect.stringContaining('DoNotPay'),
    pay_amount: '134.300878',
    confirmations: 0,
    transactions: [],
  });
  const minutes = (Date.parse(body.crypto.expires_at) - Date.parse(body.payment.created)) / 60_000;
  expect(minutes).toBeCloseTo(20, 0);
});

test('refuses crypto for accounts without it and for other currencies', async () => {
  const without = await portal.customer({ crypto_enabled: false });
  const own = await givenService(portal.database, without.account.account_id);
  expect(await without.post(crypto, { service_id: own.service_id, amount: '50' })).toMatchObject({
    status: 403,
    body: { code: 'crypto_disabled' },
  });
  expect((await customer.post(crypto, { service_id, amount: '50', pay_currency: 'doge' })).status).toBe(422);
});

test('a job expires overdue payments, and every column, filter and sum shows it', async () => {
  const other = await portal.customer();
  const { account_id } = other.account;
  const { service_id: own } = await givenService(portal.database, account_id);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const add = (
    id: string,
    more: { method: string; status: string; expires_at?: string; due_date?: string },
  ) =>
    insertPayment(portal.database.system, {
      account_id,
      payment_id: `pay_${account_id}${id}`,
      service_id: own,
      number: `PF-2026-${account_id}-${id}`,
      type: 'top_up',
      currency: 'eur',
      amount: '10.00',
      net_amount: '10.00',
      tax_rate: '0.00',
      tax_amount: '0.00',
      gross_amount: '10.00',
      ...more,
    });
  const late = daysAgo(0.1);
  await add('1', { method: 'crypto', status: 'pending', expires_at: late });
  await add('2', { method: 'crypto', status: 'partially_paid', expires_at: late });
  await add('3', { method: 'crypto', status: 'processing', expires_at: late });
  await add('4', { method: 'crypto', status: 'pending', expires_at: daysAgo(-1) });
  await add('5', { method: 'bank_transfer', status: 'pending', due_date: daysAgo(32).slice(0, 10) });
  await add('6', { method: 'bank_transfer', status: 'pending', due_date: daysAgo(28).slice(0, 10) });
  await add('7', { method: 'crypto', status: 'paid', expires_at: late });

  await expirePaymentsJob(portal.context).run({});
  const list = async (query: string) => (await other.get(`/v1/finances/payments?order=number&${query}`)).body;
  const all = await list('');
  expect(all.items.map(({ status }: { status: string }) => status)).toEqual([
    'expired',
    'expired',
    'processing',
    'pending',
    'expired',
    'pending',
    'paid',
  ]);
  expect(all.items[1].states).toMatchObject([{ status: 'partially_paid' }, { status: 'expired' }]);
  expect(all.items[0].status_updated).toBe(all.items[0].states[1].since);
  expect(all.items[4]).toMatchObject({ actions: [], bank_details: null });
  expect(all.summary).toEqual([{ currency: 'eur', count: 7, paid: '10.00', pending: '30.00' }]);
  expect(await list('filter_query=expired&filter_or=status')).toMatchObject({ total: 3 });
  expect(await list('filter_query=pending&filter_or=status')).toMatchObject({ total: 2 });
});

test('filters payments by service, text and fields, and sums them by currency', async () => {
  const other = await portal.customer();
  const { account_id } = other.account;
  const voicing = await givenService(portal.database, account_id);
  const messaging = await givenService(portal.database, account_id, { type: 'messaging' });
  const payment = {
    account_id,
    type: 'top_up',
    currency: 'eur',
    tax_rate: '0.00',
    tax_amount: '0.00',
  } as const;
  const add = (id: string, amount: string, more: object) =>
    insertPayment(portal.database.system, {
      ...payment,
      payment_id: `pay_${account_id}${id}`,
      service_id: voicing.service_id,
      number: `PF-2026-${account_id}-${id}`,
      method: 'bank_transfer',
      status: 'paid',
      amount,
      net_amount: amount,
      gross_amount: amount,
      ...more,
    });
  await add('1', '100.00', { note: 'For the fair' });
  await add('2', '40.50', { method: 'crypto', status: 'pending', service_id: messaging.service_id });
  await add('3', '9.00', { status: 'failed' });
  await add('4', '7.00', { created: '2020-01-01T00:00:00Z' });

  const list = async (query = '') => (await other.get(`/v1/finances/payments?${query}`)).body;
  expect(await list()).toMatchObject({
    total: 3,
    order: '-created',
    summary: [{ currency: 'eur', count: 3, paid: '100.00', pending: '40.50' }],
  });
  expect(await list('service_type=messaging')).toMatchObject({
    total: 1,
    items: [{ amount: '40.50', service_type: 'messaging' }],
  });
  expect(await list('filter_query=FAIR')).toMatchObject({ total: 1, items: [{ note: 'For the fair' }] });
  expect(await list('filter_query=crypto&filter_or=method,status')).toMatchObject({
    total: 1,
    filters: { filter_or: ['method', 'status'], filter_query: 'crypto' },
  });
  expect(await list('filter_query=crypto&filter_or=number')).toMatchObject({ total: 0, summary: [] });
  expect(await list('filter_query=100.00&filter_or=amount')).toMatchObject({ total: 1 });
  expect(await list('filter_query=%25')).toMatchObject({ total: 0 });
  expect(await list('order=amount')).toMatchObject({
    items: [{ amount: '9.00', actions: ['contact'] }, { amount: '40.50' }, { amount: '100.00' }],
  });
  expect(await list('start_date=2020-01-01&end_date=2020-01-02')).toMatchObject({ total: 1 });
  expect(await list('filter_or=colour')).toMatchObject({ code: 'filter_invalid' });
});

test('the paid total is what was credited: refunds reduce it once, by their own amount', async () => {
  const other = await portal.customer();
  const { account } = other;
  const { service_id: service } = await givenService(portal.database, account.account_id);
  const add = (id: string, type: 'top_up' | 'refund', status: string, amount: string) =>
    insertPayment(portal.database.system, {
      account_id: account.account_id,
      payment_id: `pay_${account.account_id}${id}`,
      service_id: service,
      number: null,
      method: 'bank_transfer',
      type,
      status,
      currency: 'eur',
      amount,
      net_amount: amount,
      tax_rate: '0.00',
      tax_amount: '0.00',
      gross_amount: amount,
    });
  await add('1', 'top_up', 'paid', '100.00');
  await add('2', 'top_up', 'refunded', '50.00');
  await add('3', 'refund', 'paid', '-50.00');
  await add('4', 'top_up', 'partially_refunded', '20.00');
  await add('5', 'refund', 'paid', '-5.00');
  const { body } = await other.get('/v1/finances/payments');
  expect(body.summary).toEqual([{ currency: 'eur', count: 5, paid: '115.00', pending: '0.00' }]);
});
