import type { NewAccount } from '../../accounts/accounts.repository.ts';
import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';

/** The account that a registration asks for. Its address is the one that the confirmation is mailed to. */
export type RegistrationForm = Omit<NewAccount, 'email'>;

export interface RegistrationRow {
  browser_hash: Buffer;
  form: Partial<RegistrationForm>;
}

/** Registrations of one address. A flood drops the oldest; the mailbox then chooses the password. */
const mostRegistrations = 200;

/** Inserts a registration, or replaces the earlier one of the same browser. Returns the address's registrations. */
export async function upsertRegistration(
  db: Queryable,
  accountId: string,
  browserHash: Buffer,
  form: RegistrationForm,
): Promise<number> {
  await db.run(sql`
    insert into registrations (account_id, browser_hash, form)
    values (${accountId}, ${browserHash}, ${JSON.stringify(form)})
    on conflict (account_id, browser_hash) do update set form = excluded.form, created = now()`);
  await db.run(sql`
    delete from registrations where account_id = ${accountId} and browser_hash in (
      select browser_hash from registrations where account_id = ${accountId}
      order by created desc, browser_hash offset ${mostRegistrations})`);
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count from registrations where account_id = ${accountId}`);
  return count;
}

/** Returns the account's registrations, newest first. */
export async function findRegistrations(db: Queryable, accountId: string) {
  return db.query<RegistrationRow>(sql`
    select browser_hash, form from registrations where account_id = ${accountId}
    order by created desc, browser_hash`);
}

/** Deletes the account's registrations and returns them. */
export async function deleteRegistrations(db: Queryable, accountId: string) {
  return db.query<RegistrationRow>(sql`
    delete from registrations where account_id = ${accountId} returning browser_hash, form`);
}
