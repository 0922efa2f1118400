import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createDataFolder } from '../../config/data-folder.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import { isOutage } from '../outage.ts';
import { createCluster, isCluster, locateBinaries, refuseOtherMajor } from './cluster.ts';
import { readRolePassword, readSuperuserPassword } from './passwords.ts';
import { findOrLaunch, findRunning, isRunning, NotStarted, type RunningServer } from './process.ts';
import { refuseAfterKilledRestore, refuseDuringRestore } from './restores.ts';
import { serverAccount } from './server-account.ts';
import { joinUsers } from './server-users.ts';
import { type ConnectedServer, supervise } from './supervisor.ts';

export interface EmbeddedPostgres {
  /** URL of the portal's database for the server's role, portal_server. Its port changes if another program takes it. */
  readonly url: string;
  /** The same for portal_owner, which owns the database; migrations run as this role. */
  readonly ownerUrl: string;
  /** URL of the same server for its superuser, database postgres; tests create databases with it. */
  readonly superuserUrl: string;
  /** Ends the use of the server: its last user stops it. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  /** Set by tools that may run beside the portal, which has created the database. A second portal is refused. */
  share?: boolean;
  /** Server settings that override the defaults; tests switch fsync off. */
  settings?: Readonly<Record<string, string>>;
  /** Receives the end and the restarts of the server. */
  report?: (event: string, error?: unknown) => void;
}

/**
 * Starts PostgreSQL 18 with its data in `<dataDir>/postgres`, or uses the server that another process has started: the portal
 * and the tools beside it share one, which each of them starts again when it ends. Throws OperatorError if that is impossible.
 */
export async function startEmbedded({
  dataDir,
  share = false,
  settings = {},
  report = () => undefined,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  if (share) await refuseWithoutDatabase(dataDir);
  createDataFolder(dataDir);
  // A link may be changed while the server runs.
  const root = await realpath(dataDir);
  const clusterDir = path.join(root, 'postgres');
  const binaries = locateBinaries();
  const account = await serverAccount(binaries.postgres, root);
  const password = await readSuperuserPassword(root);
  const passwords = {
    portal_owner: await readRolePassword(root, 'owner'),
    portal_server: await readRolePassword(root, 'server'),
  };
  const launched = { binaries, account, root, clusterDir, settings };
  const superuserUrl = (port: number) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;

  const users = joinUsers(root);
  let found: RunningServer | undefined;
  // Until the supervisor takes over: an exit while the database is prepared must not leave the server running.
  const endOnExit = () => {
    if (users.leave()) found?.signal();
  };
  process.once('exit', endOnExit);
  const connectServer = async (patienceMs: number): Promise<ConnectedServer> => {
    const server = await findOrLaunch(launched);
    found = server;
    const client = await connectClient(superuserUrl(server.port));
    try {
      if (!share && !(await takeOwnership(client, patienceMs))) {
        found = undefined;
        throw new OperatorError(
          `Another portal already runs on the data in ${clusterDir}. Stop it, or give this one its own DATA_DIR, or let both use one server through DATABASE_URL.`,
        );
      }
      return { server, client };
    } catch (error) {
      await client.end();
      throw error;
    }
  };
  const prepare = async (): Promise<ConnectedServer> => {
    const connected = await connectServer(releaseMs);
    await prepareDatabase(connected.client, passwords);
    return connected;
  };
  try {
    refuseDuringRestore(root);
    if (!(await isRunning(clusterDir)) && !(await isCluster(clusterDir))) {
      refuseAfterKilledRestore(root);
      await createCluster({ binaries, account, clusterDir, password });
    }
    await refuseOtherMajor(clusterDir);
    const first = await whileOthersChange(prepare);
    const { stop, port } = supervise(first, {
      restart: () => connectServer(0),
      find: () => findRunning(clusterDir),
      leave: users.leave,
      isFree: takeOwnership,
      report,
    });
    const urlOf = (role: keyof typeof passwords) =>
      `postgres://${role}:${passwords[role]}@127.0.0.1:${port()}/portal`;
    return {
      get url() {
        return urlOf('portal_server');
      },
      get ownerUrl() {
        return urlOf('portal_owner');
      },
      get superuserUrl() {
        return superuserUrl(port());
      },
      stop,
    };
  } catch (error) {
    endOnExit();
    throw error;
  } finally {
    process.off('exit', endOnExit);
  }
}

/** Throws OperatorError before anything is written: a wrong DATA_DIR would otherwise get an empty database. */
async function refuseWithoutDatabase(dataDir: string): Promise<void> {
  if (await isCluster(path.join(dataDir, 'postgres'))) return;
  // It has none for a moment at the end of a restore.
  refuseDuringRestore(dataDir);
  throw new OperatorError(
    `There is no database in ${path.resolve(dataDir)}: start the portal once, or set DATA_DIR.`,
  );
}

/** How long a start waits for another process that starts or stops the server in this moment. Milliseconds. */
const othersMs = 5_000;

/** Repeats the attempt as long as the server is not reachable because another process may be starting or stopping it. */
async function whileOthersChange<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + othersMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(isOutage(error) || error instanceof NotStarted) || Date.now() >= deadline) throw error;
      await sleep(50);
    }
  }
}

async function connectClient(superuserUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: superuserUrl, connectionTimeoutMillis: 30_000 });
  // The server closes this connection when it stops; that must not crash the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

// The portal's connection holds this lock, so the server releases it whenever the portal dies.
const ownershipLock = 7_206_412;
/** On a busy machine the server needs a moment to notice that the owner was killed. Milliseconds. */
const releaseMs = 3_000;

/** Takes the lock, if it is released within `patienceMs`. */
async function takeOwnership(client: pg.Client, patienceMs = 0): Promise<boolean> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(${ownershipLock}) as taken`,
    );
    if (rows[0]?.taken === true) return true;
    if (Date.now() >= deadline) return false;
    await sleep(50);
  }
}

// Two processes that prepare a new server do so one after the other.
const preparationLock = 7_206_413;

/** Creates the portal's roles and database, and gives the roles the passwords of this data folder. */
async function prepareDatabase(
  client: pg.Client,
  passwords: Record<'portal_owner' | 'portal_server', string>,
): Promise<void> {
  await client.query(`select pg_advisory_lock(${preparationLock})`);
  await client.query(`do $$ begin
    if not exists (select from pg_roles where rolname = 'portal_owner') then
      create role portal_owner login;
    end if;
    if not exists (select from pg_roles where rolname = 'portal_server') then
      create role portal_server;
    end if;
    alter role portal_owner password '${passwords.portal_owner}';
    alter role portal_server login nosuperuser nobypassrls password '${passwords.portal_server}';
    if not exists (select from pg_roles where rolname = 'portal_app') then
      create role portal_app nologin nosuperuser nobypassrls;
    end if;
    grant portal_app to portal_owner with set true;
    grant portal_app to portal_server with set true, inherit false;
  end $$`);
  const { rows } = await client.query(`select from pg_database where datname = 'portal'`);
  if (rows.length === 0) await client.query('create database portal owner portal_owner');
  await client.query(`select pg_advisory_unlock(${preparationLock})`);
}
