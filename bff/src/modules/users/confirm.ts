import type { ConfirmResponse, confirmRequestSchema } from '@portal/contract/users';
import type { InferOutput } from 'valibot';
import type { AppContext } from '../../app-context.ts';
import type { Transaction } from '../../database/database.ts';
import { HttpError, validationFailed } from '../../http/http-error.ts';
import type { Exchange } from '../../http/request-context.ts';
import { recordEvent, type SecurityEvent } from '../../security-log/security-log.ts';
import {
  findAccount,
  findAccountByEmail,
  findAccountId,
  updateAccount,
} from '../accounts/accounts.repository.ts';
import type { OneTimeTokenRow, Purpose } from '../one-time-tokens/one-time-tokens.repository.ts';
import { redeemCode, redeemToken } from '../one-time-tokens/one-time-tokens.ts';
import { countAttempt } from './attempt-limits.ts';
import { mailWayBack, takeAccountBack } from './email-way-back.ts';
import { resendAfterSeconds } from './send-confirmation.ts';
import { resendJob } from './users.jobs.ts';

type Confirmation = InferOutput<typeof confirmRequestSchema>;

/** Confirms an address by the mailed link or code, or mails both again. */
export async function confirm(
  context: AppContext,
  { request, reply }: Exchange,
  { token, email, code, resend }: Confirmation,
): Promise<ConfirmResponse> {
  if (resend && email) {
    await countAttempt(context, 'resend', request, email);
    // Whether there is an account is found out later: the answer takes the same time either way.
    await context.database.asSystem((tx) => context.queue.send(tx, resendJob(context), { email }));
    recordEvent(request, 'confirmation_asked');
    reply.status(202);
    return { success: true, resend_after_seconds: resendAfterSeconds };
  }
  await countAttempt(context, 'confirm', request, email ?? undefined);
  const { account_id, purpose } = await context.database.asSystem(async (tx) => {
    const redeemed = token
      ? await redeemToken(tx, token, ['confirm', 'email_change', 'email_revert'])
      : await redeemMailedCode(tx, email ?? '', code ?? '');
    if (redeemed.purpose === 'email_revert') await takeAccountBack(context, tx, redeemed);
    else await markConfirmed(context, tx, redeemed);
    return redeemed;
  });
  recordEvent(request, eventOf(purpose), { account_id });
  return { success: true, confirmed: true, next: 'login' };
}

async function redeemMailedCode(tx: Transaction, email: string, code: string): Promise<OneTimeTokenRow> {
  // An unknown address takes as long, and is told the same, as a wrong code.
  const accountId = (await findAccountId(tx, email)) ?? 'nobody';
  const redeemed = await redeemCode(tx, accountId, code);
  if (redeemed === undefined) throw validationFailed({ field: 'code', code: 'code_invalid' });
  return redeemed;
}

async function markConfirmed(
  context: AppContext,
  tx: Transaction,
  { account_id, purpose, email }: OneTimeTokenRow,
): Promise<void> {
  const confirmed = { email_confirmed_at: new Date().toISOString() };
  if (purpose !== 'email_change') {
    await updateAccount(tx, account_id, confirmed);
    return;
  }
  // The change may have been called off, or replaced by another, since the mail left.
  const account = await findAccount(tx, account_id);
  if (account?.pending_email !== email) throw new HttpError('token_expired');
  const owner = await findAccountByEmail(tx, email);
  if (owner !== undefined && owner.account_id !== account_id) throw new HttpError('token_expired');
  await updateAccount(tx, account_id, { ...confirmed, email, pending_email: null });
  await mailWayBack(context, tx, account, { mail: 'email_changed', newEmail: email });
}

function eventOf(purpose: Purpose): SecurityEvent {
  if (purpose === 'email_change') return 'email_change_confirmed';
  return purpose === 'email_revert' ? 'email_change_reverted' : 'email_confirmed';
}
