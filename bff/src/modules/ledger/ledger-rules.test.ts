import { expect, test } from '@jest/globals';
import type { Transaction } from '../../database/database.ts';
import { rawSql, sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
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
  'truncate usage_batches',
])('refuses "%s"', async (statement) => {
  await customer();
  await expect(asServer((tx) => tx.run(rawSql(statement)))).rejects.toThrow(/append-only|permission denied/);
});

test.each([
  'update services set balance = balance + 1',
  "update services set balance_updated = now() - interval '1 day'",
])('refuses "%s" outside the ledger', async (statement) => {
  await customer();
  await expect(asServer((tx) => tx.run(rawSql(statement)))).rejects.toThrow(
    /only postings change a balance|permission denied/,
  );
});

test('refuses a service that starts with a balance', async () => {
  const { account_id } = await portal.account();
  const insert = sql`
    insert into services (account_id, service_id, type, currency, vat_on, balance)
    values (${account_id}, 'svc_vo_rich', 'voicing', 'eur', 'topup', 5)`;
  await expect(asServer((tx) => tx.run(insert))).rejects.toThrow('a new service has no balance');
  await expect(portal.database.withAccount(account_id, (tx) => tx.run(insert))).rejects.toThrow(
    /a new service has no balance|permission denied/,
  );
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
