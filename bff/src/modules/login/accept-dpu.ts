import { type AcceptDpuResponse, agreement } from '@portal/contract/agreement';
import type { FastifyRequest } from 'fastify';
import { refuseClosed } from '../../accounts/account-access.ts';
import { updateAccount } from '../../accounts/accounts.repository.ts';
import { type AnonymousAttempt, saveAttempt } from '../../app/anonymous-attempts.ts';
import { refuseOtherAccount } from '../../app/authorize.ts';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import type { Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { HttpError, validationFailed } from '../../errors/http-error.ts';
import { recordEvent } from '../../http/security-log.ts';
import { lockOwnAccount } from '../../sessions/own-account.ts';
import { isLoggedIn } from '../../sessions/sessions.ts';
import { isTwoFactorEnabled } from '../two-factor/two-factor.repository.ts';
import { rememberDevice } from './known-devices.ts';
import { checkCredentials, lockChecked } from './login.ts';
import { attemptToAccept, repeatAcceptance } from './repeat-acceptance.ts';

/**
 * Records that the customer accepts the agreement and opens the full session. Refusing it logs the customer out. A page whose
 * response was lost may repeat the acceptance with its key, although the limited session is used up.
 */
export async function acceptDpu(
  exchange: ExchangeOf<'acceptDpu'>,
  context: AppContext,
): Promise<AcceptDpuResponse> {
  const attempt = attemptToAccept(context, exchange);
  try {
    return await decide(exchange, context, attempt);
  } catch (error) {
    const isEnded = error instanceof HttpError && ['unauthenticated', 'session_expired'].includes(error.code);
    if (attempt === undefined || !isEnded) throw error;
    return repeatAcceptance(exchange, context, { attempt, refusal: error });
  }
}

async function decide(
  { request, reply, body: acceptance }: ExchangeOf<'acceptDpu'>,
  context: AppContext,
  attempt: AnonymousAttempt | undefined,
): Promise<AcceptDpuResponse> {
  const customer = await findCustomer(context, request, acceptance);
  const { database, sessions } = context;
  if (!acceptance.accepted) {
    await sessions.end(database.system, request, reply);
    recordEvent(request, 'agreement_declined', { account_id: customer.accountId });
    return { success: true, next: 'login', dpu: null, session: null };
  }
  if (acceptance.version !== agreement.version) {
    const params = { version: agreement.version };
    throw validationFailed({ field: 'version', code: 'dpu_version_outdated', params });
  }
  const { version } = acceptance;
  return database.asSystem(async (tx) => {
    const account = await customer.lock(tx);
    const { accountId, remember, fullSession, isByCredentials } = customer;
    const isAccepted = account.dpu_version === version && account.dpu_accepted_at !== null;
    const accepted_at = (isAccepted && account.dpu_accepted_at) || new Date().toISOString();
    if (!isAccepted) {
      const language = acceptance.language ?? customer.language;
      await tx.run(sql`
        insert into dpu_acceptances (account_id, version, accepted_at, language, ip, user_agent)
        values (${accountId}, ${version}, ${accepted_at}, ${language}, ${request.ip},
          ${request.headers['user-agent']?.slice(0, 300)})`);
      await updateAccount(tx, accountId, { dpu_version: version, dpu_accepted_at: accepted_at });
      recordEvent(request, 'agreement_accepted', { how: version });
    }
    // A session by credentials is a login like any other: its owner is mailed about a new browser.
    if (isByCredentials) {
      await rememberDevice(context, tx, { request, reply, account });
      recordEvent(request, 'login', { how: 'welcome' });
    }
    const accepted = { success: true, next: 'welcome', dpu: { version, accepted_at } } as const;
    // A full session is not extended, because the customer has not logged in again.
    if (fullSession !== undefined) return { ...accepted, session: fullSession };
    const start = { accountId, kind: 'full', remember } as const;
    const { tokenHash, ...session } = await sessions.startRepeatable(tx, request, reply, start);
    const response = { ...accepted, session };
    // Credentials are not used up: they open a session again.
    if (!isByCredentials)
      await saveAttempt(tx, attempt, { account_id: accountId, response, session: tokenHash });
    return response;
  });
}

/**
 * Finds the customer who accepts: the session's owner, or the owner of the credentials in the body. `lock` throws 401 if
 * that proof has ended meanwhile.
 */
async function findCustomer(
  context: AppContext,
  request: FastifyRequest,
  { email, password }: ExchangeOf<'acceptDpu'>['body'],
) {
  const found = await context.sessions.find(context.database.system, request);
  if (found !== undefined && isLoggedIn(found.session)) {
    const { account, session } = found;
    refuseClosed(account);
    refuseOtherAccount(request, found);
    const fullSession = session.kind === 'full' ? session : undefined;
    const { account_id: accountId, language } = account;
    const lock = (tx: Transaction) => lockOwnAccount({ tx, account, session });
    return { accountId, language, remember: session.remember, fullSession, isByCredentials: false, lock };
  }
  if (!email || !password) throw new HttpError('unauthenticated');
  const account = await checkCredentials(context, request, { email, password });
  // With two-step verification the password alone is not enough; the login asks for the code.
  if (await isTwoFactorEnabled(context.database.system, account.account_id)) {
    throw new HttpError('step_up_required');
  }
  const { account_id: accountId, language } = account;
  const lock = (tx: Transaction) => lockChecked(tx, account);
  return { accountId, language, remember: false, fullSession: undefined, isByCredentials: true, lock };
}
