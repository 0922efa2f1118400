import type { AppContext } from '../../app-context.ts';
import type { Transaction } from '../../database/database.ts';
import type { AccountRow } from '../accounts/accounts.repository.ts';
import { issueRestoration } from '../one-time-tokens/one-time-tokens.ts';

/** Mails a link that sets a new password: one that was asked for, or the one after a change of address was undone. */
export async function sendRestoration(
  { config, mailer }: Pick<AppContext, 'config' | 'mailer'>,
  tx: Transaction,
  { account_id: accountId, email, language, name }: AccountRow,
  mail: 'restore' | 'email_reverted',
): Promise<void> {
  const token = await issueRestoration(tx, config, { accountId, email });
  const values = { name, email, minutes: String(config.RESTORE_MINUTES) };
  await mailer.send(tx, { to: email, language, mail, values, link: `/change?token=${token}` });
}
