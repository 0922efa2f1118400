import type { AppContext } from '../../app-context.ts';
import type { Transaction } from '../../database/database.ts';
import type { AccountRow } from '../accounts/accounts.repository.ts';
import { issueConfirmation } from '../one-time-tokens/one-time-tokens.ts';

/** How long the portal asks to wait before another mail is asked for. */
export const resendAfterSeconds = 60;

/** Mails a link and a code that confirm the account's address. */
export async function sendConfirmation(
  { config, mailer }: Pick<AppContext, 'config' | 'mailer'>,
  tx: Transaction,
  { account_id, email, language, name }: AccountRow,
): Promise<void> {
  const { token, code } = await issueConfirmation(tx, config, { accountId: account_id, email });
  const values = { name, code, hours: String(config.CONFIRM_HOURS), minutes: String(config.RESTORE_MINUTES) };
  await mailer.send(tx, { to: email, language, mail: 'confirm', values, link: `/login?confirm=${token}` });
}
