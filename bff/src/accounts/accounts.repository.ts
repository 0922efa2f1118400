import { randomBytes } from 'node:crypto';
import type { Language } from '@portal/contract/language';
import type { Currency } from '@portal/contract/money';
import { Conflict } from '../database/conflict.ts';
import type { Queryable } from '../database/database.ts';
import { identifier, insertInto, joinSql, sql } from '../database/sql.ts';
import { makeAccountToken, type Secrets } from '../secrets/secrets.ts';

export interface AccountRow {
  account_id: string;
  account_sid: string;
  account_token_last4: string;
  /** Null for tokens that were created before the portal could show them again. */
  account_token_sealed: string | null;
  /** The second token, which is to replace the first: all three columns are set, or none. */
  second_token_hash: Buffer | null;
  second_token_last4: string | null;
  second_token_sealed: string | null;
  /** When a program last used each token, to the minute. */
  account_token_last_used: string | null;
  second_token_last_used: string | null;
  /** When the owner was last mailed that each token was shown. */
  token_reveal_mailed: string | null;
  second_token_reveal_mailed: string | null;
  email: string;
  email_confirmed_at: string | null;
  pending_email: string | null;
  /** When an address was first pending that has not been canceled or confirmed since. */
  pending_email_since: string | null;
  password_hash: string;
  name: string;
  company: string;
  phone: string;
  address: string | null;
  country: string | null;
  tax_number: string | null;
  tax_status: string;
  /** When the register last gave an answer. */
  tax_checked_at: string | null;
  tax_check_due: string | null;
  tax_check_failures: number;
  currency: Currency | null;
  timezone: string;
  language: Language;
  crypto_enabled: boolean;
  status: string;
  status_reason: string | null;
  terms_version: string;
  dpu_version: string | null;
  dpu_accepted_at: string | null;
  /** Whether a session has begun with the password. */
  has_logged_in: boolean;
  created: string;
}

/** The columns of a registration, and those that a seed may add. */
export type NewAccount = Pick<
  AccountRow,
  'email' | 'password_hash' | 'name' | 'company' | 'phone' | 'timezone' | 'language' | 'terms_version'
> &
  AccountChanges & { created?: string };

type Changeable = Omit<AccountRow, 'account_id' | 'account_sid' | 'created' | 'pending_email_since'> & {
  account_token_hash: Buffer;
  terms_accepted_at: string;
  dpu_accepted_at: string;
  password_changed_at: string;
};

export type AccountChanges = { [Column in keyof Changeable]?: Changeable[Column] | undefined };

/** Inserts an account. Returns undefined if its address is taken. Only seeds set `created`. */
export async function insertAccount(
  db: Queryable,
  secrets: Secrets,
  account: NewAccount,
): Promise<AccountRow | undefined> {
  const accountId = `acc_${randomId()}`;
  const { stored } = makeAccountToken(secrets, accountId);
  const row = {
    account_id: accountId,
    account_sid: `AC${randomBytes(16).toString('hex')}`,
    account_token_hash: stored.hash,
    account_token_last4: stored.last4,
    account_token_sealed: stored.sealed,
    terms_accepted_at: new Date(),
    ...account,
  };
  return db.first<AccountRow>(sql`
    ${insertInto('accounts', row)}
    on conflict (lower(email)) do nothing
    returning *`);
}

export async function findAccount(db: Queryable, accountId: string) {
  return db.first<AccountRow>(sql`select * from accounts where account_id = ${accountId}`);
}

/** Locks the account: other changes of it wait until the transaction ends. */
export async function lockAccount(db: Queryable, accountId: string) {
  return db.first<AccountRow>(sql`select * from accounts where account_id = ${accountId} for update`);
}

export async function findAccountByEmail(db: Queryable, email: string) {
  return db.first<AccountRow>(sql`select * from accounts where lower(email) = lower(${email})`);
}

export async function findAccountId(db: Queryable, email: string): Promise<string | undefined> {
  const row = await db.first<Pick<AccountRow, 'account_id'>>(
    sql`select account_id from accounts where lower(email) = lower(${email})`,
  );
  return row?.account_id;
}

/**
 * Updates the given columns. Undefined members are not changed. Throws Conflict if another account has taken the address since
 * the transaction has looked for one.
 */
export async function updateAccount(
  db: Queryable,
  accountId: string,
  changes: AccountChanges,
): Promise<AccountRow | undefined> {
  const changed = Object.entries(changes).filter(([, value]) => value !== undefined);
  const assignments = changed.map(([column, value]) => sql`, ${identifier(column)} = ${value}`);
  const updated = db.first<AccountRow>(sql`
    update accounts set updated = now()${joinSql(assignments, '')}
    where account_id = ${accountId}
    returning *`);
  return updated.catch((error: unknown) => {
    if (isAddressTaken(error)) throw new Conflict('another account has the address', { cause: error });
    throw error;
  });
}

function isAddressTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'accounts_email';
}

/** Notes that the owner is mailed that an API token was shown. Returns false if a mail of the last day said so of this token. */
export async function noteTokenMail(
  db: Queryable,
  accountId: string,
  which: 'primary' | 'secondary',
): Promise<boolean> {
  const mailed = identifier(which === 'primary' ? 'token_reveal_mailed' : 'second_token_reveal_mailed');
  const noted = await db.run(sql`
    update accounts set ${mailed} = now()
    where account_id = ${accountId} and (${mailed} is null or ${mailed} < now() - interval '1 day')`);
  return noted > 0;
}

/** Deletes an unconfirmed account and everything that belongs to it. */
export async function deleteUnconfirmedAccount(db: Queryable, accountId: string): Promise<void> {
  await db.run(sql`
    delete from accounts where account_id = ${accountId} and email_confirmed_at is null`);
}

/** 16 characters of an alphabet without look-alikes: 80 random bits. */
function randomId(): string {
  return [...randomBytes(16)].map((byte) => '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'[byte % 32]).join('');
}
