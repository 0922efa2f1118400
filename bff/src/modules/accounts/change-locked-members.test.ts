import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { closeMonths } from '../monthly-vat-invoices/close-months.ts';
import { givenService } from '../services/services.fixtures.ts';
import { setCurrency, setTaxNumber } from './change-locked-members.ts';
import { staffActions } from './staff-actions.fixtures.ts';

const portal = testPortal();
const perform = staffActions(portal);

const estonian = { country: 'ee', tax_number: 'EE100000010', tax_status: 'valid' } as const;
const stateOf = (account: string) =>
  portal.database.system.one<Record<string, unknown>>(sql`
    select country, tax_number, tax_status, tax_check_due <= now() as is_due, currency from accounts
    where account_id = ${account}`);

test('a changed tax number has no verdict, and the register is asked', async () => {
  const { account_id: account } = await portal.account(estonian);
  const given = { account, 'tax-number': 'fi 1234567-1', country: 'fi' };
  expect(await perform('set-tax-number', setTaxNumber, given)).toMatchObject({
    ...{ before: 'EE100000010, ee', after: 'FI1234567-1, fi' },
    register: expect.stringContaining('VAT is taken'),
  });
  expect(await stateOf(account)).toMatchObject({
    ...{ country: 'fi', tax_number: 'FI1234567-1', tax_status: 'unchecked', is_due: true },
  });
  await perform('set-tax-number', setTaxNumber, { account, 'tax-number': 'none' });
  expect(await stateOf(account)).toMatchObject({ country: 'fi', tax_number: null, is_due: null });
});

test('a customer with usage of an ended month that is on no invoice stays where the usage is taxed', async () => {
  const { account_id: account } = await portal.account(estonian);
  const { service_id } = await givenService(portal.database, account, { vatOn: 'usage' });
  await portal.superuser.system.run(sql`
    update services set created = now() - interval '40 days' where service_id = ${service_id}`);
  const change = () =>
    perform('set-tax-number', setTaxNumber, { account, 'tax-number': 'none', country: 'us' });
  await expect(change()).rejects.toThrow(/^The usage of \d{4}-\d\d is on no invoice yet.* billing -- close$/);
  expect(await stateOf(account)).toMatchObject(estonian);
  const results = await closeMonths(portal.context);
  expect(results.filter((each) => each.service_id === service_id).map(({ result }) => result)).not.toContain(
    'failed',
  );
  expect(await change()).toMatchObject({ after: 'no tax number, us' });
});

test('a number that does not fit its country, an unknown country and no change are refused', async () => {
  const { account_id: account } = await portal.account(estonian);
  const refused = (given: Record<string, string>) =>
    expect(perform('set-tax-number', setTaxNumber, { account, ...given })).rejects;
  await refused({ country: 'fi' }).toThrow('EE100000010 is no tax number of fi: expected one such as FI');
  await refused({ country: 'xx' }).toThrow('xx is the code of no country');
  await refused({ 'tax-number': 'ee 100000010' }).toThrow('has this tax number and country');
  expect(await stateOf(account)).toMatchObject(estonian);
});

test('a number or country that the staff change in the database loses its verdict, other changes do not', async () => {
  const { account_id: account } = await portal.account(estonian);
  const change = (assignment: ReturnType<typeof sql>) =>
    portal.database.system.run(sql`update accounts set ${assignment} where account_id = ${account}`);
  await change(sql`name = 'Other'`);
  expect(await stateOf(account)).toMatchObject({ tax_status: 'valid' });
  await change(sql`country = 'fi', tax_number = 'FI99999999'`);
  expect(await stateOf(account)).toMatchObject({ tax_number: 'FI99999999', tax_status: 'unchecked' });
});

test('the currency changes only while there is no service', async () => {
  const { account_id: account } = await portal.account({ currency: 'eur' });
  expect(await perform('set-currency', setCurrency, { account, currency: 'usd' })).toEqual({
    ...{ before: 'eur', after: 'usd' },
  });
  await expect(perform('set-currency', setCurrency, { account, currency: 'gbp' })).rejects.toThrow(
    'usd and eur',
  );
  await givenService(portal.database, account);
  await expect(perform('set-currency', setCurrency, { account, currency: 'eur' })).rejects.toThrow(
    'another account',
  );
});
