import { beforeAll, expect, test } from '@jest/globals';
import { lockAccount, updateAccount } from '../../accounts/accounts.repository.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { queued } from '../../testing/waiting-transactions.ts';
import { givenBalance } from '../ledger/ledger.fixtures.ts';
import { givenService } from '../services/services.fixtures.ts';
import { givenCalls } from '../traffic/cdr.fixtures.ts';
import { givenMessages } from '../traffic/messages.fixtures.ts';

const portal = testPortal();
let customer: TestCustomer;

beforeAll(async () => {
  customer = await portal.customer();
});

test('creates one service for each type', async () => {
  const created = await customer.post('/v1/services', { type: 'messaging' });
  expect(created).toMatchObject({
    status: 201,
    body: { success: true, service: { type: 'messaging', currency: 'eur', balance: '0.0000' } },
  });
  const again = await customer.post('/v1/services', { type: 'messaging' });
  expect(again).toMatchObject({
    status: 409,
    body: { code: 'service_exists', service: created.body.service },
  });
  expect(await customer.post('/v1/services', { type: 'fax' })).toMatchObject({ status: 422 });
});

test('refuses a service without a currency', async () => {
  const fresh = await portal.customer({ currency: null });
  expect(await fresh.post('/v1/services', { type: 'voicing' })).toMatchObject({
    status: 403,
    body: { code: 'not_configured' },
  });
});

test('a service that is created while the staff change the currency has the new one', async () => {
  const other = await portal.customer({ currency: 'eur' });
  const { account_id } = other.account;
  const { created } = await portal.database.asBackground(async (tx) => {
    await lockAccount(tx, account_id);
    await updateAccount(tx, account_id, { currency: 'usd' });
    const created = other.post('/v1/services', { type: 'voicing' });
    await queued(portal.database, 1);
    return { created };
  });
  expect(await created).toMatchObject({ status: 201, body: { service: { currency: 'usd' } } });
});

test('creates one service for an Idempotency-Key and repeats its response', async () => {
  const other = await portal.customer();
  const key = { 'idempotency-key': 'b1946ac9-2f4d-4d3e-8a77-000000000001' };
  const first = await other.post('/v1/services', { type: 'voicing' }, key);
  const second = await other.post('/v1/services', { type: 'voicing' }, key);
  expect(second).toMatchObject({ status: 201, body: first.body });
  expect(second.headers['idempotent-replayed']).toBe('true');
});

test('lists services with balance, spending and days left', async () => {
  const other = await portal.customer();
  const { account_id } = other.account;
  const { service_id } = await givenService(portal.database, account_id, { balance: '18.402300' });
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  await givenCalls(portal.database, { account_id, service_id }, [
    { started: daysAgo(2), price: '3.500000' },
    { started: daysAgo(5), price: '10.500000' },
    { started: daysAgo(8), price: '100.000000' },
  ]);
  const { body } = await other.get('/v1/services/all');
  expect(body).toMatchObject({ success: true, total: 1 });
  expect(body.services[0]).toMatchObject({
    service_id,
    balance: '18.4023',
    available: '18.4023',
    threshold_enabled: false,
    threshold_state: 'off',
    spend_today: '0.0000',
    spend_7d: '14.0000',
    days_left: 9,
  });
  expect((await other.get(`/v1/services/${service_id}/balance`)).body).toMatchObject({
    balance: '18.4023',
    credit_limit: '0.00',
    days_left: 9,
    stale: false,
  });
});

test('counts spending for each service separately', async () => {
  const other = await portal.customer();
  const { account_id } = other.account;
  const voicing = await givenService(portal.database, account_id, { balance: '70' });
  const messaging = await givenService(portal.database, account_id, { type: 'messaging', balance: '70' });
  const at = new Date(Date.now() - 60_000).toISOString();
  await givenCalls(portal.database, { account_id, service_id: voicing.service_id }, [
    { started: at, price: '7.000000' },
  ]);
  await givenMessages(portal.database, { account_id, service_id: messaging.service_id }, [
    { created: at, price: '49.000000' },
  ]);
  const { body } = await other.get('/v1/services/all');
  expect(body.services).toMatchObject([{ spend_7d: '7.0000' }, { spend_7d: '49.0000' }]);
  const daysLeft = async ({ service_id }: { service_id: string }) =>
    (await other.get(`/v1/services/${service_id}/balance`)).body.days_left;
  expect([await daysLeft(voicing), await daysLeft(messaging)]).toEqual([70, 10]);
});

