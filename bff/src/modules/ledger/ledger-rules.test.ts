import { expect, test } from '@jest/globals';
import type { Transaction } from '../../database/database.ts';
import { rawSql, sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { takePaymentNumber } from '../payments/payments.repository.ts';
import { givenService } from '../services/services.fixtures.ts';
import { sampleCredit } from './ledger.fixtures.ts';
import { postEntry } from './post-entry.ts';

const portal = testPortal();

async function customer(balance = '10') {
  const { account_id } = await portal.account();
  const { service_id } = await givenService(portal.database, account_id, { balance });
  return { account_id, service_id };
}

const asServer = <Result>(work: (tx: Transaction) => Promise<Result>) => portal.database.asBackground(work);

/** Inserts an entry without the function that the BFF uses. */
async function insertEntry(
  tx: Transaction,
  key: string,
  postings: [ledgerAccount: number, amount: string][],
) {
  const { entry_id } = await tx.one<{ entry_id: number }>(sql`
    insert into journal_entries (event_key, kind, reason, actor, occurred_at)
    values (${`staff:${key}`}, 'adjustment', 'Test', 'staff:test', now()) returning entry_id`);
  for (const [ledgerAccount, amount] of postings) {
    await tx.run(sql`
      insert into postings (entry_id, ledger_account_id, currency, amount)
      values (${entry_id}, ${ledgerAccount}, 'eur', ${amount})`);
  }
  return entry_id;
}

async function ledgerAccount(kind: string, currency = 'eur'): Promise<number> {
  const row = await portal.database.system.one<{ ledger_account_id: number }>(sql`
    select ledger_account_id from ledger_accounts where kind = ${kind} and currency = ${currency} limit 1`);
  return row.ledger_account_id;
}

test.each([
  'update journal_entries set reason = reason',
  'update postings set amount = amount',
  'update ledger_accounts set kind = kind',
  'update payment_entries set amount = amount',
  'update usage_batches set cost = cost',
  'delete from journal_entries',
  'delete from postings where false',
  'delete from ledger_accounts',
  'delete from payment_entries',
  'delete from usage_batches',
  'truncate journal_entries cascade',
  'truncate postings',
  'truncate payment_entries',
  'truncate usage_batches cascade',
  'update usage_corrections set difference = difference',
  'delete from usage_corrections',
  'truncate usage_corrections',
])('refuses "%s" to the server, and to a superuser unless triggers are off', async (statement) => {
  await customer();
  await expect(asServer((tx) => tx.run(rawSql(statement)))).rejects.toThrow('permission denied');
  await expect(portal.superuser.system.run(rawSql(statement))).rejects.toThrow('append-only');
});

test.each([
  'update services set balance = balance + 1',
  "update services set balance_updated = now() - interval '1 day'",
])('refuses "%s" outside the ledger', async (statement) => {
  const { account_id } = await customer();
  await expect(asServer((tx) => tx.run(rawSql(statement)))).rejects.toThrow('permission denied');
  await expect(portal.database.withAccount(account_id, (tx) => tx.run(rawSql(statement)))).rejects.toThrow(
    'permission denied',
  );
  await expect(portal.superuser.system.run(rawSql(statement))).rejects.toThrow(
    'only postings change a balance',
  );
});

test('refuses a service that starts with a balance', async () => {
  const { account_id } = await portal.account();
  const insert = sql`
    insert into services (account_id, service_id, type, currency, vat_on, balance)
    values (${account_id}, 'svc_vo_rich', 'voicing', 'eur', 'topup', 5)`;
  await expect(asServer((tx) => tx.run(insert))).rejects.toThrow('permission denied');
  await expect(portal.database.withAccount(account_id, (tx) => tx.run(insert))).rejects.toThrow(
    'permission denied',
  );
  await expect(portal.superuser.system.run(insert)).rejects.toThrow('a new service has no balance');
});

test.each([
  'alter table postings disable trigger all',
  'drop trigger append_only on postings',
  'alter table postings owner to portal_server',
  'alter table postings disable row level security',
  'drop policy own_account on postings',
  'create or replace function apply_posting() returns trigger language plpgsql as $$ begin return null; end $$',
  'set session_replication_role = replica',
  'set role portal_owner',
  "select ensure_month_partition('payments', now())",
])('refuses "%s" to the server', async (statement) => {
  await expect(asServer((tx) => tx.run(rawSql(statement)))).rejects.toThrow(
    /must be owner|permission denied|has no months/,
  );
});

test('a customer inserts pending top-ups in the currency of the service only, and changes none', async () => {
  const { account_id, service_id } = await customer('0');
  let number = '';
  const insert = (changes: Record<string, string>) => {
    const row = {
      status: 'pending',
      type: 'top_up',
      method: 'bank_transfer',
      currency: 'eur',
      amount: '5',
      ...changes,
    };
    return portal.database.withAccount(account_id, async (tx) => {
      number = await takePaymentNumber(tx, 'PF');
      return tx.run(sql`
        insert into payments (account_id, payment_id, service_id, number, method, type, status, currency, amount,
          net_amount, tax_rate, tax_amount, gross_amount)
        values (${account_id}, ${`pay_${number}`}, ${service_id}, ${number}, ${row.method}, ${row.type}, ${row.status},
          ${row.currency}, ${row.amount}, ${row.amount}, 0, 0, ${row.amount})`);
    });
  };
  await expect(insert({ status: 'paid' })).rejects.toThrow('row-level security');
  await expect(insert({ type: 'refund' })).rejects.toThrow('row-level security');
  await expect(insert({ method: 'bonus' })).rejects.toThrow('row-level security');
  await expect(insert({ amount: '-5' })).rejects.toThrow('row-level security');
  await expect(insert({ currency: 'usd' })).rejects.toThrow('payments_account_id_service_id_currency_fkey');
  await insert({});
  const change = portal.database.withAccount(account_id, (tx) =>
    tx.run(sql`update payments set status = 'paid'`),
  );
  await expect(change).rejects.toThrow('permission denied');
  const credited = portal.database.withAccount(account_id, (tx) =>
    tx.run(sql`update payments set balance_after = 1000`),
  );
  await expect(credited).rejects.toThrow('permission denied');
  // The number is taken, for every account.
  const other = await customer('0');
  const again = portal.superuser.system.run(sql`
    insert into payments select * from jsonb_populate_record(null::payments, (
      select to_jsonb(p) || jsonb_build_object('account_id', ${other.account_id}::text, 'service_id', ${other.service_id}::text)
      from payments p where number = ${number}))`);
  await expect(again).rejects.toThrow('payments_number');
});

test('an account with money cannot be deleted', async () => {
  const { account_id } = await customer();
  const remove = portal.superuser.system.run(sql`delete from accounts where account_id = ${account_id}`);
  await expect(remove).rejects.toThrow('services_account_id_fkey');
});

test('refuses entries that are not balanced when the transaction commits', async () => {
  const [bank, vat] = [await ledgerAccount('incoming_bank'), await ledgerAccount('vat')];
  await expect(asServer((tx) => insertEntry(tx, 'none', []))).rejects.toThrow('fewer than two postings');
  await expect(asServer((tx) => insertEntry(tx, 'one', [[bank, '5']]))).rejects.toThrow('fewer than two');
  const unequal: [number, string][] = [
    [bank, '-5'],
    [vat, '5.000001'],
  ];
  await expect(asServer((tx) => insertEntry(tx, 'unequal', unequal))).rejects.toThrow('is not balanced');
  // A check that was brought forward is repeated for what follows.
  const early = asServer(async (tx) => {
    const entry = await insertEntry(tx, 'early', [
      [bank, '-5'],
      [vat, '5'],
    ]);
    await tx.run(sql`set constraints all immediate`);
    await tx.run(sql`
      insert into postings (entry_id, ledger_account_id, currency, amount)
      select ${entry}, ledger_account_id, 'eur', 1 from ledger_accounts where kind = 'refunds' and currency = 'eur'`);
  });
  await expect(early).rejects.toThrow('is not balanced');
});

test('refuses another currency than the account’s, zero, and two postings of one entry in an account', async () => {
  const [bank, dollars] = [await ledgerAccount('incoming_bank'), await ledgerAccount('vat', 'usd')];
  const attempt = (postings: [number, string][]) => asServer((tx) => insertEntry(tx, 'mixed', postings));
  await expect(
    attempt([
      [bank, '-5'],
      [dollars, '5'],
    ]),
  ).rejects.toThrow('postings_ledger_account_id_currency_fkey');
  await expect(attempt([[bank, '0']])).rejects.toThrow('postings_amount_check');
  await expect(
    attempt([
      [bank, '-5'],
      [bank, '5'],
    ]),
  ).rejects.toThrow('postings_pkey');
});

test('refuses a second entry of an event, and postings that are added to an entry later', async () => {
  const [bank, vat] = [await ledgerAccount('incoming_bank'), await ledgerAccount('vat')];
  const balanced: [number, string][] = [
    [bank, '-5'],
    [vat, '5'],
  ];
  const entry = await asServer((tx) => insertEntry(tx, 'event', balanced));
  await expect(asServer((tx) => insertEntry(tx, 'event', balanced))).rejects.toThrow('event_key');
  const refunds = await ledgerAccount('refunds');
  const credits = await ledgerAccount('credits');
  const later = sql`
    insert into postings (entry_id, ledger_account_id, currency, amount)
    values (${entry}, ${refunds}, 'eur', 7), (${entry}, ${credits}, 'eur', -7)`;
  await expect(asServer((tx) => tx.run(later))).rejects.toThrow('in the transaction of their entry');
});

test('a customer reads the postings of own services only, and writes none', async () => {
  const [mine, other] = [await customer('10'), await customer('20')];
  const read = <Row extends object>(statement: string) =>
    portal.database.withAccount(mine.account_id, (tx) => tx.query<Row>(rawSql(statement)));
  expect(await read('select amount from postings')).toEqual([{ amount: '10.000000' }]);
  expect(await read('select kind, service_id from ledger_accounts')).toEqual([
    { kind: 'customer_balance', service_id: mine.service_id },
  ]);
  expect(await read('select kind from journal_entries')).toEqual([{ kind: 'credit' }]);
  await expect(read('select actor from journal_entries')).rejects.toThrow('permission denied');
  for (const owner of [mine, other]) {
    const write = portal.database.withAccount(mine.account_id, (tx) =>
      postEntry(tx, sampleCredit(owner, '5')),
    );
    await expect(write).rejects.toThrow('permission denied for table journal_entries');
  }
});

test('a service with a ledger account keeps its currency and cannot be deleted', async () => {
  const { service_id } = await customer('0');
  const change = (statement: string) =>
    asServer((tx) => tx.run(sql`${rawSql(statement)} where service_id = ${service_id}`));
  await expect(change("update services set currency = 'usd'")).rejects.toThrow(
    /foreign key|permission denied/,
  );
  await expect(change('delete from services')).rejects.toThrow(/foreign key|permission denied/);
});
