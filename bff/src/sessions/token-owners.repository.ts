import type { Queryable } from '../database/database.ts';
import { identifier, selectList, sql } from '../database/sql.ts';
import { accountColumns, type SessionAccount } from './sessions.repository.ts';

type UseColumn = 'account_token_last_used' | 'second_token_last_used';

/** A token of an account. */
export interface TokenUse {
  hash: Buffer;
  /** The column of its last use. */
  column: UseColumn;
  /** Whether its last use was written more than a minute ago. */
  is_due: boolean;
}

export interface TokenOwner {
  account: SessionAccount;
  is_confirmed: boolean;
  tokens: TokenUse[];
}

interface TokenOwnerRow extends SessionAccount {
  account_token_hash: Buffer;
  second_token_hash: Buffer | null;
  is_first_due: boolean;
  is_second_due: boolean;
  is_confirmed: boolean;
}

// The last use is written at most this often; otherwise every read would cost a write.
const useSeconds = 60;

/** Finds an account with its tokens. */
export async function findTokenOwner(db: Queryable, sid: string): Promise<TokenOwner | undefined> {
  const row = await db.first<TokenOwnerRow>(sql`
    select ${selectList(accountColumns)}, account_token_hash, second_token_hash,
      ${isDue('account_token_last_used')} as is_first_due, ${isDue('second_token_last_used')} as is_second_due,
      email_confirmed_at is not null as is_confirmed
    from accounts where account_sid = ${sid}`);
  if (row === undefined) return undefined;
  const { account_token_hash, second_token_hash, is_first_due, is_second_due, is_confirmed, ...account } =
    row;
  const tokens: TokenUse[] = [
    { hash: account_token_hash, column: 'account_token_last_used', is_due: is_first_due },
  ];
  if (second_token_hash !== null)
    tokens.push({ hash: second_token_hash, column: 'second_token_last_used', is_due: is_second_due });
  return { account, is_confirmed, tokens };
}

/**
 * Writes the last use of a token. Of parallel requests one writes it. None waits for a transaction that has locked the
 * account: a later request writes its use.
 */
export async function updateTokenUse(db: Queryable, accountId: string, column: UseColumn): Promise<void> {
  await db.run(sql`
    update accounts set ${identifier(column)} = now()
    where account_id = (
      select account_id from accounts where account_id = ${accountId} and ${isDue(column)}
      for no key update skip locked)`);
}

function isDue(column: UseColumn) {
  return sql`coalesce(${identifier(column)} < now() - make_interval(secs => ${useSeconds}), true)`;
}
