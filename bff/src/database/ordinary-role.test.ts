import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createLog } from '../log.ts';
import { createTables, lockKey, ownsDatabase, prepareDatabase } from '../queue/prepare-database.ts';
import { startQueue } from '../queue/queue.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { connect } from './database.ts';
import { type EmbeddedPostgres, startEmbedded } from './embedded/embedded.ts';
import { isMigrated, migrationNames } from './migrate.ts';
import { sql } from './sql.ts';

const runbook = path.join(__dirname, '../../../docs/runbooks/production.md');
let server: EmbeddedPostgres;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'portal-role-'));
  await chmod(dataDir, 0o755);
  server = await startEmbedded({ dataDir });
  // The embedded server creates the portal's roles itself; an operator's server has none of them.
  await asSuperuser(
    'drop database portal',
    'drop role portal_server',
    'drop role portal_owner',
    'drop role portal_app',
  );
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function asSuperuser(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: server.superuserUrl });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

function urlOf(role: string): string {
  const url = new URL(server.superuserUrl);
  return Object.assign(url, { username: role, password: '…', pathname: '/portal' }).href;
}

/** Starts as the BFF does. Returns the role of a customer's transaction. */
async function startPortal(ownerUrl: string | undefined): Promise<unknown> {
  const database = connect({ url: urlOf('portal_server'), poolSize: 3, timeoutSeconds: 60 });
  const owner =
    ownerUrl === undefined ? undefined : connect({ url: ownerUrl, poolSize: 3, timeoutSeconds: 60 });
  try {
    await prepareDatabase({ database, asOwner: owner && ((work) => work(owner)) });
    const secrets = createSecrets({ DATA_DIR: dataDir, SECRETS_KEY: undefined });
    const queue = await startQueue({ database, secrets, log: createLog('silent') }, { maintain: false });
    await queue.stop();
    expect(await isMigrated(database, await migrationNames())).toBe(true);
    expect(await ownsDatabase(database)).toBe(false);
    return await database.withAccount('acc_2', (tx) =>
      tx.one(sql`select current_user as role, (select count(*)::int from accounts) as accounts`),
    );
  } finally {
    await owner?.close();
    await database.close();
  }
}

test('starts with the roles that the runbook creates, and without the right to create roles afterwards', async () => {
  const text = await readFile(runbook, 'utf8');
  const [, statements = ''] = /```sql\n([^`]+)```/.exec(text) ?? [];
  const commands = statements.split(';').filter((command) => command.trim() !== '');
  expect(commands).toHaveLength(3);
  await asSuperuser(...commands);
  await expect(startPortal(undefined)).rejects.toThrow();
  await asSuperuser('alter database portal owner to postgres');
  await expect(startPortal(urlOf('portal'))).rejects.toThrow('it does not own it: "alter database');
  await asSuperuser('alter database portal owner to portal');
  const started = { role: 'portal_app', accounts: 0 };
  expect(await startPortal(urlOf('portal'))).toEqual(started);
  await asSuperuser('alter role portal nocreaterole');
  expect(await startPortal(urlOf('portal'))).toEqual(started);
  // Once everything is applied, the server needs no owner.
  expect(await startPortal(undefined)).toEqual(started);
});

test('a start waits for the rights that another one is granting', async () => {
  const superuser = connect({ url: server.superuserUrl, poolSize: 3, timeoutSeconds: 60 });
  const owner = connect({ url: urlOf('portal'), poolSize: 3, timeoutSeconds: 60 });
  const other = new pg.Client({ connectionString: urlOf('portal') });
  await other.connect();
  try {
    await createTables(owner);
    await other.query(`begin; select pg_advisory_xact_lock(${lockKey})`);
    await other.query('grant usage on schema pgboss to portal_server');
    const starting = createTables(owner);
    starting.catch(() => undefined);
    const isWaiting = async () => {
      const { count } = await superuser.system.one<{ count: number }>(sql`
        select count(*)::int as count from pg_stat_activity where usename = 'portal' and wait_event_type = 'Lock'`);
      return count > 0;
    };
    while (!(await isWaiting())) await wait(20);
    await other.query('commit');
    await starting;
  } finally {
    await other.end();
    await owner.close();
    await superuser.close();
  }
});

test('the server’s role owns nothing; production refuses a login that does', async () => {
  const database = connect({ url: urlOf('portal_server'), poolSize: 1, timeoutSeconds: 60 });
  const owner = connect({ url: urlOf('portal'), poolSize: 1, timeoutSeconds: 60 });
  try {
    const { owned } = await database.system.one<{ owned: number }>(sql`
      select (select count(*) from pg_class where pg_has_role(current_user, relowner, 'usage'))
        + (select count(*) from pg_proc where pg_has_role(current_user, proowner, 'usage')) as owned`);
    expect(owned).toBe(0);
    expect(await ownsDatabase(owner)).toBe(true);
    const asOwner = { database: owner, asOwner: undefined };
    await expect(prepareDatabase(asOwner, { refuseOwner: true })).rejects.toThrow('owns the database');
    await prepareDatabase(asOwner);
  } finally {
    await owner.close();
    await database.close();
  }
});
