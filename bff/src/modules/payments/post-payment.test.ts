import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';
import { addVat } from '../vat/vat-amounts.ts';
import { insertPayment, type NewPayment } from './payments.repository.ts';
import { postPayment } from './post-payment.ts';

const portal = testPortal();

async function payment(changes: Partial<NewPayment> = {}, amount = '100.00') {
  const { account_id } = await portal.account();
  const { service_id } = await givenService(portal.database, account_id, { balance: '18.4' });
  const row = {
    account_id,
    service_id,
    payment_id: `pay_${service_id}`,
    number: null,
    method: 'bank_transfer',
    type: 'top_up',
    status: 'paid',
    currency: 'eur',
    ...addVat(amount, '24.00'),
    ...changes,
  } as const;
  await insertPayment(portal.database.system, { ...row, ...changes });
  return { ...row, service_id };
}

const event = (id: string) => ({
  eventKey: `bank:${id}`,
  reason: 'Transfer',
  actor: 'import',
  occurredAt: '2026-11-21T07:30:00Z',
});

async function postingsOf(entryId: number) {
  const rows = await portal.database.system.query<{ kind: string; amount: string }>(sql`
    select kind, amount from postings join ledger_accounts using (ledger_account_id) where entry_id = ${entryId}`);
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, amount]));
}

test('credits the net amount, books VAT, and stores the balances before and after', async () => {
  const paid = await payment();
  const { entry_id } = await portal.database.asBackground((tx) => postPayment(tx, paid, event('1')));
  expect(await postingsOf(entry_id)).toEqual({
    customer_balance: '100.000000',
    vat: '24.000000',
    incoming_bank: '-124.000000',
  });
  expect(
    await portal.database.system.one(
      sql`select balance_before, balance_after from payments where payment_id = ${paid.payment_id}`,
    ),
  ).toEqual({ balance_before: '18.400000', balance_after: '118.400000' });
});

test('credits a payment once when its event is repeated', async () => {
  const paid = await payment();
  const post = () => portal.database.asBackground((tx) => postPayment(tx, paid, event('2')));
  const [first, second] = [await post(), await post()];
  expect([first.isNew, second.isNew, first.entry_id]).toEqual([true, false, second.entry_id]);
  expect(
    await portal.database.system.one(sql`select balance from services where service_id = ${paid.service_id}`),
  ).toEqual({ balance: '118.400000' });
});

test.each([
  [{ method: 'crypto' }, 'crypto_clearing'],
  [{ method: 'bonus', type: 'promo' }, 'credits'],
  [{ type: 'refund' }, 'refunds'],
] as const)('books %j against %s', async (changes, account) => {
  const paid = await payment(changes);
  const key = event(`${account}-3`);
  const { entry_id } = await portal.database.asBackground((tx) => postPayment(tx, paid, key));
  expect(await postingsOf(entry_id)).toMatchObject({ [account]: '-124.000000' });
});
