import { agreement } from '@portal/contract/agreement';
import type { Language } from '@portal/contract/language';
import type { LoginResponse } from '@portal/contract/users';
import type { FastifyRequest } from 'fastify';
import type { Exchange } from '../../http/context.ts';
import { HttpError } from '../../http/http-error.ts';
import type { Services } from '../../services.ts';
import { owesDpu, refuseSuspended } from '../accounts/account-state.ts';
import { type AccountRow, findAccountByEmail } from '../accounts/accounts.repository.ts';
import { isPassword } from '../accounts/password-hash.ts';
import { attemptSubject, rememberDevice } from '../known-devices/known-devices.ts';
import type { SessionKind } from '../sessions/sessions.repository.ts';
import { countAttempt, forgive } from './attempt-limits.ts';
import { checkBotAfterFailures, countFailure, forgetFailures } from './log-in-failures.ts';

interface Credentials {
  email: string;
  password: string;
  captcha_token?: string | null | undefined;
}

/** Opens a session: a full one, or one that only leads to the next step that is still missing. */
export async function logIn(
  services: Services,
  { request, reply }: Exchange,
  { remember, ...credentials }: Credentials & { remember: boolean },
): Promise<LoginResponse> {
  const account = await checkCredentials(services, request, credentials);
  const kind = sessionKind(account);
  const accountId = account.account_id;
  const session = await services.database.asSystem(async (tx) => {
    await rememberDevice(tx, services.config, { request, reply, accountId });
    return services.sessions.start(tx, request, reply, { accountId, kind, remember });
  });
  request.log.info({ event: 'login', account_id: accountId, kind }, 'logged in');
  return {
    success: true,
    next: kind === 'full' ? 'welcome' : kind,
    session,
    language: account.language,
    dpu: kind === 'dpu' ? agreementIn(account.language) : null,
  };
}

/** The account of these credentials. An unknown address costs and says the same as a wrong password. */
export async function checkCredentials(
  services: Services,
  request: FastifyRequest,
  { email, password, captcha_token }: Credentials,
): Promise<AccountRow> {
  const { config, database } = services;
  const subject = await attemptSubject(database.system, config, request, email);
  // Before the count: who does not pass uses up none of the customer's attempts.
  await checkBotAfterFailures(services, request, subject, captcha_token);
  await countAttempt(services, 'login', request, subject);
  const account = await findAccountByEmail(database.system, email);
  const isRight = await isPassword(account?.password_hash, password);
  if (account === undefined || !isRight) {
    request.log.warn({ event: 'login_refused', account_id: account?.account_id }, 'credentials refused');
    await countFailure(services, request, subject);
    throw new HttpError('invalid_credentials');
  }
  await forgive(services, 'login', request, subject);
  await forgetFailures(services, subject);
  refuseSuspended(account);
  return account;
}

function sessionKind(account: AccountRow): SessionKind {
  if (account.email_confirmed_at === null) return 'confirm';
  return owesDpu(account) ? 'dpu' : 'full';
}

/** The agreement in force; its text lies at `url`. */
function agreementIn(language: Language) {
  return { ...agreement, url: `/legal/dpu/${agreement.version}.${language}.html` };
}
