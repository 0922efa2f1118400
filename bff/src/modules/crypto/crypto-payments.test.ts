import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { rawSql, sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { queued } from '../../testing/waiting-transactions.ts';
import { chosenProvider } from '../crypto-providers/chosen-provider.ts';
import type { CryptoProvider } from '../crypto-providers/crypto-provider.ts';
import { auditLedger, findProblems } from '../ledger/audit.ts';
import { insertPayment } from '../payments/payments.repository.ts';
import { addVat } from '../vat/vat-amounts.ts';
import { givenCryptoCustomer, givenCryptoPayment } from './crypto.fixtures.ts';
import { dueCryptoInvoicesJob } from './crypto.job.ts';
import { readInvoice } from './read-invoice.ts';

const portal = testPortal();
let payer: Awaited<ReturnType<typeof givenCryptoCustomer>>;
let start = '';
beforeEach(async () => {
  payer = await givenCryptoCustomer(portal);
  const { balance } = await portal.database.system.one<{ balance: string }>(
    sql`select balance from services where service_id = ${payer.service_id}`,
  );
  start = balance;
});
afterEach(async () => expect((await auditLedger(portal.database)).problems).toEqual([]));

const paid = (changes?: object) => givenCryptoPayment(portal, payer, changes);
const plus = async (amount: string) => {
  const { sum } = await portal.database.system.one<{ sum: string }>(sql`
    select (${start}::numeric + ${amount}::numeric)::numeric(20, 6)::text as sum`);
  return sum;
};
const mailsAbout = async (number: string) =>
  (await portal.mails()).filter(({ subject }) => subject.includes(number)).map(({ subject }) => subject);

test('creates a payment with the address, the exact amount and the rate', async () => {
  const { created } = await paid();
  expect(created.payment).toMatchObject({ status: 'pending', gross_amount: '124.00', actions: ['resume'] });
  expect(created.crypto).toMatchObject({
    pay_currency: 'usdt',
    pay_amount: '134.300878',
    due_amount: '134.300878',
    rate: '1.083071591032',
    confirmations: 0,
    confirmations_required: 19,
  });
});

test('is pending, processing and paid, and credited once the transfer has settled', async () => {
  const payment = await paid();
  const seen = await payment.act('pay');
  expect(seen).toMatchObject({
    payment: { status: 'processing', paid_amount: '134.300878', paid_currency: 'usdt', actions: ['resume'] },
    crypto: { due_amount: '0.000000', received_amount: '134.300878', confirmations: 0 },
  });
  expect((await payment.act('confirm_some')).crypto).toMatchObject({ confirmations: 7 });
  expect(await payment.balance()).toBe(start);
  const done = await payment.act('confirm');
  expect(done.payment).toMatchObject({ status: 'paid', status_reason: null, actions: ['download'] });
  expect(done.payment.completed).not.toBeNull();
  expect(await payment.balance()).toBe(await plus('100'));
  expect(await payment.states()).toEqual(['pending', 'processing', 'paid']);
  expect(await mailsAbout(done.payment.number)).toEqual([`Your payment ${done.payment.number} has arrived`]);
  const [mail] = await portal.mails();
  expect(mail?.attachments).toMatchObject([{ name: `receipt_${done.payment.number}.pdf` }]);
});

test('credits parts as they settle, and together exactly the whole', async () => {
  const payment = await paid();
  const seen = await payment.act('pay_part');
  expect(seen).toMatchObject({
    payment: { status: 'partially_paid', status_reason: 'underpaid', actions: ['resume', 'contact'] },
    crypto: { received_amount: '53.720351', due_amount: '80.580527' },
  });
  expect(await payment.balance()).toBe(start);
  await payment.act('confirm');
  expect(await payment.balance()).toBe(await plus('40'));
  await payment.act('pay');
  const done = await payment.act('confirm');
  expect(done.payment).toMatchObject({ status: 'paid', status_reason: null });
  expect(await payment.balance()).toBe(await plus('100'));
  expect(await payment.states()).toEqual(['pending', 'partially_paid underpaid', 'processing', 'paid']);
  expect(await mailsAbout(done.payment.number)).toHaveLength(2);
});

test('credits too much completely, also after the payment was paid', async () => {
  const payment = await paid();
  await payment.act('pay_over');
  expect((await payment.act('confirm')).payment).toMatchObject({ status: 'paid', status_reason: 'overpaid' });
  expect(await payment.balance()).toBe(await plus('110'));
  const exact = await paid();
  await exact.act('pay');
  await exact.act('confirm');
  await exact.act('pay_over');
  expect((await exact.act('confirm')).payment).toMatchObject({ status: 'paid', status_reason: 'overpaid' });
});

test('accepts what is missing within the tolerance, and credits what has arrived', async () => {
  const payment = await paid();
  await portal.database.system.run(sql`
    update crypto_sandbox_invoices set invoice = jsonb_set(invoice, '{pay_amount}', '"133.7"') where invoice_id = ${payment.invoice_id}`);
  await payment.act('pay');
  expect((await payment.act('confirm')).payment).toMatchObject({
    status: 'paid',
    status_reason: 'underpaid',
  });
  expect(await payment.balance()).toBe(await plus('99.56'));
});

test('expires without money, and with a part keeps what was credited', async () => {
  const empty = await paid();
  expect((await empty.act('expire')).payment).toMatchObject({
    status: 'expired',
    status_reason: null,
    actions: [],
  });
  const part = await paid();
  await part.act('pay_part');
  await part.act('confirm');
  expect((await part.act('expire')).payment).toMatchObject({
    status: 'expired',
    status_reason: 'underpaid',
    actions: ['contact', 'download'],
  });
  expect(await part.balance()).toBe(await plus('40'));
});

test('credits late money at what the provider settles', async () => {
  const payment = await paid();
  await payment.act('pay_part');
  await payment.act('confirm');
  // The rest arrives late and is worth 2 % less: 49.60 + 72.91 of 124.00.
  expect((await payment.act('pay_late')).payment).toMatchObject({
    status: 'expired',
    status_reason: 'underpaid',
  });
  await payment.act('confirm');
  expect(await payment.balance()).toBe(await plus('98.80'));
  await payment.act('pay_over');
  expect((await payment.act('confirm')).payment).toMatchObject({ status: 'paid', status_reason: 'overpaid' });
});

test('is paid late when the whole amount arrives after the quote', async () => {
  const payment = await paid();
  await payment.act('expire');
  await portal.database.system.run(sql`
    update crypto_sandbox_invoices set invoice = jsonb_set(invoice, '{pay_amount}', '"137.041712"') where invoice_id = ${payment.invoice_id}`);
  expect((await payment.act('pay_late')).payment).toMatchObject({
    status: 'processing',
    status_reason: 'paid_late',
  });
  expect((await payment.act('confirm')).payment).toMatchObject({
    status: 'paid',
    status_reason: 'paid_late',
  });
  expect(await payment.balance()).toBe(await plus('100'));
});

test('a payment that was paid in time is not late because another transfer arrives afterwards', async () => {
  const payment = await paid();
  await payment.act('pay');
  await payment.act('confirm');
  await payment.act('expire');
  // Another 10 %, which the network has not confirmed yet.
  const seen = await payment.act('pay_over');
  expect(seen.payment).toMatchObject({ status: 'paid', status_reason: null, credited: '100.00' });
  expect(seen.crypto).toMatchObject({ received_amount: '147.730966', unconfirmed_amount: '13.430088' });
  await payment.act('invalidate');
  expect((await payment.read()).payment).toMatchObject({ status: 'paid', status_reason: null });
});

test('separates what was credited from what the network has not confirmed, in each of two transfers', async () => {
  const payment = await paid();
  expect(await payment.act('pay_part')).toMatchObject({
    payment: { credited: '0.00' },
    crypto: { received_amount: '53.720351', unconfirmed_amount: '53.720351' },
  });
  expect(await payment.act('confirm')).toMatchObject({
    payment: { credited: '40.00' },
    crypto: { received_amount: '53.720351', unconfirmed_amount: '0.000000' },
  });
  expect(await payment.act('pay')).toMatchObject({
    payment: { status: 'processing', credited: '40.00' },
    crypto: { received_amount: '134.300878', unconfirmed_amount: '80.580527' },
  });
});

test('fails when the transfer is spent twice, and credits nothing', async () => {
  const payment = await paid();
  await payment.act('pay');
  expect((await payment.act('invalidate')).payment).toMatchObject({
    status: 'failed',
    paid_amount: null,
    actions: ['contact'],
  });
  expect(await payment.balance()).toBe(start);
});

test('moves no money when a person marks the invoice at the provider', async () => {
  const payment = await paid();
  expect((await payment.act('mark_settled')).payment).toMatchObject({ status: 'pending' });
  expect((await payment.act('mark_invalid')).payment).toMatchObject({ status: 'canceled' });
  expect(await payment.balance()).toBe(start);
});

test('finds what lost webhooks would have reported, and reads nothing more in the end', async () => {
  const payment = await paid();
  await payment.act('pay', {});
  await payment.act('confirm', {});
  expect((await payment.read()).payment.status).toBe('pending');
  const due = sql`update crypto_invoices set next_read_at = now() where invoice_id = ${payment.invoice_id}`;
  await portal.database.system.run(due);
  await dueCryptoInvoicesJob(portal.context).run({});
  await portal.mails();
  expect((await payment.read()).payment.status).toBe('paid');
  expect(await payment.states()).toEqual(['pending', 'paid']);
  await portal.database.system.run(sql`
    update crypto_sandbox_invoices set invoice = invoice || '{"monitoring_until": "2026-01-01T00:00:00.000Z"}'
    where invoice_id = ${payment.invoice_id}`);
  await portal.database.system.run(due);
  await dueCryptoInvoicesJob(portal.context).run({});
  await portal.mails();
  expect(
    await portal.database.system.one(
      sql`select next_read_at from crypto_invoices where invoice_id = ${payment.invoice_id}`,
    ),
  ).toEqual({ next_read_at: null });
});

test('credits a transfer once when it is read many times and in parallel', async () => {
  const payment = await paid();
  await payment.act('pay', {});
  await payment.act('confirm', {});
  const provider = chosenProvider(portal.context) as CryptoProvider;
  await Promise.all([1, 2, 3, 4].map(() => readInvoice(portal.context, provider, payment.invoice_id)));
  await readInvoice(portal.context, provider, payment.invoice_id);
  expect(await payment.balance()).toBe(await plus('100'));
  const { number } = (await payment.read()).payment;
  expect(await mailsAbout(number)).toHaveLength(1);
});

test('ignores a reading that a later one has overtaken', async () => {
  const payment = await paid();
  const provider = chosenProvider(portal.context) as CryptoProvider;
  const old = await provider.getInvoice(payment.invoice_id);
  const slow: CryptoProvider = {
    ...provider,
    getInvoice: async () => {
      await payment.act('pay');
      return old;
    },
  };
  await readInvoice(portal.context, slow, payment.invoice_id);
  expect((await payment.read()).payment.status).toBe('processing');
});

test('creates one payment and one invoice when a request is repeated with its key', async () => {
  const { customer, service_id } = payer;
  const key = { 'idempotency-key': 'b1946ac9-2f4d-4d3e-8a77-000000000180' };
  const body = { service_id, amount: '50.00', pay_currency: 'btc' };
  const first = await customer.post('/v1/finances/payments/crypto', body, key);
  expect(first).toMatchObject({ status: 201, body: { crypto: { network: 'bitcoin' } } });
  const { count: before } = await portal.database.system.one<{ count: number }>(
    sql`select count(*)::int as count from crypto_sandbox_invoices`,
  );
  expect((await customer.post('/v1/finances/payments/crypto', body, key)).body).toEqual(first.body);
  expect(
    await portal.database.system.one(sql`select count(*)::int as count from crypto_sandbox_invoices`),
  ).toEqual({ count: before });
  expect((await customer.get('/v1/finances/payments')).body.total).toBe(1);
});

test('refuses a request while another one with its key is being processed', async () => {
  const { customer, service_id } = payer;
  const key = { 'idempotency-key': 'b1946ac9-2f4d-4d3e-8a77-000000000181' };
  const send = () => customer.post('/v1/finances/payments/crypto', { service_id, amount: '50.00' }, key);
  const responses = await Promise.all([send(), send(), send()]);
  const codes = responses.map(({ status, body }) => `${status} ${body.code ?? body.payment.payment_id}`);
  expect(codes.filter((code) => code.startsWith('201'))).not.toHaveLength(0);
  expect(new Set(codes.filter((code) => code.startsWith('201'))).size).toBe(1);
  expect(codes.filter((code) => !/^201 |^409 idempotency_in_flight$/.test(code))).toEqual([]);
  expect((await customer.get('/v1/finances/payments')).body.total).toBe(1);
});

test.each([
  ['update crypto_transactions set credited = credited + 1', 'each settled crypto transfer has one entry'],
  ['update crypto_transactions set credited = credited + 1', 'credited what was received without VAT'],
  ['delete from crypto_transactions', 'each settled crypto transfer has one entry'],
  ['update crypto_transactions set amount = amount + 1', 'has received what its transfers have sent'],
  ['update payments set paid_amount = paid_amount + 1', 'has received what its transfers have sent'],
  ["update payments set paid_currency = 'btc'", 'has received what its transfers have sent'],
  ['update crypto_transactions set amount = amount - 1', 'worth no more than at the rate of the quote'],
  ['update crypto_transactions set worth = worth + 1', 'credited with what they are worth together'],
  ['update crypto_transactions set worth = worth + 0.001', 'worth no more than at the rate of the quote'],
  ['update crypto_transactions set worth = worth - 0.001', 'worth no more than at the rate of the quote'],
  ['update crypto_invoices set rate = rate / 2', 'worth no more than at the rate of the quote'],
  ['update crypto_invoices set rate = rate * 1.001', 'the fee, the rate and the reference'],
  ["update payments set expires_at = expires_at + interval '1 day'", 'with the quote of its invoice'],
  ["update crypto_invoices set expires_at = expires_at - interval '1 s'", 'with the quote of its invoice'],
  ["update payments set status_reason = 'overpaid'", 'the last that was recorded'],
  ['update payments set fee_amount = 7 where paid_amount > 0', 'the fee, the rate and the reference'],
  ['update payments set exchange_rate = 7 where paid_amount > 0', 'the fee, the rate and the reference'],
  [
    "update payments set transaction_reference = 'x' where paid_amount > 0",
    'the fee, the rate and the reference',
  ],
])('the audit reports after "%s": %s', async (statement, rule) => {
  const payment = await paid();
  await payment.act('pay');
  await payment.act('confirm');
  const undo = new Error('undo');
  let rules = '';
  const attempt = portal.superuser.asBackground(async (tx) => {
    await tx.run(rawSql(`set local session_replication_role = replica; ${statement}`));
    rules = (await findProblems(tx)).map((problem) => problem.rule).join('\n');
    throw undo;
  });
  await expect(attempt).rejects.toBe(undo);
  expect(rules).toContain(rule);
});

test('shows a payment to its account only', async () => {
  const { id } = await paid();
  const other = await portal.customer();
  expect(await other.get(`/v1/finances/payments/${id}`)).toMatchObject({ status: 404 });
});

test('cannot resume a payment of a time without a provider', async () => {
  const { customer, service_id } = payer;
  const { account_id } = customer.account;
  await insertPayment(portal.database.system, {
    account_id,
    payment_id: `pay_old_${account_id}`,
    service_id,
    number: null,
    method: 'crypto',
    type: 'top_up',
    status: 'pending',
    currency: 'eur',
    ...addVat('50.00', '24.00'),
  });
  const { body } = await customer.get(`/v1/finances/payments/pay_old_${account_id}`);
  expect(body).toMatchObject({ payment: { status: 'pending', actions: [] }, crypto: null });
});

test('offers what the provider accepts, and refuses anything else', async () => {
  const { customer, service_id } = payer;
  const { body } = await customer.post('/v1/finances/top-up/quote', {
    service_id,
    amount: null,
    method: 'crypto',
  });
  expect(body.quote.crypto_options).toMatchObject([{ pay_currency: 'usdt' }, { pay_currency: 'btc' }]);
  const refused = { service_id, amount: '50.00', pay_currency: 'usdt', network: 'bitcoin' };
  expect((await customer.post('/v1/finances/payments/crypto', refused)).status).toBe(422);
});

test('refuses a request while another one with its key stores the payment', async () => {
  const { customer, service_id } = await givenCryptoCustomer(portal);
  const key = { 'idempotency-key': 'b1946ac9-2f4d-4d3e-8a77-000000000182' };
  const send = () => customer.post('/v1/finances/payments/crypto', { service_id, amount: '100.00' }, key);
  const { first } = await portal.superuser.asBackground(async (tx) => {
    await tx.run(sql`lock table payments in exclusive mode`);
    const waiting = send();
    await queued(portal.database, 1);
    expect((await send()).body.code).toBe('idempotency_in_flight');
    return { first: waiting };
  });
  expect((await first).status).toBe(201);
});
