import { expect, test } from '@jest/globals';
import { testPortal } from '../testing/test-portal.ts';
import { identifier, sql } from './sql.ts';

const portal = testPortal();

test('an account’s transaction neither sees nor changes other accounts, even without a where clause', async () => {
  const mine = await portal.account();
  const other = await portal.account({ name: 'Other Customer' });
  const seen = await portal.database.withAccount(mine.account_id, async (tx) => {
    await tx.run(sql`update accounts set name = 'Changed'`);
    return tx.query(sql`select account_id from accounts`);
  });
  expect(seen).toEqual([{ account_id: mine.account_id }]);
  const untouched = await portal.database.system.first(
    sql`select name from accounts where account_id = ${other.account_id}`,
  );
  expect(untouched).toEqual({ name: 'Other Customer' });
});

test('refuses to write a row of another account', async () => {
  const mine = await portal.account();
  const other = await portal.account();
  const write = portal.database.withAccount(mine.account_id, (tx) =>
    tx.run(sql`
      insert into dpu_acceptances (account_id, version, language) values (${other.account_id}, '2026-05', 'en')`),
  );
  await expect(write).rejects.toThrow(/row-level security/);
});

test('the next transaction on the same connection starts without an account', async () => {
  const mine = await portal.account();
  await portal.database.withAccount(mine.account_id, (tx) => tx.query(sql`select 1`));
  const { rows } = await portal.database.pool.query(
    "select current_setting('portal.account_id', true) as account_id, current_user = 'portal_server' as is_server",
  );
  expect(rows[0]).toEqual({ account_id: '', is_server: true });
});

test('rejects an invalid account id before it reaches the database', async () => {
  const attempt = portal.database.withAccount(`acc_x'; drop table accounts; --`, async () => undefined);
  await expect(attempt).rejects.toThrow('not an account id');
});

test('every table with an account has row-level security and starts its primary key, or the index in its place, with the account', async () => {
  const faults = await portal.database.system.query(sql`
    select c.relname
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
    left join pg_index i on i.indrelid = c.oid and (i.indisprimary or i.indisreplident)
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relispartition
      and (not c.relrowsecurity or not c.relforcerowsecurity
        -- The ledger's accounts are the provider's, too; what the bank books, and what the staff do, may concern no account.
        or (i.indkey[0] is distinct from a.attnum and c.relname not in ('ledger_accounts', 'bank_entries', 'staff_actions')))`);
  expect(faults).toEqual([]);
});

test('the customers’ role owns nothing, cannot log in and cannot bypass row-level security', async () => {
  const role = await portal.database.system.first(sql`
    select rolcanlogin, rolsuper, rolbypassrls,
      (select count(*) from pg_class where relowner = pg_roles.oid) as owned
    from pg_roles where rolname = 'portal_app'`);
  expect(role).toEqual({ rolcanlogin: false, rolsuper: false, rolbypassrls: false, owned: 0 });
});

test.each([
  ['accounts', 'password_hash', 'x'],
  ['accounts', 'email', 'other@example.com'],
  ['accounts', 'email_confirmed_at', '2026-01-01'],
  ['accounts', 'status', 'verified'],
  ['accounts', 'tax_status', 'valid'],
  ['accounts', 'tax_check_failures', '0'],
  ['services', 'balance', '1000000'],
  ['services', 'credit_limit', '1000000'],
  ['services', 'price_list_id', 'pl_free'],
  ['services', 'vat_on', 'usage'],
  ['service_terms', 'vat_on', 'usage'],
])('an account’s transaction cannot write %s.%s', async (table, column, value) => {
  const { account_id } = await portal.account();
  const write = portal.database.withAccount(account_id, (tx) =>
    tx.run(sql`update ${identifier(table)} set ${identifier(column)} = ${value}`),
  );
  await expect(write).rejects.toThrow(`permission denied for table ${table}`);
});

/** What the customers' role may write: of a table as a whole, and of its columns. */
const writable = {
  accounts: {
    update:
      'account_token_hash account_token_last4 account_token_last_used account_token_sealed address company country ' +
      'currency language name pending_email phone second_token_hash second_token_last4 second_token_last_used ' +
      'second_token_reveal_mailed second_token_sealed tax_check_due tax_number timezone token_reveal_mailed updated',
  },
  crypto_invoices: 'insert',
  dpu_acceptances: 'insert',
  export_schedules: {
    insert: 'account_id format frequency kind next_date query service_id weekday',
    delete: 'all',
  },
  exports: {
    insert: 'account_id end_date fixed_query format kind language query service_id start_date timezone',
    update: 'finished state token_used',
    delete: 'all',
  },
  history_columns: { insert: 'account_id columns kind', update: 'columns', delete: 'all' },
  idempotency_keys: 'delete insert update',
  known_devices: 'delete',
  payments: {
    insert:
      'account_id amount created currency description due_date expires_at gross_amount method net_amount note number ' +
      'particulars payment_id purchase_order reference service_id status tax_amount tax_rate type',
  },
  recovery_codes: 'delete insert update',
  rented_numbers: { update: 'label' },
  saved_views: {
    insert: 'account_id columns kind name query',
    update: 'columns name query updated',
    delete: 'all',
  },
  services: {
    insert: 'account_id currency service_id type',
    update: 'threshold_amount threshold_enabled updated',
  },
  sessions: { delete: 'all', update: 'last_seen' },
  support_tickets: 'insert',
  two_factor: 'delete insert update',
  webhook_deliveries: { insert: 'account_id event_id is_replay webhook_id' },
  webhook_events: { insert: 'account_id data event_key type' },
  webhooks: {
    insert: 'account_id description events secret_sealed url',
    update:
      'description earlier_secret_sealed earlier_secret_until events failing_since failures previous_secret_sealed ' +
      'previous_secret_until rest_until secret_sealed status updated url',
    delete: 'all',
  },
};

test('the customers’ role writes the listed tables and columns only: a new table is readable at most', async () => {
  const grants = await portal.superuser.system.query<{ name: string; right: string; columns: string }>(sql`
    select relname as name, lower(privilege_type) as right, '' as columns
    from pg_class, aclexplode(relacl)
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
      and grantee in (0, 'portal_app'::regrole) and privilege_type <> 'SELECT'
    union all
    select relname, lower(privilege_type), string_agg(attname, ' ' order by attname)
    from pg_class join pg_attribute on attrelid = pg_class.oid, aclexplode(attacl)
    where relnamespace = 'public'::regnamespace
      and grantee in (0, 'portal_app'::regrole) and privilege_type <> 'SELECT'
    group by relname, privilege_type
    order by 1, 2`);
  const found = Object.fromEntries(
    Object.entries(Object.groupBy(grants, ({ name }) => name)).map(([name, some = []]) => {
      const whole = some.flatMap(({ right, columns }) => (columns === '' ? [right] : []));
      const ofColumns = some.filter(({ columns }) => columns !== '');
      if (ofColumns.length === 0) return [name, whole.join(' ')];
      return [
        name,
        Object.fromEntries([
          ...ofColumns.map((one) => [one.right, one.columns]),
          // Grants of columns say nothing beside one of the whole table.
          ...whole.map((right) => [right, 'all']),
        ]),
      ];
    }),
  );
  expect(found).toEqual(writable);
});
