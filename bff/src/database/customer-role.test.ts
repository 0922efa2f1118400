import { expect, test } from '@jest/globals';
import { givenService } from '../modules/services/services.fixtures.ts';
import { storeVatOn } from '../modules/services/services.repository.ts';
import { testPortal } from '../testing/test-portal.ts';
import type { Transaction } from './database.ts';
import { rawSql, sql } from './sql.ts';

// What an SQL injection into a customer's statement could do: statements as the customers' role, for the own account.
const portal = testPortal();

async function injector(changes = {}) {
  const { account_id } = await portal.account(changes);
  const inject = <Result>(work: (tx: Transaction) => Promise<Result>) =>
    portal.database.withAccount(account_id, work);
  return {
    account_id,
    inject,
    run: (statement: string) => inject((tx) => tx.run(rawSql(statement))),
    read: (columns: string) =>
      portal.database.system.one(
        sql`select ${rawSql(columns)} from accounts where account_id = ${account_id}`,
      ),
  };
}

test.each([
  ["tax_number = 'DE136695976'", 'set once, with its country'],
  ['tax_number = null', 'set once, with its country'],
  ["country = 'us'", 'set once, with its country'],
  ["currency = 'usd'", 'currency of an account is set once'],
  ['currency = null', 'currency of an account is set once'],
  ["tax_check_due = now() + interval '10 years'", 'only a new tax number is checked'],
  ['tax_check_due = null', 'only a new tax number is checked'],
  ["tax_status = 'valid'", 'permission denied'],
])('a customer’s statement cannot set %s once it is decided', async (change, refusal) => {
  const { run } = await injector({
    country: 'de',
    tax_number: 'DE123456788',
    tax_status: 'invalid',
    tax_check_due: '2030-01-01T00:00:00Z',
  });
  await expect(run(`update accounts set ${change}`)).rejects.toThrow(refusal);
  // The same values again are no change.
  await run(
    "update accounts set tax_number = 'DE123456788', country = 'de', currency = 'eur', name = 'Same'",
  );
});

test('a customer’s first tax number has no verdict, whatever the account had before', async () => {
  const { run, read } = await injector({
    country: 'de',
    tax_number: null,
    currency: null,
    tax_status: 'valid',
    tax_check_failures: 3,
  });
  await run("update accounts set tax_number = 'DE123456788', currency = 'usd', tax_check_due = now()");
  expect(await read('tax_status, tax_check_failures, currency, tax_check_due is null as is_idle')).toEqual({
    tax_status: 'unchecked',
    tax_check_failures: 0,
    currency: 'usd',
    is_idle: false,
  });
});

test('the server changes what customers cannot', async () => {
  const { account_id, read } = await injector({ country: 'de', tax_number: 'DE123456788' });
  await portal.database.system.run(
    sql`update accounts set tax_number = 'DE136695976', tax_status = 'valid' where account_id = ${account_id}`,
  );
  expect(await read('tax_number, tax_status')).toEqual({ tax_number: 'DE136695976', tax_status: 'valid' });
});

test('a customer’s new service has the standard price list, the server’s place of VAT and the account’s currency', async () => {
  const { account_id, inject } = await injector();
  await portal.database.system.run(sql`
    insert into price_lists (price_list_id, title, currency, kind, is_standard) values
      ('pl_usual', 'Usual', 'eur', 'calls', true), ('pl_cheap', 'Cheap', 'eur', 'calls', false)`);
  const insert = (columns: string, values: string) =>
    inject((tx) =>
      tx.query(sql`
        insert into services (account_id, service_id, type, ${rawSql(columns)})
        values (${account_id}, 'svc_vo_own', 'voicing', ${rawSql(values)}) returning vat_on, price_list_id`),
    );
  await expect(insert('currency, price_list_id', "'eur', 'pl_cheap'")).rejects.toThrow('permission denied');
  await expect(insert('currency, vat_on', "'eur', 'usage'")).rejects.toThrow('permission denied');
  await expect(insert('currency', "'usd'")).rejects.toThrow('has the currency of its account');
  await storeVatOn(portal.database.system, 'usage');
  expect(await insert('currency', "'eur'")).toEqual([{ vat_on: 'usage', price_list_id: 'pl_usual' }]);
});

async function payer() {
  const { account_id, inject, run } = await injector();
  const { service_id } = await givenService(portal.database, account_id);
  const pay = (tx: Transaction, number: string, changes: Record<string, string> = {}) => {
    const row = { method: 'bank_transfer', net: '100', rate: '24', tax: '24', gross: '124', ...changes };
    return tx.run(sql`
      insert into payments (account_id, payment_id, service_id, number, method, type, status, currency, amount,
        net_amount, tax_rate, tax_amount, gross_amount)
      values (${account_id}, ${`pay_${number}`}, ${service_id}, ${number}, ${row.method}, 'top_up', 'pending', 'eur', 100,
        ${row.net}, ${row.rate}, ${row.tax}, ${row.gross})`);
  };
  const take = async (tx: Transaction, kind = 'PF') =>
    (await tx.one<{ number: string }>(sql`select take_payment_number(${kind}) as number`)).number;
  return { run, inject, pay, take };
}

test('a customer takes the number of a payment that the same transaction stores, and no other', async () => {
  const { run, inject, pay, take } = await payer();
  await expect(run("select next_document_number('INV', '2026-11')")).rejects.toThrow('permission denied');
  await expect(run('select last from document_counters')).rejects.toThrow('permission denied');
  await expect(inject((tx) => take(tx, 'INV'))).rejects.toThrow('take no numbers of INV');
  await expect(inject((tx) => pay(tx, 'PF-2026-000777'))).rejects.toThrow('row-level security');
  await expect(inject((tx) => take(tx))).rejects.toThrow('no payment has the number');
  const twice = inject(async (tx) => {
    await pay(tx, await take(tx));
    await take(tx);
  });
  await expect(twice).rejects.toThrow('a transaction takes one number');
  const early = inject(async (tx) => {
    const number = await take(tx);
    await pay(tx, `${number.slice(0, -6)}999999`);
  });
  await expect(early).rejects.toThrow('row-level security');
  const otherMethod = inject(async (tx) => pay(tx, await take(tx), { method: 'crypto' }));
  await expect(otherMethod).rejects.toThrow('row-level security');
  const store = () =>
    inject(async (tx) => {
      const number = await take(tx);
      await pay(tx, number);
      return Number(number.slice(-6));
    });
  // What was refused above took no number.
  const first = await store();
  expect([first, await store()]).toEqual([1, 2]);
});

test.each([
  [{ rate: '-50', tax: '-50', gross: '50' }],
  [{ net: '0.01', tax: '0', gross: '0.01' }],
  [{ tax: '0', gross: '100' }],
])('a customer’s payment cannot have the amounts %j', async (amounts) => {
  const { inject, pay, take } = await payer();
  await expect(inject(async (tx) => pay(tx, await take(tx), amounts))).rejects.toThrow('row-level security');
});
