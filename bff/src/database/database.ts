import pg from 'pg';
import type { Sql } from './sql.ts';

/**
 * Runs statements; the caller names the row's type. timestamptz, date and numeric arrive as text, bigint as a number.
 */
export interface Queryable {
  query<Row extends object>(statement: Sql): Promise<Row[]>;
  /** Returns the first row, or undefined. */
  first<Row extends object>(statement: Sql): Promise<Row | undefined>;
  /** Returns the row of a statement that always has one, such as a sum. Throws if there is none. */
  one<Row extends object>(statement: Sql): Promise<Row>;
  /** Returns the number of affected rows. */
  run(statement: Sql): Promise<number>;
}

export interface Transaction extends Queryable {
  /** The connection, for COPY and cursors. */
  readonly client: pg.PoolClient;
}

type Work<Result> = (tx: Transaction) => Promise<Result>;

/**
 * The pool that serves a transaction. `essential` is reserved for login and payments, `reports` limits statements that
 * read months of traffic, and `general` serves everything else.
 */
export type Capacity = 'essential' | 'general' | 'reports';

export interface Database {
  /** Runs one transaction that sees only the rows of `accountId`: role portal_app under row-level security. */
  withAccount<Result>(accountId: string, work: Work<Result>, capacity?: Capacity): Promise<Result>;
  /** Runs one transaction over all accounts on the essential pool, for login. A customer's session never uses it. */
  asSystem<Result>(work: Work<Result>): Promise<Result>;
  /** Runs one transaction over all accounts on the general pool, for jobs, seeds, imports and migrations. */
  asBackground<Result>(work: Work<Result>): Promise<Result>;
  /** Runs single statements over all accounts on the essential pool, outside a transaction. */
  readonly system: Queryable;
  /** The general pool. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  /** Connections of the general pool. The essential pool has half as many more, and the reports' pool a third. */
  poolSize: number;
}

/** Creates the pools of connections. Each connects with its first statement. */
export function connect({ url, poolSize }: DatabaseOptions): Database {
  const pools: Record<Capacity, pg.Pool> = {
    general: createPool(url, { max: poolSize, statementTimeoutMs: 15_000 }),
    essential: createPool(url, { max: Math.ceil(poolSize / 2), statementTimeoutMs: 5_000 }),
    // Without parallel workers a report occupies one processor, not all of them.
    reports: createPool(url, {
      max: Math.ceil(poolSize / 3),
      statementTimeoutMs: 5_000,
      settings: '-c max_parallel_workers_per_gather=0',
    }),
  };
  return {
    withAccount: async (accountId, work, capacity = 'general') =>
      inTransaction(pools[capacity], beginAsAccount(accountId), work),
    asSystem: (work) => inTransaction(pools.essential, 'begin', work),
    asBackground: (work) => inTransaction(pools.general, 'begin', work),
    system: queryable(pools.essential),
    pool: pools.general,
    close: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
}

interface PoolOptions {
  max: number;
  /** The server cancels a statement after this time. */
  statementTimeoutMs: number;
  settings?: string;
}

function createPool(url: string, { max, statementTimeoutMs, settings = '' }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    application_name: 'portal',
    options: `-c timezone=UTC -c statement_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=60000 ${settings}`,
    types: parseRow,
  });
  // The pool replaces an idle connection that the server drops. Without a listener this error would end the process.
  pool.on('error', () => undefined);
  return pool;
}

function beginAsAccount(accountId: string): string {
  // The id becomes part of the statement's text, so that one round trip opens the transaction and names the account.
  if (!/^acc_[A-Za-z0-9]{1,40}$/.test(accountId)) throw new Error('not an account id');
  return `begin; set local role portal_app; set local portal.account_id = '${accountId}'`;
}

async function inTransaction<Result>(pool: pg.Pool, begin: string, work: Work<Result>): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // Receives the error of a connection that breaks between two statements; the next statement then fails.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query(begin);
    const result = await work({ ...queryable(client), client });
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

function queryable(runner: pg.Pool | pg.PoolClient): Queryable {
  const send = <Row extends object>(statement: Sql) =>
    runner.query<Row & pg.QueryResultRow>(statement.text, [...statement.values]);
  return {
    query: async <Row extends object>(statement: Sql): Promise<Row[]> => (await send<Row>(statement)).rows,
    first: async <Row extends object>(statement: Sql): Promise<Row | undefined> => {
      const rows: Row[] = (await send<Row>(statement)).rows;
      return rows[0];
    },
    one: async <Row extends object>(statement: Sql): Promise<Row> => {
      const [row]: Row[] = (await send<Row>(statement)).rows;
      if (row === undefined) throw new Error('a statement that always has a row returned none');
      return row;
    },
    run: async (statement) => (await send(statement)).rowCount ?? 0,
  };
}

const { builtins } = pg.types;

/** How column values are parsed: the API uses text for times and money, so nothing becomes a Date or a float. */
export const parseRow: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => {
    if (format === 'binary') return pg.types.getTypeParser(id, format);
    if (id === builtins.TIMESTAMPTZ) return timestamp;
    if (id === builtins.DATE) return text;
    if (id === builtins.INT8) return safeInteger;
    return pg.types.getTypeParser(id, format);
  },
};

/** `2026-11-21 07:30:11.123456+00` → `2026-11-21T07:30:11.123Z`; connections run in UTC. */
function timestamp(value: string): string {
  if (!value.endsWith('+00')) return value;
  const [seconds = '', fraction] = value.slice(0, -3).replace(' ', 'T').split('.');
  return fraction === undefined ? `${seconds}Z` : `${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

function text(value: string): string {
  return value;
}

function safeInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError('a bigint does not fit a number');
  return number;
}
