import { getPriority, setPriority } from 'node:os';
import pg from 'pg';
import { OperatorError } from '../errors/operator-error.ts';
import { parseRow } from './row-values.ts';

/** The database did not respond in time, or the connection to it broke. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** The URL of a database; a function if its server may start again on another port. Each connection asks for it. */
export type Address = string | (() => string);

/** Connections for one purpose. */
export interface Connections {
  readonly pool: pg.Pool;
  /**
   * Calls `work` with a connection. After `limitMs` the connection is discarded, and its statements fail. Throws
   * DatabaseUnavailable then, or when the connection breaks.
   */
  use<Result>(work: (client: pg.PoolClient) => Promise<Result>, limitMs: number): Promise<Result>;
}

export interface ConnectionsOptions {
  url: Address;
  max: number;
  /** How long to wait for a free connection, and for the server to accept a new one. */
  waitMs: number;
  /** The server cancels a statement after this time. */
  statementTimeoutMs: number;
  /** Further settings of the sessions, as options of the command `postgres`. */
  settings?: string;
  /** How much lower the priority of the server's processes for these connections is. Only for a server on this machine. */
  niceness?: number;
}

/** Milliseconds without traffic until the system probes whether the server's machine is still there. */
const keepAliveMs = 10_000;

/** Creates a pool of connections. Each connects when it is needed. */
export function createConnections({
  url,
  max,
  waitMs,
  statementTimeoutMs,
  settings = '',
  niceness = 0,
}: ConnectionsOptions): Connections {
  class Client extends pg.Client {
    constructor(options: pg.ClientConfig = {}) {
      super({ ...options, connectionString: typeof url === 'string' ? url : url() });
      // A server that ends while it accepts a connection reports it before anybody else listens, which would end the process.
      this.on('error', () => undefined);
    }
  }
  const pool = new pg.Pool({
    Client,
    max,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    application_name: 'portal',
    options: `-c timezone=UTC -c statement_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=60000 ${settings}`,
    types: parseRow,
  });
  // The pool replaces an idle connection that the server drops. Without a listener this error would end the process.
  pool.on('error', () => undefined);
  if (niceness > 0) pool.on('connect', (client) => lowerPriority(client, niceness));
  return { pool, use: (work, limitMs) => useConnection(pool, work, limitMs) };
}

/** Of every system; an increment beyond it would be refused. */
const lowestPriority = 19;

/** The server's process of a connection, which the server states when it accepts it; undefined before. */
export function processOf(client: pg.PoolClient): number | undefined {
  const pid: unknown = Reflect.get(client, 'processID');
  return typeof pid === 'number' ? pid : undefined;
}

function lowerPriority(client: pg.PoolClient, niceness: number): void {
  const pid = processOf(client);
  try {
    if (pid !== undefined) setPriority(pid, Math.min(lowestPriority, getPriority(pid) + niceness));
  } catch {
    // The process has ended, or the system does not allow it: then it stays as it is.
  }
}

async function useConnection<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
  limitMs: number,
): Promise<Result> {
  const client = await pool.connect().catch((cause: unknown) => {
    throw refusedLogin(cause) ?? cause;
  });
  let broken: DatabaseUnavailable | undefined;
  // Receives the error of a connection that breaks between two statements; the next statement then fails.
  const onError = (cause: Error) => {
    broken ??= new DatabaseUnavailable('the connection to the database broke', { cause });
  };
  client.on('error', onError);
  const endLimit = afterLimit(limitMs, () => {
    broken ??= new DatabaseUnavailable(`the database did not finish within ${limitMs} ms`);
    // A stopped server cannot cancel the statement; without its connection the statement fails here.
    client.connection.stream.destroy();
    void discardIdle(pool);
  });
  try {
    return await work(client);
  } catch (error) {
    if (endsConnection(error)) onError(error);
    throw broken ?? error;
  } finally {
    endLimit();
    client.off('error', onError);
    client.release(broken);
  }
}

/** The error for the operator whose address or password of the database is wrong; undefined for other errors. */
function refusedLogin(cause: unknown): OperatorError | undefined {
  if (!(cause instanceof pg.DatabaseError)) return undefined;
  const isWrongPassword = cause.code === '28P01' || cause.code === '28000';
  if (!isWrongPassword && cause.code !== '3D000') return undefined;
  const reason = isWrongPassword ? 'it refuses the user or the password' : 'it has no database of that name';
  return new OperatorError(
    `The PostgreSQL server does not let the portal in: ${reason}. Check DATABASE_URL and DATABASE_OWNER_URL.`,
    { cause },
  );
}

/**
 * Whether the connection is of no use after this error: the server stops or restarts, or a migration has changed the result of a
 * statement that the connection has prepared.
 */
function endsConnection(error: unknown): error is pg.DatabaseError {
  if (!(error instanceof pg.DatabaseError)) return false;
  return /^(?:08|57P)/.test(error.code ?? '') || error.routine === 'RevalidateCachedQuery';
}

/** Calls `expire` after the limit, which may be infinite. Returns a function that prevents it. */
function afterLimit(limitMs: number, expire: () => void): () => void {
  if (!Number.isFinite(limitMs)) return () => undefined;
  const timer = setTimeout(expire, limitMs);
  return () => clearTimeout(timer);
}

/** Discards the idle connections: what made one connection silent may have cut the others, and each would cost a wait. */
async function discardIdle(pool: pg.Pool): Promise<void> {
  const idle = Array.from({ length: pool.idleCount }, () => pool.connect());
  for (const result of await Promise.allSettled(idle)) {
    if (result.status === 'rejected') continue;
    result.value.connection.stream.destroy();
    result.value.release(true);
  }
}
