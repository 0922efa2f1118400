import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

/** Connects to a portal's database with the login that the server itself uses. */
export async function connectAsServer(dataFolder: string): Promise<pg.Pool> {
  const password = (await readFile(path.join(dataFolder, 'portal-server-password'), 'utf8')).trim();
  const lines = (await readFile(path.join(dataFolder, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  return new pg.Pool({
    connectionString: `postgres://portal_server:${password}@127.0.0.1:${lines[3]}/portal`,
    max: 20,
  });
}

export interface TriedEntry {
  /** What follows `staff:` in the event key. */
  key: string;
  postings: readonly { account: number; currency: string; amount: string }[];
}

/** Inserts entries in one statement each for entries and postings, past the function that the BFF uses. */
export async function insertEntries(client: pg.ClientBase, entries: readonly TriedEntry[]): Promise<void> {
  await client.query(
    `insert into journal_entries (event_key, kind, reason, actor, occurred_at)
     select 'staff:' || key, 'adjustment', 'Check', 'staff:check', now() from unnest($1::text[]) key`,
    [entries.map(({ key }) => key)],
  );
  await client.query(
    `insert into postings (entry_id, ledger_account_id, currency, amount)
     select entry_id, account, currency, amount
     from json_to_recordset($1) as given(key text, account bigint, currency text, amount numeric)
     join journal_entries on event_key = 'staff:' || key
     order by account`,
    [
      JSON.stringify(
        entries.flatMap(({ key, postings }) => postings.map((posting) => ({ key, ...posting }))),
      ),
    ],
  );
}

/** The sums by currency, and the services whose balance is not the sum of its postings. */
export async function findDifferences(database: pg.Pool): Promise<string[]> {
  const { rows } = await database.query<{ problem: string }>(`
    select 'the postings sum to ' || sum(amount) || ' ' || currency as problem from postings
    group by currency having sum(amount) <> 0
    union all
    select service_id || ' has ' || balance || ', its postings ' || coalesce(sum(amount), 0)
    from services left join ledger_accounts using (account_id, service_id) left join postings using (ledger_account_id)
    group by account_id, service_id having balance <> coalesce(sum(amount), 0)`);
  return rows.map(({ problem }) => problem);
}

export interface Ledger {
  accountId: string;
  /** Ledger accounts in euro: the customers' balances, and the provider's. */
  balances: number[];
  provider: number[];
  dollars: number;
}

/** An entry that adds `amount` to the first balance. */
export function entryOf({ balances, provider }: Ledger, key: string, amount: string): TriedEntry {
  const negative = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
  return {
    key,
    postings: [
      { account: balances[0] ?? 0, currency: 'eur', amount },
      { account: provider[0] ?? 0, currency: 'eur', amount: negative },
    ],
  };
}

/** Commits what `work` has done, or rolls it back and throws its error. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
