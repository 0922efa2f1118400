import type pg from 'pg';
import { type Address, type Connections, createConnections } from './connections.ts';
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
 * The pool that serves a request. `essential` is reserved for login and payments, `reports` limits statements that read
 * months of traffic, and `general` serves everything else.
 */
export type Capacity = 'essential' | 'general' | 'reports';

export interface Database {
  /** Runs one transaction that sees only the rows of `accountId`: role portal_app under row-level security. */
  withAccount<Result>(accountId: string, work: Work<Result>, capacity?: Capacity): Promise<Result>;
  /** Runs one transaction over all accounts on the essential pool, for login. A customer's session never uses it. */
  asSystem<Result>(work: Work<Result>): Promise<Result>;
  /** Runs one transaction over all accounts on the background pool, for jobs, seeds, imports and migrations. */
  asBackground<Result>(work: Work<Result>, limit?: BackgroundLimit): Promise<Result>;
  /** Runs single statements over all accounts on the essential pool, outside a transaction. */
  readonly system: Queryable;
  /** Calls `work` with a connection of the background pool, for the queue. */
  withBackgroundConnection<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result>;
  /** The general pool. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

interface BackgroundLimit {
  /** The transaction ends after this time, a minute by default; infinite for work whose length nobody knows. */
  seconds?: number;
  /** It also ends when it receives no statement for this time; by default that of the transaction. */
  idleSeconds?: number;
}

export interface DatabaseOptions {
  url: Address;
  /**
   * Connections of the general pool. The essential and the background pool have half as many more each, and the reports'
   * pool a third.
   */
  poolSize: number;
  /**
   * A request waits at most this long for a connection, and its transaction or statement ends after this time. Both then
   * throw. The server cancels statements a little earlier, so that the connection remains usable.
   */
  timeoutSeconds: number;
  /** Whether the database server runs on this machine and for this portal alone. */
  isEmbedded?: boolean;
}

/** Background work can wait until a slow or restarted server responds. */
const backgroundWaitMs = 30_000;
const backgroundSeconds = 60;

/** Creates the pools of connections. Each connects with its first statement. */
export function connect({ url, poolSize, timeoutSeconds, isEmbedded = false }: DatabaseOptions): Database {
  const limitMs = timeoutSeconds * 1000;
  const ofRequests = { url, waitMs: limitMs, statementTimeoutMs: serverLimit(limitMs) };
  const pools: Record<Capacity, Connections> = {
    general: createConnections({ ...ofRequests, max: poolSize }),
    essential: createConnections({ ...ofRequests, max: Math.ceil(poolSize / 2) }),
    reports: createConnections({
      ...ofRequests,
      max: Math.ceil(poolSize / 3),
      // Without parallel workers a report occupies one processor, not all of them.
      settings: '-c max_parallel_workers_per_gather=0',
      // Requests of others, which take milliseconds, come before reports.
      niceness: isEmbedded ? 10 : 0,
    }),
  };
  const background = createConnections({
    url,
    // A migration uses two connections, and jobs may run meanwhile.
    max: Math.max(3, Math.ceil(poolSize / 2)),
    waitMs: backgroundWaitMs,
    statementTimeoutMs: serverLimit(backgroundWaitMs),
  });
  return {
    withAccount: async (accountId, work, capacity = 'general') => {
      const begin = beginAsAccount(accountId);
      return pools[capacity].use((client) => inTransaction(client, begin, work), limitMs);
    },
    asSystem: (work) => pools.essential.use((client) => inTransaction(client, 'begin', work), limitMs),
    asBackground: (work, { seconds = backgroundSeconds, idleSeconds = seconds } = {}) => {
      const begin = beginWithLimit(seconds, idleSeconds);
      return background.use((client) => inTransaction(client, begin, work), seconds * 1000);
    },
    system: queryable((query) => pools.essential.use((client) => client.query(query), limitMs)),
    withBackgroundConnection: (work) => background.use(work, backgroundWaitMs),
    pool: pools.general.pool,
    close: async () => {
      await Promise.all([...Object.values(pools), background].map(({ pool }) => pool.end()));
    },
  };
}

/** The server cancels a statement so much earlier that its connection need not be discarded. */
function serverLimit(limitMs: number): number {
  return Math.round(limitMs * 0.9);
}

/** Begins a transaction of background work. */
function beginWithLimit(seconds: number, idleSeconds: number): string {
  return `begin; set local statement_timeout = ${milliseconds(seconds)}; set local idle_in_transaction_session_timeout = ${milliseconds(idleSeconds)}`;
}

/** PostgreSQL reads 0 as no limit. */
function milliseconds(seconds: number): number {
  return Number.isFinite(seconds) ? serverLimit(seconds * 1000) : 0;
}

function beginAsAccount(accountId: string): string {
  // The id becomes part of the statement's text, so that one round trip opens the transaction and names the account.
  if (!/^acc_[A-Za-z0-9]{1,40}$/.test(accountId)) throw new Error('not an account id');
  return `begin; set local role portal_app; set local portal.account_id = '${accountId}'`;
}

async function inTransaction<Result>(
  client: pg.PoolClient,
  begin: string,
  work: Work<Result>,
): Promise<Result> {
  try {
    await client.query(begin);
    const result = await work({ ...queryable((query) => client.query(query)), client });
    await client.query('commit');
    return result;
  } catch (error) {
    // Fails if the connection is broken; its transaction has ended with it.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

type Send = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

function queryable(send: Send): Queryable {
  const sent = ({ text, values, preparedName }: Sql) =>
    send({ text, values: [...values], ...(preparedName !== undefined && { name: preparedName }) });
  return {
    query: async <Row extends object>(statement: Sql): Promise<Row[]> => (await sent(statement)).rows,
    first: async <Row extends object>(statement: Sql): Promise<Row | undefined> => {
      const rows: Row[] = (await sent(statement)).rows;
      return rows[0];
    },
    one: async <Row extends object>(statement: Sql): Promise<Row> => {
      const [row]: Row[] = (await sent(statement)).rows;
      if (row === undefined) throw new Error('a statement that always has a row returned none');
      return row;
    },
    run: async (statement) => (await sent(statement)).rowCount ?? 0,
  };
}
