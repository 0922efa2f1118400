import type { AppContext } from '../../app-context.ts';
import { HttpError } from '../../http/http-error.ts';
import type { Exchange } from '../../http/request-context.ts';
import { recordEvent } from '../../security-log/security-log.ts';
import { refuseSuspended } from '../accounts/account-state.ts';
import { findAccount } from '../accounts/accounts.repository.ts';
import { redeemToken } from '../one-time-tokens/one-time-tokens.ts';
import { countAttempt } from './attempt-limits.ts';
import { maskEmail } from './mask-email.ts';

/** Takes the token of a restore link, once, for a session that may set a new password and nothing else. */
export async function exchangeToken(
  context: AppContext,
  { request, reply }: Exchange,
  { token }: { token: string },
) {
  await countAttempt(context, 'change', request);
  const answer = await context.database.asSystem(async (tx) => {
    const { account_id: accountId } = await redeemToken(tx, token, ['restore']);
    const account = await findAccount(tx, accountId);
    if (account === undefined) throw new HttpError('token_expired');
    // Takes back what the transaction did.
    refuseSuspended(account);
    const start = { accountId, kind: 'restore', remember: false } as const;
    const { expires_at } = await context.sessions.start(tx, request, reply, start);
    return { email_masked: maskEmail(account.email), expires_at };
  });
  recordEvent(request, 'restore_token_exchanged');
  return answer;
}
