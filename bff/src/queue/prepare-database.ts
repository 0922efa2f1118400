import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { withAdvisoryLock } from '../database/advisory-lock.ts';
import type { Database } from '../database/database.ts';
import { isMigrated, migrate, migrationNames } from '../database/migrate.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { sql } from '../database/sql.ts';
import { OperatorError } from '../errors/operator-error.ts';

type Report = (text: string) => void;

/**
 * Applies missing migrations and creates the queue's tables, both as the owner of the database. Reports if it waits for another
 * process. Throws OperatorError if something is missing and the owner's address is unknown, or with `refuseOwner` if the server
 * itself is the owner.
 */
export async function prepareDatabase(
  { database, asOwner }: Pick<OpenDatabase, 'database' | 'asOwner'>,
  { refuseOwner = false, report }: { refuseOwner?: boolean; report?: Report } = {},
): Promise<void> {
  // This statement fails in seconds, while a migration waits for a connection as long as a job.
  const isOwner = await ownsDatabase(database);
  if (isOwner && refuseOwner) throw new OperatorError(ownerRefused);
  if (asOwner !== undefined)
    return asOwner((owner) => createTables(owner, report).catch((error) => explain(error, owner)));
  if (isOwner) return createTables(database, report);
  if (!(await isMigrated(database, await migrationNames()))) {
    throw new OperatorError(
      'The database lacks migrations, which the role of DATABASE_URL may not apply. Set DATABASE_OWNER_URL.',
    );
  }
}

/** A restored database can belong to another role, whose right to change it is missed first by a later version. */
async function explain(error: unknown, owner: Database): Promise<never> {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const isRefused = cause instanceof pg.DatabaseError && cause.code === '42501';
  if (isRefused && !(await ownsDatabase(owner)))
    throw new OperatorError(
      'The role of DATABASE_OWNER_URL may not change the database, because it does not own it: "alter database … owner to …".',
      { cause },
    );
  throw error;
}

const ownerRefused =
  'The role of DATABASE_URL owns the database, so none of its rules binds the server. Create a role that owns nothing for ' +
  'DATABASE_URL, and name the owner in DATABASE_OWNER_URL: docs/runbooks/production.md.';

/** Whether the server's login owns the database, so that no rule of the database binds it. */
export async function ownsDatabase(database: Database): Promise<boolean> {
  const { is_owner } = await database.system.one<{ is_owner: boolean }>(sql`
    select pg_has_role(current_user, datdba, 'usage') as is_owner from pg_database where datname = current_database()`);
  return is_owner;
}

/** An arbitrary number, equal in every process. */
export const lockKey = 7_206_412;

/** Applies missing migrations and creates the queue's tables, as the role of this connection. */
export async function createTables(owner: Database, report?: Report): Promise<void> {
  await migrate(owner, report);
  // Commands start at any moment: two processes can neither create tables nor grant rights at the same time.
  await withAdvisoryLock(owner, { key: lockKey, report }, async (tx) => {
    // On another connection, which commits.
    await createQueue(owner);
    await tx.run(sql`grant usage on schema pgboss to portal_server`);
    await tx.run(sql`grant select, insert, update, delete on all tables in schema pgboss to portal_server`);
    await tx.run(sql`grant usage on all sequences in schema pgboss to portal_server`);
  });
}

async function createQueue(owner: Database): Promise<void> {
  const boss = new PgBoss({
    schedule: false,
    supervise: false,
    db: {
      executeSql: (text, values) =>
        owner.withBackgroundConnection(async (client) => {
          const result: pg.QueryResult | pg.QueryResult[] = await client.query({
            text,
            values: values ?? [],
            types: pg.types,
          });
          return { rows: [result].flat().flatMap(({ rows }) => rows) };
        }),
    },
  });
  await boss.start();
  await boss.stop({ graceful: false });
}
