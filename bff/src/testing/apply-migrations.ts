import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database, Transaction } from '../database/database.ts';
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

/** Inserts the account `acc_1` into a database that lacks later migrations. */
export async function insertOldAccount(tx: Transaction): Promise<void> {
  await tx.run(sql`
    insert into accounts (account_id, account_sid, account_token_hash, account_token_last4, email, password_hash, name, company,
      phone, timezone, language, terms_version, terms_accepted_at)
    values ('acc_1', 'AC1', 'x', 'abcd', 'a@example.com', 'x', 'A', 'B', '+372', 'UTC', 'en', '1', now())`);
}
