import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { dataColumns, notInData } from './account-data.ts';
import { erasedColumns, erasedTables, keptColumns, keptTables } from './account-tables.ts';

const portal = testPortal();

/** The tables of the database with rows of accounts, as migrations have left them. */
async function tablesOfAccounts(): Promise<string[]> {
  const tables = await portal.superuser.system.query<{ name: string }>(sql`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname = 'account_id' and not a.attisdropped
    order by 1`);
  return tables.map(({ name }) => name);
}

test('every table with an account is erased, or kept with a reason', async () => {
  expect([...erasedTables, ...Object.keys(keptTables)].toSorted()).toEqual(await tablesOfAccounts());
});

test('every table with an account is in the file of its data, or named there', async () => {
  expect([...Object.keys(dataColumns), ...Object.keys(notInData)].toSorted()).toEqual(
    await tablesOfAccounts(),
  );
});

test('every column of an account is erased or kept', async () => {
  const columns = await portal.superuser.system.query<{ name: string }>(sql`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'accounts' order by column_name collate "C"`);
  expect([...erasedColumns, ...keptColumns].toSorted()).toEqual(columns.map(({ name }) => name));
});
