import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { givenUsage } from '../monthly-vat-invoices/closings.fixtures.ts';
import { givenService } from '../services/services.fixtures.ts';

const portal = testPortal({ TOP_UP_MIN: '20.00', TOP_UP_MAX: '500.00' });
const url = '/v1/finances/top-up/quote';

type Account = NonNullable<Parameters<typeof portal.customer>[0]>;

async function customerWithService(account: Account = {}, service: { vatOn?: 'topup' | 'usage' } = {}) {
  const customer = await portal.customer(account);
  const { service_id } = await givenService(portal.database, customer.account.account_id, {
    balance: '18.402300',
    ...service,
  });
  const quote = (amount?: string | null, method = 'bank_transfer') =>
    customer.post(url, { service_id, amount, method });
  return { customer, service_id, quote };
}

test('quotes net, VAT with its reason, gross, credit and the balance afterwards', async () => {
  const { service_id, quote } = await customerWithService();
  expect(await quote('100.02')).toMatchObject({
    status: 200,
    body: {
      success: true,
      quote: {
        service_id,
        method: 'bank_transfer',
        currency: 'eur',
        basis: 'prepayment',
        vat: { treatment: 'standard', rate: '24.00', country: 'ee', reason: 'provider_country' },
        limits: { min: '20.00', max: '500.00' },
        balance: '18.4023',
        amounts: {
          amount: '100.02',
          net_amount: '100.02',
          tax_rate: '24.00',
          // 100.02 × 24 % = 24.0048
          tax_amount: '24.00',
          gross_amount: '124.02',
          balance_after: '118.4223',
          available_after: '118.4223',
        },
      },
    },
  });
});

test('quotes limits and VAT before there is an amount', async () => {
  const { quote } = await customerWithService();
  for (const absent of [undefined, null]) {
    expect((await quote(absent)).body.quote).toMatchObject({
      limits: { min: '20.00', max: '500.00' },
      vat: { rate: '24.00' },
      amounts: null,
    });
  }
});

test('quotes no VAT on the top-up of a service that is taxed by usage, and the VAT of its usage', async () => {
  const { quote } = await customerWithService({}, { vatOn: 'usage' });
  expect((await quote('100')).body.quote).toMatchObject({
    basis: 'usage',
    vat: { rate: '24.00', reason: 'provider_country' },
    amounts: { tax_rate: '0.00', tax_amount: '0.00', gross_amount: '100.00', balance_after: '118.4023' },
  });
});

test('quotes what is available afterwards as the service does: with its credit limit, without what is reserved', async () => {
  const { customer, service_id, quote } = await customerWithService({}, { vatOn: 'usage' });
  const { account_id } = customer.account;
  await portal.database.system.run(sql`
    update services set credit_limit = 30 where service_id = ${service_id}`);
  const call = { started: new Date().toISOString(), price: '10' };
  await givenUsage(portal, { account_id, service_id }, 'quoted', [call]);
  const { available } = (await customer.get(`/v1/services/${service_id}/balance`)).body;
  // 18.4023 + 30 − 10 and 24 % VAT, which the month's closing will debit.
  expect(available).toBe('36.0023');
  expect((await quote('100')).body.quote.amounts).toMatchObject({
    balance_after: '108.4023',
    available_after: '136.0023',
  });
});

const german = { country: 'de', tax_number: 'DE123456788' };
test.each([
  [{ ...german, tax_status: 'valid' }, 'reverse_charge', 'reverse_charge', '100.00'],
  [{ ...german, tax_status: 'unavailable' }, 'standard', 'tax_number_unchecked', '119.00'],
  [{ ...german, tax_status: 'invalid' }, 'standard', 'tax_number_invalid', '119.00'],
  [{ country: 'us', tax_number: '12-3456789' }, 'outside_scope', 'outside_eu', '100.00'],
])('quotes %j as %s', async (account, treatment, reason, gross_amount) => {
  const { quote } = await customerWithService(account);
  expect((await quote('100')).body.quote).toMatchObject({
    vat: { treatment, reason, country: account.country },
    amounts: { gross_amount },
  });
});

test('a payment costs what was quoted, and a quote creates nothing', async () => {
  const { customer, service_id, quote } = await customerWithService({ ...german, tax_status: 'unchecked' });
  for (const amount of ['20.01', '33.33', '499.99']) {
    const { amounts } = (await quote(amount)).body.quote;
    const { balance_after, available_after, ...quoted } = amounts;
    const created = await customer.post('/v1/finances/payments/invoices', { service_id, amount });
    expect(created.body.payment).toMatchObject(quoted);
    expect(created.body.bank_details.amount).toBe(quoted.gross_amount);
  }
  expect((await customer.get('/v1/finances/payments')).body.total).toBe(3);
});

test.each([
  ['19.99', 'amount_below_minimum', { min: '20.00', currency: 'eur' }],
  ['500.01', 'amount_above_maximum', { max: '500.00', currency: 'eur' }],
])('refuses %s with %s and the limit', async (amount, code, params) => {
  const { quote } = await customerWithService();
  expect(await quote(amount)).toMatchObject({
    status: 422,
    body: { code, params, errors: [{ field: 'amount', code, params }] },
  });
});

test('refuses malformed amounts, unknown methods and what the account cannot do', async () => {
  const { service_id, quote } = await customerWithService();
  expect((await quote('12,50')).status).toBe(422);
  expect((await quote('50', 'card')).status).toBe(422);
  const stranger = await portal.customer({ crypto_enabled: false });
  const own = await givenService(portal.database, stranger.account.account_id);
  const foreign = { service_id, amount: '50', method: 'bank_transfer' };
  expect(await stranger.post(url, foreign)).toMatchObject({
    status: 404,
    body: { code: 'service_not_found' },
  });
  const crypto = { service_id: own.service_id, amount: '50', method: 'crypto' };
  expect(await stranger.post(url, crypto)).toMatchObject({ status: 403, body: { code: 'crypto_disabled' } });
  for (const missing of ['country', 'address', 'tax_number']) {
    const { quote: unconfigured } = await customerWithService({ [missing]: null });
    expect(await unconfigured('50')).toMatchObject({ status: 403, body: { code: 'not_configured' } });
  }
  expect(await portal.visitor().post(url, foreign)).toMatchObject({ status: 401 });
});
