import { beforeAll, expect, test } from '@jest/globals';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';
import { givenReceivedMoney } from './received-money.fixtures.ts';

const portal = testPortal();
let customer: TestCustomer;
let payment: { number: string; reference: string };
beforeAll(async () => {
  customer = await portal.customer();
  const { service_id } = await givenService(portal.database, customer.account.account_id);
  const create = async (amount: string) =>
    (await customer.post('/v1/finances/payments/invoices', { service_id, amount })).body.payment;
  await create('777.00');
  payment = await create('1000.00');
  // 400.00 are credited, and 744.00 of 1240.00 are left to transfer.
  await givenReceivedMoney(portal, payment.number, '496.00');
});

const found = async (text: string, fields = '') => {
  const query = new URLSearchParams({ filter_query: text, ...(fields && { filter_or: fields }) });
  const { body } = await customer.get(`/v1/finances/payments?${query}`);
  return body.items.map(({ number }: { number: string }) => number);
};

test.each(['1000.00', '€1,000.00', '1.240,00 €', '1 240,00', '€400.00', '496,00', '744.00'])(
  'finds a payment by the amount that it shows as %s',
  async (text) => {
    expect(await found(text)).toEqual([payment.number]);
    expect(await found(text, 'amount')).toEqual([payment.number]);
  },
);

test('finds a payment by its reference as the pro-forma invoice prints it', async () => {
  const printed = payment.reference.replace(/.{4}(?=.)/g, '$& ');
  expect(printed).toMatch(/^RF\d\d PF/);
  expect(await found(printed)).toEqual([payment.number]);
  expect(await found(printed.toLowerCase(), 'reference')).toEqual([payment.number]);
  expect(await found(payment.reference)).toEqual([payment.number]);
});
