import { afterEach, expect, test } from '@jest/globals';
import { lockAccount, updateAccount } from '../../accounts/accounts.repository.ts';
import { sql } from '../../database/sql.ts';
import type { TestResponse } from '../../testing/test-client.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { queued } from '../../testing/waiting-transactions.ts';
import { auditLedger } from '../ledger/audit.ts';
import { givenService } from '../services/services.fixtures.ts';

type AccountChanges = Parameters<typeof updateAccount>[2];

const portal = testPortal();
afterEach(async () => expect((await auditLedger(portal.database)).problems).toEqual([]));

const american = { country: 'us', tax_number: '12-3456789' } as const;
const estonian = { country: 'ee', tax_number: 'EE100000010' } as const;
const german = { country: 'de', tax_number: 'DE123456788' } as const;

async function givenBuyer(where: { country: string; tax_number: string }) {
  const customer = await portal.customer(where);
  const { account_id } = customer.account;
  const { service_id } = await givenService(portal.database, account_id);
  return {
    account_id,
    topUp: (method: 'invoices' | 'crypto') =>
      customer.post(`/v1/finances/payments/${method}`, { service_id, amount: '100.00' }),
    payments: () =>
      portal.database.system.query(sql`
        select gross_amount::text as gross, particulars -> 'vat' as vat, particulars -> 'customer' as buyer
        from payments where account_id = ${account_id}`),
  };
}

test.each([
  [american, estonian, '124.00', 'provider_country'],
  [estonian, american, '100.00', 'outside_eu'],
  [estonian, german, '119.00', 'tax_number_unchecked'],
])(
  'the top-up of a buyer who is being moved has the VAT and the buyer of one country: %j, %j',
  async (before, after, gross, reason) => {
    const { account_id, topUp, payments } = await givenBuyer(before);
    const { response } = await portal.database.asBackground(async (tx) => {
      await lockAccount(tx, account_id);
      await updateAccount(tx, account_id, after);
      const response = topUp('invoices');
      await queued(portal.database, 1);
      return { response };
    });
    expect(await response).toMatchObject({ status: 201, body: { payment: { gross_amount: gross } } });
    const vat = expect.objectContaining({ country: after.country, reason });
    expect(await payments()).toEqual([{ gross, vat, buyer: expect.objectContaining(after) }]);
  },
);

/** The response to a crypto top-up during which the buyer is moved, while its invoice is created. */
async function moveDuring(topUp: () => Promise<TestResponse>, accountId: string, to: AccountChanges) {
  const { response } = await portal.superuser.asBackground(async (tx) => {
    await tx.run(sql`lock table crypto_sandbox_invoices in exclusive mode`);
    const response = topUp();
    await queued(portal.database, 1);
    await updateAccount(portal.database.system, accountId, to);
    return { response };
  });
  return response;
}

test('a crypto payment whose amount has changed while its invoice was created is refused, and then has the new one', async () => {
  const { account_id, topUp, payments } = await givenBuyer(american);
  const response = await moveDuring(() => topUp('crypto'), account_id, estonian);
  expect(response).toMatchObject({ status: 502, body: { code: 'upstream_error' } });
  expect(await payments()).toEqual([]);
  expect((await topUp('crypto')).status).toBe(201);
  const vat = expect.objectContaining({ country: 'ee', reason: 'provider_country' });
  expect(await payments()).toEqual([{ gross: '124.00', vat, buyer: expect.objectContaining(estonian) }]);
});

test('a crypto payment whose amount has not changed is that of the buyer when it is created', async () => {
  const { account_id, topUp, payments } = await givenBuyer(american);
  const response = await moveDuring(() => topUp('crypto'), account_id, { country: 'ch' });
  expect(response).toMatchObject({ status: 201 });
  const vat = expect.objectContaining({ country: 'ch', reason: 'outside_eu' });
  expect(await payments()).toEqual([
    { gross: '100.00', vat, buyer: expect.objectContaining({ country: 'ch' }) },
  ]);
});
