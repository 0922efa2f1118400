import type { Pool } from 'pg';

interface Calls {
  accountId: string;
  service: string;
  count: number;
}

/** Adds calls of the last 30 days. The database makes them up, because a million of them would take minutes to send. */
export async function addCalls(database: Pool, { accountId, service, count }: Calls): Promise<void> {
  const client = await database.connect();
  try {
    await client.query(
      `select ensure_month_partition('cdrs', now() - make_interval(days => day)) from generate_series(0, 30) day`,
    );
    await client.query(
      `insert into cdrs (account_id, service_id, started, cdr_id, call_id, direction, ended, number_from, number_to,
         country, result, duration_seconds, billed_seconds, price)
       select $1, $2, began, 'cdr_' || number, 'call-' || number, 'outbound', began + interval '1 minute',
         '+3725551' || lpad((number % 10000)::text, 4, '0'), '+49301' || lpad((number % 100000)::text, 5, '0'),
         'de', 'answered', number % 600, number % 600, (number % 600) * 0.0001
       from generate_series(1, $3::int) number,
         lateral (select now() - (number % 2592000) * interval '1 second' as began)`,
      [accountId, service, count],
    );
  } finally {
    client.release();
  }
}

/** Adds an invoice, a rented number and a usage batch, which no request creates. */
export async function addDocuments(
  database: Pool,
  { accountId, service }: Omit<Calls, 'count'>,
): Promise<void> {
  await database.query(
    `insert into monthly_vat_invoices (account_id, monthly_vat_invoice_id, number, document_type, basis, issue_date,
       period_start, period_end, year, month, timezone, currency, net_amount, tax_amount, gross_amount, paid_amount,
       amount_due, tax_treatment, status, summary, detail, language)
     values ($1, 'inv_1', '1', 'invoice', 'usage', now(), now(), now(), 2026, 1, 'UTC', 'eur', 10, 2, 12, 12, 0, 'standard',
       'paid', '{}', '{}', 'en')`,
    [accountId],
  );
  await database.query(
    `insert into rented_numbers (account_id, number_id, service_id, number, country, type, capabilities, status,
       monthly_price, currency, rented_at)
     values ($1, 'num_1', $2, '+37255500000', 'ee', 'mobile', '{voice}', 'active', 1, 'eur', now())`,
    [accountId, service],
  );
  await database.query(
    `insert into usage_batches (account_id, service_id, batch_id, records, cost, first_record, last_record)
     values ($1, $2, 'free', 1, 0, now(), now())`,
    [accountId, service],
  );
}

/** The number of rows of each table of the portal, and a sum over the hashes of all rows, which no order changes. */
export async function tableStates(database: Pool): Promise<Record<string, string>> {
  const { rows } = await database.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = 'public' order by 1`);
  const states: Record<string, string> = {};
  for (const { name } of rows) {
    const query = `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as state from ${name} t`;
    states[name] = (await database.query<{ state: string }>(query)).rows[0]?.state ?? '';
  }
  return states;
}

/** Attributes and memberships of the roles, grants on tables, columns, functions and sequences, policies and triggers. */
export async function describeRights(database: Pool): Promise<string[]> {
  const { rows } = await database.query<{ line: string }>(`
    select format('role %s %s %s %s %s', rolname, rolsuper, rolinherit, rolcanlogin, rolbypassrls) as line
    from pg_roles where rolname like 'portal%'
    union all select format('member %s of %s: %s %s', m.member::regrole, m.roleid::regrole, inherit_option, set_option)
    from pg_auth_members m where m.member::regrole::text like 'portal%'
    union all select format('relation %s %s owner %s acl %s rls %s %s', c.relkind, c.oid::regclass, c.relowner::regrole, c.relacl,
      c.relrowsecurity, c.relforcerowsecurity) from pg_class c where c.relnamespace = 'public'::regnamespace
    union all select format('column %s.%s acl %s', a.attrelid::regclass, a.attname, a.attacl) from pg_attribute a where a.attacl is not null
    union all select format('policy %s', p) from pg_policies p
    union all select format('function %s acl %s secdef %s', p.oid::regprocedure, p.proacl, p.prosecdef) from pg_proc p
    where p.pronamespace = 'public'::regnamespace
    union all select format('schema %s acl %s', nspname, nspacl) from pg_namespace where nspname in ('public', 'pgboss')
    union all select format('trigger %s', pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
    union all select format('constraint %s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace
    order by 1`);
  return rows.map(({ line }) => line);
}
