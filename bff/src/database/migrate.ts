import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { withAdvisoryLock } from './advisory-lock.ts';
import type { Database } from './database.ts';
import { sql } from './sql.ts';

const folder = fileURLToPath(new URL('../../migrations', import.meta.url));
// An arbitrary number, equal in every process: two processes that start together apply each migration once.
const lockKey = 7_206_411;
/** A migration may rewrite a large table. One whose process is suspended must not lock its tables until it goes on. */
const limit = { seconds: Number.POSITIVE_INFINITY, idleSeconds: 60 };

type Migration = Awaited<ReturnType<typeof readMigrations>>[number];

/**
 * Applies missing `migrations/NNNN-name.sql` in order, returns their names. Throws if an applied one has changed. Reports if it
 * waits for another process.
 */
export async function migrate(database: Database, report?: (text: string) => void): Promise<string[]> {
  const migrations = await readMigrations();
  // Its transaction only holds the lock: each migration commits separately, on a second connection.
  return withAdvisoryLock(database, { key: lockKey, report }, async (lock) => {
    const rows = await database.asBackground(async (tx) => {
      await tx.run(sql`
        create table if not exists migrations (
          name text primary key,
          checksum text not null,
          applied timestamptz not null default now()
        )`);
      return tx.query<{ name: string; checksum: string }>(sql`select name, checksum from migrations`);
    });
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    refuseEdited(applied, migrations);
    const missing = migrations.filter((migration) => !applied.has(migration.name));
    for (const migration of missing) {
      // Throws if the lock is lost.
      await lock.run(sql`select 1`);
      await apply(database, migration);
    }
    return missing.map((migration) => migration.name);
  });
}

/** Whether every one of these migrations has been applied. */
export async function isMigrated(database: Database, names: readonly string[]): Promise<boolean> {
  const rows = await database.system.query<{ name: string }>(sql`select name from migrations`);
  const applied = new Set(rows.map((row) => row.name));
  return names.every((name) => applied.has(name));
}

/** Warns of migrations that this program does not know: an older version was started on a newer database, and nobody has tested that. */
export async function warnOfNewerDatabase(database: Database, log: Logger): Promise<void> {
  const known = await migrationNames();
  const rows = await database.system.query<{ name: string }>(sql`select name from migrations order by name`);
  const migrations = rows.map(({ name }) => name).filter((name) => !known.includes(name));
  if (migrations.length > 0)
    log.warn(
      { migrations },
      'the database has migrations that this version does not know: start the version that applied them',
    );
}

/** The names of this program's migrations, in order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort();
}

async function apply(database: Database, migration: Migration): Promise<void> {
  await database.asBackground(async (tx) => {
    try {
      await tx.client.query(migration.text);
    } catch (error) {
      throw new Error(`Migration ${migration.name} failed`, { cause: error });
    }
    await tx.run(
      sql`insert into migrations (name, checksum) values (${migration.name}, ${migration.checksum})`,
    );
  }, limit);
}

async function readMigrations() {
  return Promise.all(
    (await migrationNames()).map(async (name) => {
      const text = await readFile(`${folder}/${name}`, 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

function refuseEdited(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const changed = migrations.filter((migration) => {
    const checksum = applied.get(migration.name);
    return checksum !== undefined && checksum !== migration.checksum;
  });
  if (changed.length > 0) {
    const names = changed.map((migration) => migration.name).join(', ');
    throw new Error(`Applied migrations were edited afterwards: ${names}. Add a new migration instead.`);
  }
}
