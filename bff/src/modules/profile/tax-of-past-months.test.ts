import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { closeMonths } from '../monthly-vat-invoices/close-months.ts';
import { givenService } from '../services/services.fixtures.ts';

const portal = testPortal();

/** A customer in a country, with a service whose usage is taxed and which has existed for more than a month. */
async function givenCustomer(country: string | null) {
  const customer = await portal.customer({ country, tax_number: null });
  const { account_id } = customer.account;
  const { service_id } = await givenService(portal.database, account_id, { vatOn: 'usage' });
  await portal.superuser.system.run(sql`
    update services set created = now() - interval '40 days' where service_id = ${service_id}`);
  return { change: (update: object) => customer.put('/v1/accounts/profile', update) };
}

test.each([{ country: 'us' }, { tax_number: 'DE136695976' }, { country: 'ee', tax_number: 'EE100000010' }])(
  'a customer is taxed otherwise once the usage of ended months is invoiced: %j',
  async (update) => {
    const { change } = await givenCustomer('de');
    expect(await change(update)).toMatchObject({ status: 409, body: { code: 'month_not_invoiced' } });
    expect((await change({ country: 'de', name: 'Other' })).status).toBe(200);
    await closeMonths(portal.context);
    expect(await change(update)).toMatchObject({ status: 200, body: update });
  },
);

test('a customer without a country chooses one: without it no month can be closed', async () => {
  const { change } = await givenCustomer(null);
  expect(await change({ country: 'de' })).toMatchObject({ status: 200, body: { country: 'de' } });
});
