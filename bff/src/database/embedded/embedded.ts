import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createDataFolder } from '../../config/data-folder.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import { createCluster, isCluster, locateBinaries, refuseOtherMajor } from './cluster.ts';
import { readRolePassword, readSuperuserPassword } from './passwords.ts';
import { findRunning, launch } from './process.ts';
import { serverAccount } from './server-account.ts';
import { supervise } from './supervisor.ts';

export interface EmbeddedPostgres {
  /** URL of the portal's database for the server's role, portal_server. */
  url: string;
  /** The same for portal_owner, which owns the database; migrations run as this role. */
  ownerUrl: string;
  /** URL of the same server for its superuser, database postgres; tests create databases with it. */
  superuserUrl: string;
  /** Stops the server if this process owns it. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  /** Set by tools that run beside the portal and share its server. A second portal is refused. */
  share?: boolean;
  /** Server settings that override the defaults; tests switch fsync off. */
  settings?: Readonly<Record<string, string>>;
  /** Receives the end and the restarts of the server. */
  report?: (event: string, error?: unknown) => void;
}

/**
 * Starts PostgreSQL 18 with its data in `<dataDir>/postgres`, or takes over a server that a killed process left
 * running. Throws OperatorError if that is impossible.
 */
export async function startEmbedded({
  dataDir,
  share = false,
  settings = {},
  report = () => undefined,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  createDataFolder(dataDir);
  // Resolves links: a running server is recognized by its working directory.
  const root = await realpath(dataDir);
  const clusterDir = path.join(root, 'postgres');
  const binaries = locateBinaries();
  const account = await serverAccount(binaries.postgres, root);
  const password = await readSuperuserPassword(root);
  const passwords = {
    portal_owner: await readRolePassword(root, 'owner'),
    portal_server: await readRolePassword(root, 'server'),
  };

  const running = await findRunning(clusterDir);
  if (running === undefined && !(await isCluster(clusterDir))) {
    await createCluster({ binaries, account, clusterDir, password });
  }
  await refuseOtherMajor(clusterDir);
  const launched = { binaries, account, clusterDir, settings, logFile: path.join(root, 'postgres.log') };
  const server = running ?? (await launch(launched));
  // Until `stop` takes over: an exit while the database is prepared must not leave the server running.
  const endOnExit = () => server.signal();
  if (running === undefined) process.once('exit', endOnExit);

  const superuserUrl = `postgres://postgres:${password}@127.0.0.1:${server.port}/postgres`;
  const urlOf = (role: keyof typeof passwords) =>
    `postgres://${role}:${passwords[role]}@127.0.0.1:${server.port}/portal`;
  const owner = await connectOwner(superuserUrl);
  const isOwner = await takeOwnership(owner, share ? 0 : releaseMs);
  if (!isOwner && !share) {
    await owner.end();
    throw new OperatorError(
      `Another portal already runs on the data in ${clusterDir}. Stop it, or give this one its own DATA_DIR, or let both use one server through DATABASE_URL.`,
    );
  }
  if (isOwner) await prepareDatabase(owner, passwords);
  const restart = async (port: number) => {
    const again = (await findRunning(clusterDir)) ?? (await launch({ ...launched, port }));
    const client = await connectOwner(superuserUrl);
    if (await takeOwnership(client)) return { server: again, owner: client };
    await client.end();
    throw new OperatorError(`Another program holds the server on ${clusterDir}.`);
  };
  const stop = isOwner
    ? supervise({ server, owner }, { restart, report }).stop
    : () => owner.end().catch(() => undefined);
  process.off('exit', endOnExit);
  return { url: urlOf('portal_server'), ownerUrl: urlOf('portal_owner'), superuserUrl, stop };
}

async function connectOwner(superuserUrl: string): Promise<pg.Client> {
  const owner = new pg.Client({ connectionString: superuserUrl, connectionTimeoutMillis: 30_000 });
  // The server closes this connection when it stops; that must not crash the process.
  owner.on('error', () => undefined);
  await owner.connect();
  return owner;
}

// The owner's connection holds this lock, so the server releases it whenever the owner dies.
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

/** Creates the portal's roles and database, and gives the roles the passwords of this data folder. */
async function prepareDatabase(
  client: pg.Client,
  passwords: Record<'portal_owner' | 'portal_server', string>,
): Promise<void> {
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
}
