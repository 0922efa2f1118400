import type { LoginResponse } from '@portal/contract/users';
import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../app-context.ts';
import { HttpError } from '../../http/http-error.ts';
import type { Exchange } from '../../http/request-context.ts';
import { recordEvent } from '../../security-log/security-log.ts';
import { isSuspended, refuseSuspended } from '../accounts/account-state.ts';
import { type AccountRow, findAccountByEmail } from '../accounts/accounts.repository.ts';
import { isPassword } from '../accounts/password-hash.ts';
import { attemptSubject } from '../known-devices/known-devices.ts';
import { isTwoFactorEnabled } from '../two-factor/two-factor.repository.ts';
import { countAttempt, forgive } from './attempt-limits.ts';
import { checkBotAfterFailures, forgetFailures } from './log-in-failures.ts';
import { openSession } from './open-session.ts';

interface Credentials {
  email: string;
  password: string;
  captcha_token?: string | null | undefined;
}

/** Opens a session: a full one, or one that only leads to the next step that is still missing. */
export async function logIn(
  context: AppContext,
  { request, reply }: Exchange,
  { remember, ...credentials }: Credentials & { remember: boolean },
): Promise<LoginResponse> {
  const account = await checkCredentials(context, request, credentials);
  const accountId = account.account_id;
  const { database, sessions } = context;
  if (await isTwoFactorEnabled(database.system, accountId)) {
    const start = { accountId, kind: 'otp', remember } as const;
    const session = await database.asSystem((tx) => sessions.start(tx, request, reply, start));
    recordEvent(request, 'second_step_asked');
    return { success: true, next: 'otp', session, language: account.language, dpu: null };
  }
  const answer = await database.asSystem((tx) =>
    openSession(context, tx, { request, reply }, { account, remember }),
  );
  recordEvent(request, 'login', { how: answer.next });
  return answer;
}

/** The account of these credentials. An unknown address costs and says the same as a wrong password. */
export async function checkCredentials(
  context: AppContext,
  request: FastifyRequest,
  { email, password, captcha_token }: Credentials,
): Promise<AccountRow> {
  const { config, database } = context;
  const subject = await attemptSubject(database.system, config, request, email);
  // Before the count: who does not pass uses up none of the customer's attempts.
  await checkBotAfterFailures(context, request, subject, captcha_token);
  await countAttempt(context, 'login', request, subject);
  const account = await findAccountByEmail(database.system, email);
  const isRight = await isPassword(account?.password_hash, password);
  if (account === undefined || !isRight) {
    recordEvent(request, 'login_refused', { account_id: account?.account_id, how: 'credentials' });
    throw new HttpError('invalid_credentials');
  }
  await forgive(context, 'login', request, subject);
  await forgetFailures(context, request, subject);
  if (isSuspended(account)) {
    recordEvent(request, 'login_refused', { account_id: account.account_id, how: 'suspended' });
  }
  refuseSuspended(account);
  return account;
}
