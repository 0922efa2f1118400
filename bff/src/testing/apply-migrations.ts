import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../database/database.ts';
import { migrationNames } from '../database/migrate.ts';
import { sql } from '../database/sql.ts';

/** Applies the migrations whose names are in a range, without the record of them. */
export async function applyMigrations(owner: Database, isIncluded: (name: string) => boolean): Promise<void> {
  for (const name of (await migrationNames()).filter(isIncluded)) {
    const text = await readFile(path.join(__dirname, '../../migrations', name), 'utf8');
    await owner.asBackground(async (tx) => {
      await tx.run(
        sql`create table if not exists migrations (name text primary key, checksum text, applied timestamptz)`,
      );
      await tx.client.query(text);
    });
  }
}
