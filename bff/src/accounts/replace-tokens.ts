import type { Transaction } from '../database/database.ts';
import { makeAccountToken, type Secrets } from '../secrets/secrets.ts';
import { updateAccount } from './accounts.repository.ts';

/** The members of an account without a second API token. */
export const noSecond = {
  second_token_hash: null,
  second_token_last4: null,
  second_token_sealed: null,
  second_token_last_used: null,
  second_token_reveal_mailed: null,
};

/** Replaces both API tokens, because somebody who knew the password could read them. Returns the last characters of the new one. */
export async function replaceTokens(tx: Transaction, accountId: string, secrets: Secrets): Promise<string> {
  const { stored } = makeAccountToken(secrets, accountId);
  await updateAccount(tx, accountId, {
    account_token_hash: stored.hash,
    account_token_last4: stored.last4,
    account_token_sealed: stored.sealed,
    account_token_last_used: null,
    token_reveal_mailed: null,
    ...noSecond,
  });
  return stored.last4;
}