test('both endpoints set the same threshold, and switching it off keeps the amount', async () => {
  const other = await portal.customer();
  const { service_id } = await givenService(portal.database, other.account.account_id, { balance: '18.40' });
  const url = `/v1/services/${service_id}`;
  expect(await other.put(url, { threshold_enabled: true, threshold_amount: '20' })).toMatchObject({
    status: 200,
    body: {
      service: {
        threshold_enabled: true,
        threshold_amount: '20.00',
        threshold_balance: '20.00',
        threshold_state: 'triggered',
      },
    },
  });
  expect(
    await other.put('/v1/finances/threshold', {
      service_id,
      threshold_enabled: true,
      threshold_balance: '15.50',
    }),
  ).toMatchObject({
    status: 200,
    body: {
      threshold_amount: '15.50',
      threshold_balance: '15.50',
      threshold_state: 'armed',
      currency: 'eur',
    },
  });
  expect((await other.put(url, { threshold_enabled: false })).body.service).toMatchObject({
    threshold_enabled: false,
    threshold_amount: '15.50',
    threshold_state: 'off',
  });
});

test('triggers the alert below the threshold and arms it again above', async () => {
  const other = await portal.customer();
  const { account_id } = other.account;
  const { service_id } = await givenService(portal.database, account_id, { balance: '25' });
  await other.put(`/v1/services/${service_id}`, { threshold_enabled: true, threshold_amount: '20.00' });
  const stateAt = async (balance: string) => {
    await givenBalance(portal.database, { account_id, service_id }, balance);
    return (await other.get('/v1/services/all')).body.services[0].threshold_state;
  };
  expect([
    await stateAt('25'),
    await stateAt('19.999999'),
    await stateAt('18.999999'),
    await stateAt('20'),
  ]).toEqual(['armed', 'triggered', 'triggered', 'armed']);
});

test.each([
  [
    { threshold_enabled: true, threshold_amount: '0.50' },
    'amount_below_minimum',
    { min: '1.00', currency: 'eur' },
  ],
  [
    { threshold_enabled: true, threshold_amount: '100000.01' },
    'amount_above_maximum',
    { max: '100000.00', currency: 'eur' },
  ],
])('refuses %j with %s', async (body, code, params) => {
  const { service_id } = (await customer.get('/v1/services/all')).body.services[0];
  const response = await customer.put(`/v1/services/${service_id}`, body);
  expect(response).toMatchObject({
    status: 422,
    body: { code, params, errors: [{ field: 'threshold_amount', code }] },
  });
});

test("another customer's service does not exist, to any call", async () => {
  const stranger = await portal.customer();
  const { service_id } = (await customer.get('/v1/services/all')).body.services[0];
  const threshold = { threshold_enabled: true, threshold_amount: '20.00', threshold_balance: '20.00' };
  const answers = await Promise.all([
    stranger.get(`/v1/services/${service_id}/balance`),
    stranger.get(`/v1/services/${service_id}/country`),
    stranger.get(`/v1/services/${service_id}/numbers/rented`),
    stranger.put(`/v1/services/${service_id}`, threshold),
    stranger.put('/v1/finances/threshold', { service_id, ...threshold }),
  ]);
  for (const response of answers)
    expect(response).toMatchObject({ status: 404, body: { code: 'service_not_found' } });
});

test('returns 401 to visitors', async () => {
  expect(await portal.visitor().get('/v1/services/all')).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  });
});

test('lists the countries of calls, most frequent first', async () => {
  const other = await portal.customer();
  const { account_id } = other.account;
  const { service_id } = await givenService(portal.database, account_id);
  await givenCalls(portal.database, { account_id, service_id }, [
    {},
    {},
    { country: 'ee' },
    { country: null },
  ]);
  expect((await other.get(`/v1/services/${service_id}/country`)).body).toMatchObject({
    total: 2,
    items: [
      { value: 'de', title: 'Germany', description: '+49', dial_code: '49', count: 2 },
      { value: 'ee', title: 'Estonia', description: '+372', dial_code: '372', count: 1 },
    ],
  });
});
