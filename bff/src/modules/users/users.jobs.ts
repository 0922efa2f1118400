import * as v from 'valibot';
import type { AppContext } from '../../app-context.ts';
import { defineJob } from '../../queue/job.ts';
import { findAccount, findAccountByEmail } from '../accounts/accounts.repository.ts';
import { issueEmailChange } from '../one-time-tokens/one-time-tokens.ts';
import { mailWayBack } from './email-way-back.ts';
import { registrationJob } from './registration.job.ts';
import { sendConfirmation } from './send-confirmation.ts';
import { sendRestoration } from './send-restoration.ts';
import { tellOwner } from './tell-owner.ts';

const emailSchema = v.object({ email: v.string() });

/** Mails a new confirmation, if the address has an account that waits for one. */
export function resendJob(context: AppContext) {
  return defineJob({
    name: 'resend-confirmation',
    schema: emailSchema,
    run: ({ email }) =>
      context.database.asSystem(async (tx) => {
        const account = await findAccountByEmail(tx, email);
        if (account?.email_confirmed_at === null) await sendConfirmation(context, tx, account);
      }),
  });
}

/** Mails a link that sets a new password, if the address has an account. */
export function restoreJob(context: AppContext) {
  return defineJob({
    name: 'restore-password',
    schema: emailSchema,
    run: ({ email }) =>
      context.database.asSystem(async (tx) => {
        const account = await findAccountByEmail(tx, email);
        if (account !== undefined) await sendRestoration(context, tx, account, 'restore');
      }),
  });
}

/** Mails to both addresses of an account that wants another: the new one confirms, the old one is warned. */
export function emailChangeJob({ config, database, mailer }: AppContext) {
  return defineJob({
    name: 'email-change',
    schema: v.object({ account_id: v.string(), email: v.string() }),
    run: ({ account_id: accountId, email }) =>
      database.asSystem(async (tx) => {
        const account = await findAccount(tx, accountId);
        if (account === undefined || account.pending_email !== email) return;
        const { language, name } = account;
        await mailWayBack({ mailer }, tx, account, { mail: 'email_change_notice', newEmail: email });
        const owner = await findAccountByEmail(tx, email);
        if (owner !== undefined) return tellOwner(mailer, tx, owner, 'address_taken');
        const token = await issueEmailChange(tx, config, { accountId, email });
        const values = { name, hours: String(config.CONFIRM_HOURS) };
        await mailer.send(tx, {
          to: email,
          language,
          mail: 'email_change',
          values,
          link: `/login?confirm=${token}`,
        });
      }),
  });
}

export const usersJobs = (context: AppContext) => [
  registrationJob(context),
  resendJob(context),
  restoreJob(context),
  emailChangeJob(context),
];
