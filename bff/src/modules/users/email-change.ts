import { createHash } from 'node:crypto';
import * as v from 'valibot';
import {
  type AccountRow,
  deleteUnconfirmedAccount,
  findAccount,
  findAccountByEmail,
  lockAccount,
} from '../../accounts/accounts.repository.ts';
import {
  findFirstRequest,
  findReservingAccount,
  type OneTimeTokenRow,
} from '../../accounts/one-time-tokens.repository.ts';
import { issueLink, revertDays } from '../../accounts/one-time-tokens.ts';
import type { AppContext } from '../../app/context.ts';
import type { Transaction } from '../../database/database.ts';
import { HttpError } from '../../errors/http-error.ts';
import { type FactoredCounters, forgiveAttempt, isWithinRate } from '../../http/rate-limit.ts';
import { defineJob } from '../../queue/queue.ts';
import { type GivenBack, giveBack } from './give-back.ts';
import { maskWholeEmail } from './mask-email.ts';

/**
 * Mails a revert link to the address that an account is about to give up, or has given up: the link undoes what happened since the
 * first request for another address that the mailbox can still revert. `account` is as it was before it gave up the address.
 */
export async function mailRevertLink(
  { config, mailer }: Pick<AppContext, 'config' | 'mailer'>,
  tx: Transaction,
  account: AccountRow,
  { mail, newEmail }: { mail: 'email_change_notice' | 'email_changed'; newEmail: string },
): Promise<void> {
  const reverts_since = await findFirstRequest(tx, account);
  const token = await issueLink(tx, config, 'email_revert', { ...account, reverts_since });
  await mailer.send(tx, account, mail, { token, new_email: newEmail, days: String(revertDays) });
}

/** Reverts a pending or completed change of address for the owner of the old mailbox. */
export async function revertEmailChange(
  context: AppContext,
  tx: Transaction,
  token: OneTimeTokenRow,
): Promise<GivenBack> {
  const { account_id: accountId, email } = token;
  if ((await lockAccount(tx, accountId)) === undefined) throw new HttpError('token_expired');
  await releaseAddress(tx, accountId, email);
  const changes = { email, email_confirmed_at: new Date().toISOString() };
  return giveBack(context, tx, token, { changes, mail: 'email_reverted' });
}

/** Deletes an unconfirmed account that somebody has registered with the address. Throws 410 if the account is confirmed. */
export async function releaseAddress(tx: Transaction, accountId: string, email: string): Promise<void> {
  const owner = await findAccountByEmail(tx, email);
  if (owner === undefined || owner.account_id === accountId) return;
  if (owner.email_confirmed_at !== null) throw new HttpError('token_expired');
  await deleteUnconfirmedAccount(tx, owner.account_id);
}

/** Changes to one address, from any accounts: beyond five its owner learns nothing from further mails. */
const newAddressMails = { name: 'email-change-to', max: 5, windowSeconds: 30 * 60 };
/** What one account may use of these, so that it cannot keep the mail from the account that the address's owner has. */
const accountMails = { name: 'email-change-to-by', max: 2, windowSeconds: 30 * 60 };

/** Mails both addresses of a change: the new one gets a confirmation link, the old one a warning. */
export function emailChangeJob({ config, database, mailer }: AppContext) {
  return defineJob({
    name: 'email-change',
    schema: v.object({ account_id: v.string(), email: v.string() }),
    run: ({ account_id: accountId, email }) =>
      database.asSystem(async (tx) => {
        const account = await findAccount(tx, accountId);
        if (account === undefined || account.pending_email !== email) return;
        await mailRevertLink({ config, mailer }, tx, account, {
          mail: 'email_change_notice',
          newEmail: email,
        });
        if (!(await isMailDue({ config, database: { system: tx } }, accountId, email))) return;
        const owner = await findAccountByEmail(tx, email);
        // An account that nobody has confirmed does not own its address.
        if (owner !== undefined && owner.email_confirmed_at !== null)
          return mailer.send(tx, owner, 'address_taken');
        const reserving = await findReservingAccount(tx, email, accountId);
        if (reserving !== undefined) return mailReserved(mailer, tx, reserving, email);
        const token = await issueLink(tx, config, 'email_change', { account_id: accountId, email });
        const hours = String(config.CONFIRM_HOURS);
        await mailer.send(tx, { ...account, email, email_confirmed_at: null }, 'email_change', {
          token,
          hours,
          account: maskWholeEmail(account.email),
        });
      }),
  });
}

async function isMailDue(counters: FactoredCounters, accountId: string, email: string): Promise<boolean> {
  const address = digestOf(email);
  const share = `${address}:${accountId}`;
  if (!(await isWithinRate(counters, accountMails, share))) return false;
  if (await isWithinRate(counters, newAddressMails, address)) return true;
  await forgiveAttempt(counters, accountMails, share);
  return false;
}

/** Mails a reserved address why somebody cannot use it yet, in the language of the account that has left it. */
export async function mailReserved(
  mailer: AppContext['mailer'],
  tx: Transaction,
  account: AccountRow,
  email: string,
): Promise<void> {
  const mailbox = { ...account, email, email_confirmed_at: null };
  const values = { days: String(revertDays), account: maskWholeEmail(account.email) };
  await mailer.send(tx, mailbox, 'address_reserved', values);
}

/** Counters do not store addresses of strangers. */
export function digestOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex');
}
