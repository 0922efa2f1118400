import { lockAccount } from '../../accounts/accounts.repository.ts';
import type { AppContext } from '../../app/context.ts';
import { sealRecord } from '../../audit/seal-record.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import { deleteSessions } from '../../sessions/sessions.repository.ts';
import { deleteTwoFactor, lockTwoFactor } from './two-factor.repository.ts';

type DisableContext = Pick<AppContext, 'database' | 'mailer' | 'secrets'>;

interface Decision {
  accountId: string;
  /** The support's ticket: letters, digits, `-` and `_`. */
  ticket: string;
}

/**
 * Disables an account's two-step verification for an owner who has lost it, ends all sessions and mails the owner, all or
 * nothing. Returns a record for the security log, sealed in a chain of its own: its head is stored in the same
 * transaction, so that `audit:verify` reports a log that lacks the record. Throws OperatorError if the account does not
 * exist or two-step verification is off.
 */
export async function disableByOperator(
  { database, mailer, secrets }: DisableContext,
  { accountId, ticket }: Decision,
): Promise<{ record: string; sessions: number }> {
  return database.asBackground(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (account === undefined) throw new OperatorError(`There is no account ${accountId}.`);
    const row = await lockTwoFactor(tx, accountId);
    if (row === undefined || row.enabled_at === null)
      throw new OperatorError(`Two-step verification of ${accountId} is off.`);
    await deleteTwoFactor(tx, accountId);
    const sessions = await deleteSessions(tx, accountId);
    await mailer.send(tx, account, 'two_factor_disabled');
    const event = { event: 'two_factor_disabled', account_id: accountId, how: 'operator', ticket };
    const record = await sealRecord(tx, secrets, event);
    return { record, sessions };
  });
}
