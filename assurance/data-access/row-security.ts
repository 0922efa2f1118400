import type { Pool, PoolClient, QueryResult } from 'pg';
import { type CheckCase, lineOf } from '../harness/report.ts';

interface Accounts {
  /** The account that the transaction runs for. */
  own: string;
  /** The account whose rows must stay out of reach. */
  other: string;
}

/** Runs statements without conditions in a customer's transaction on every table with an account, partitions included. */
export async function tryTables(database: Pool, accounts: Accounts): Promise<CheckCase[]> {
  const cases: CheckCase[] = [];
  for (const { name, partition } of await accountTables(database)) {
    const problems = await tryTable(database, name, accounts);
    // A table without rows of the other customer proves nothing. A partition may be empty.
    const isProof = partition || (await hasRow(database, name, accounts.other));
    cases.push({
      name: `table ${name}`,
      problems: isProof ? problems : [...problems, 'the other customer has no row in it'],
    });
  }
  return cases;
}

/** The tables with an account, partitions last. */
export async function accountTables(database: Pool): Promise<{ name: string; partition: boolean }[]> {
  const { rows } = await database.query(`
    select c.oid::regclass::text as name, c.relispartition as partition
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    order by 2, 1`);
  return rows;
}

async function tryTable(database: Pool, table: string, { own, other }: Accounts): Promise<string[]> {
  const attempts: Record<string, string> = {
    'reads rows of others': `select from ${table} where account_id <> '${own}'`,
    'changes rows of others': `update ${table} set account_id = account_id where account_id = '${other}'`,
    'removes rows of others': `delete from ${table} where account_id = '${other}'`,
    'gives rows to others': `update ${table} set account_id = '${other}'`,
    'reads without an account': `select set_config('portal.account_id', '', true); select from ${table}`,
  };
  const problems: string[] = [];
  for (const [problem, statement] of Object.entries(attempts)) {
    const count = await asCustomer(database, own, (client) => client.query(statement));
    if (count > 0) problems.push(`${problem}: ${count}`);
  }
  const read = `select to_jsonb(t) as row from ${table} t where account_id = '${other}' limit 1`;
  const [copy] = (await database.query(read)).rows;
  if (copy === undefined) return problems;
  const columns = await writtenColumns(database, table);
  const insert = `insert into ${table} (${columns}) overriding system value
    select ${columns} from jsonb_populate_record(null::${table}, $1)`;
  const added = await asCustomer(database, own, (client) => client.query(insert, [copy.row]));
  return added > 0 ? [...problems, 'adds rows for others'] : problems;
}

/** The columns that an insert may name: PostgreSQL refuses a value of a generated one before it looks at rights. */
async function writtenColumns(database: Pool, table: string): Promise<string> {
  const { rows } = await database.query(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
    where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  return rows[0].columns;
}

/** How many rows the last statement affects in a customer's transaction, which is rolled back; 0 when it is refused. */
async function asCustomer(
  database: Pool,
  account: string,
  work: (client: PoolClient) => Promise<QueryResult | QueryResult[]>,
): Promise<number> {
  const client = await database.connect();
  try {
    await client.query(`begin; set local role portal_app; set local portal.account_id = '${account}'`);
    const result = await work(client);
    return (Array.isArray(result) ? result.at(-1) : result)?.rowCount ?? 0;
  } catch (error) {
    if (/permission denied|row-level security/.test(lineOf(error))) return 0;
    throw error;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function hasRow(database: Pool, table: string, account: string): Promise<boolean> {
  const { rows } = await database.query(`select from ${table} where account_id = $1 limit 1`, [account]);
  return rows.length > 0;
}

/** Adds a made-up row of a customer to every table with an account in which the customer has none. */
export async function fillTables(database: Pool, account: string): Promise<void> {
  const { rows } = await database.query<{ name: string; columns: FilledColumn[] }>(`
    select c.oid::regclass::text as name,
      jsonb_agg(jsonb_build_object('name', a.attname, 'type', t.typname, 'allowed', allowed.value,
        'required', a.attname = 'account_id' or a.attnotnull)) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join lateral (
      select substring(pg_get_constraintdef(k.oid) from 'ARRAY\\[''([^'']*)''') as value
      from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1
    ) allowed on true
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relispartition
      and (a.attname = 'account_id' or not a.atthasdef and a.attidentity = '' and a.attgenerated = ''
        and (a.attnotnull or allowed.value is not null))
    group by c.oid
    having bool_or(a.attname = 'account_id')`);
  const client = await database.connect();
  try {
    // Made-up rows refer to rows that do not exist.
    await client.query('set session_replication_role = replica');
    for (const { name, columns } of rows) {
      if (await hasRow(database, name, account)) continue;
      const required = columns.filter((column) => column.required);
      // When a constraint refuses both rows, the case of the table reports that the row is missing.
      if (!(await insertRow(client, name, account, required)))
        await insertRow(client, name, account, columns, formats);
    }
    await client.query('set session_replication_role = origin');
  } finally {
    client.release();
  }
}

async function insertRow(
  client: PoolClient,
  table: string,
  account: string,
  columns: readonly FilledColumn[],
  known: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const values = columns.map((column) =>
    column.name === 'account_id' ? `'${account}'` : (known[column.name] ?? madeUp(column)),
  );
  const names = columns.map(({ name }) => name).join(', ');
  return client.query(`insert into ${table} (${names}) values (${values.join(', ')})`).then(
    () => true,
    () => false,
  );
}

/** Columns whose format some tables require. */
const hash = "encode(sha256('bar'), 'hex')";
const formats = {
  actor: "'staff:bar'",
  currency: "'EUR'",
  // Only a weekly schedule needs a weekday.
  frequency: "'monthly'",
  name: hash,
  hash,
};

interface FilledColumn {
  name: string;
  type: string;
  required: boolean;
  /** One of the values that a check constraint allows. */
  allowed: string | null;
}

function madeUp({ type, allowed }: FilledColumn): string {
  if (allowed !== null) return `'${allowed}'`;
  if (/^(?:int|numeric|float)/.test(type)) return '1';
  if (type === 'date') return "date_trunc('month', now())";
  if (type.startsWith('timestamp')) return 'now()';
  if (type === 'bool') return 'true';
  if (type.startsWith('json')) return `'{}'`;
  // Types of arrays begin with an underscore.
  if (type.startsWith('_')) return `'{bar}'`;
  if (type === 'bytea') return 'sha256(gen_random_uuid()::text::bytea)';
  return `'bar'`;
}
