import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { connect, type Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';

interface TestDatabaseOptions {
  /** Time for a request's statements; generous, because the tests also run on busy machines. */
  timeoutSeconds?: number;
  /** Changes the database's URL, for a proxy before it. */
  through?: (url: string) => Promise<string>;
}

/** Copies the migrated database for one test file. */
export async function createTestDatabase({
  timeoutSeconds = 30,
  through = async (url) => url,
}: TestDatabaseOptions = {}): Promise<{ database: Database; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copying files takes less time than copying pages through the write-ahead log.
  await onServer(`create database ${name} template portal strategy file_copy owner portal_owner`);
  const url = new URL(process.env.PORTAL_TEST_DATABASE ?? '');
  url.pathname = `/${name}`;
  const database = connect({ url: await through(url.href), poolSize: 5, timeoutSeconds });
  return {
    database,
    drop: async () => {
      await database.close();
      await onServer(`drop database ${name} with (force)`);
    },
  };
}

/** Creates a database without migrations, and connects as its owner. */
export async function createEmptyDatabase(): Promise<{ owner: Database; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name} template template0 owner portal_owner`);
  const url = new URL(process.env.PORTAL_TEST_OWNER ?? '');
  url.pathname = `/${name}`;
  const owner = connect({ url: url.href, poolSize: 2, timeoutSeconds: 30 });
  return {
    owner,
    drop: async () => {
      await owner.close();
      await onServer(`drop database ${name} with (force)`);
    },
  };
}

/** Connects to the same database as its superuser, for what the server's role may not do. The caller closes it. */
export function connectAsSuperuser(database: Database): Promise<Database> {
  return connectTo(database, process.env.PORTAL_TEST_SERVER);
}

/** The same as the role that owns it, as migrations and the demonstration run. */
export function connectAsOwner(database: Database): Promise<Database> {
  return connectTo(database, process.env.PORTAL_TEST_OWNER);
}

async function connectTo(database: Database, server = ''): Promise<Database> {
  const { name } = await database.system.one<{ name: string }>(sql`select current_database() as name`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return connect({ url: url.href, poolSize: 1, timeoutSeconds: 30 });
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.PORTAL_TEST_SERVER });
  await client.connect();
  await client.query(statement);
  await client.end();
}
