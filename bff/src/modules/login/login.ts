import { agreement } from '@portal/contract/agreement';
import type { Language } from '@portal/contract/language';
import type { LoginResponse } from '@portal/contract/login';
import type { FastifyRequest } from 'fastify';
import { isClosed, owesDpu, refuseChangedPassword, refuseClosed } from '../../accounts/account-access.ts';
import { type AccountRow, findAccountByEmail, lockAccount } from '../../accounts/accounts.repository.ts';
import { isPassword } from '../../accounts/passwords.ts';
import type { AppContext, Exchange, ExchangeOf } from '../../app/context.ts';
import { oneAtATime } from '../../app/visitor-passwords.ts';
import type { Transaction } from '../../database/database.ts';
import { HttpError } from '../../errors/http-error.ts';
import { recordEvent } from '../../http/security-log.ts';
import { attemptSubject } from '../../sessions/known-browser.ts';
import { isTwoFactorEnabled } from '../two-factor/two-factor.repository.ts';
import {
  checkBotAfterFailures,
  countAttempt,
  countLogin,
  forgive,
  refuseManyLogins,
  resetFailures,
} from './attempt-limits.ts';
import { rememberDevice } from './known-devices.ts';

interface Credentials {
  email: string;
  password: string;
  captcha_token?: string | null | undefined;
}

/** Checks the credentials and opens a session: a full one, or a limited one for the step that is missing. */
export async function logIn(
  { request, reply, body: { remember, ...credentials } }: ExchangeOf<'login'>,
  context: AppContext,
): Promise<LoginResponse> {
  const account = await checkCredentials(context, request, credentials);
  const accountId = account.account_id;
  const { database, sessions } = context;
  if (await isTwoFactorEnabled(database.system, accountId)) {
    const start = { accountId, kind: 'otp', remember } as const;
    const session = await database.asSystem(async (tx) => {
      await lockChecked(tx, account);
      return sessions.start(tx, request, reply, start);
    });
    recordEvent(request, 'second_step_asked');
    return { success: true, next: 'otp', session, language: account.language, dpu: null };
  }
  const { response } = await database.asSystem(async (tx) =>
    openSession(context, tx, { request, reply }, { account: await lockChecked(tx, account), remember }),
  );
  recordEvent(request, 'login', { how: response.next });
  return response;
}

/**
 * Returns the account of these credentials. Unknown addresses, wrong passwords and unconfirmed addresses are
 * indistinguishable: registering an address and logging in would otherwise reveal whether it has an account.
 */
export async function checkCredentials(
  context: AppContext,
  request: FastifyRequest,
  { email, password, captcha_token }: Credentials,
): Promise<AccountRow> {
  const { database } = context;
  const subject = await attemptSubject(context, request, email);
  await refuseManyLogins(context, request, subject);
  // Runs before the count: failing the bot check uses up none of the customer's attempts.
  await checkBotAfterFailures(context, request, subject, captcha_token);
  await countAttempt(context, 'login', request, subject);
  const account = await findAccountByEmail(database.system, email);
  const isRight = await oneAtATime(context, request, () => isPassword(account?.password_hash, password));
  if (account === undefined || !isRight || account.email_confirmed_at === null) {
    recordEvent(request, 'login_refused', { account_id: account?.account_id, how: 'credentials' });
    throw new HttpError('invalid_credentials');
  }
  await forgive(context, 'login', request, subject);
  await resetFailures(context, request, subject);
  await countLogin(context, request, subject);
  if (isClosed(account)) {
    recordEvent(request, 'login_refused', { account_id: account.account_id, how: 'closed' });
  }
  refuseClosed(account);
  return account;
}

/** Locks the account and returns it. Throws 401 if its password has changed since `checked` was read. */
export async function lockChecked(tx: Transaction, checked: AccountRow): Promise<AccountRow> {
  const account = await lockAccount(tx, checked.account_id);
  refuseChangedPassword(account, checked, new HttpError('invalid_credentials'));
  return account;
}

/** A response that opens a session, and the hashes of the tokens in its cookies. */
export interface OpenedSession {
  response: LoginResponse;
  tokenHash: Buffer;
  deviceHash: Buffer;
}

/** Opens the session after all credentials were checked: a full one, or a limited one for the agreement. */
export async function openSession(
  context: AppContext,
  tx: Transaction,
  exchange: Exchange,
  { account, remember }: { account: AccountRow; remember: boolean },
): Promise<OpenedSession> {
  const { account_id: accountId, language } = account;
  const kind = owesDpu(account) ? 'dpu' : 'full';
  const deviceHash = await rememberDevice(context, tx, { ...exchange, account });
  const { request, reply } = exchange;
  const start = { accountId, kind, remember } as const;
  const { tokenHash, ...session } = await context.sessions.startRepeatable(tx, request, reply, start);
  const next = kind === 'full' ? 'welcome' : kind;
  const dpu = kind === 'dpu' ? agreementIn(language) : null;
  return { response: { success: true, next, session, language, dpu }, tokenHash, deviceHash };
}

/** The agreement in force; `url` has its text. */
function agreementIn(language: Language) {
  return { ...agreement, url: `/legal/dpu/${agreement.version}.${language}.html` };
}
