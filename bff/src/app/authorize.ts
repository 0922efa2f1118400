import type { Endpoint } from '@portal/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { owesDpu, refuseClosed } from '../accounts/account-access.ts';
import type { Capacity } from '../database/database.ts';
import { HttpError } from '../errors/http-error.ts';
import { basicCredentials, isFromPage } from '../http/basic-credentials.ts';
import type { SessionAccount } from '../sessions/sessions.repository.ts';
import { isLoggedIn, type SessionOfAccount } from '../sessions/sessions.ts';
import { challenge, findProgramAccount, isAccountSid } from './account-api.ts';
import { addressShare } from './account-load.ts';
import type { AppContext, Exchange } from './context.ts';

/** A program of the customer: the account whose credentials it has sent. */
interface Program {
  account: SessionAccount;
  session?: never;
}

/**
 * The session that the endpoint's access asks for, or in its place the account of a program; undefined when it asks for
 * none. Throws 401 without either, 403 when the session or the account may not use the endpoint.
 */
export async function authorize(
  context: AppContext,
  exchange: Exchange,
  endpoint: Pick<Endpoint, 'access' | 'accountApi'>,
): Promise<SessionOfAccount | Program | undefined> {
  const { access } = endpoint;
  if (!needsSession(endpoint)) return undefined;
  const { request } = exchange;
  const program = endpoint.accountApi ? await findProgram(context, exchange) : undefined;
  if (program !== undefined) return program;
  const found = await findSession(context, request);
  if (found === undefined) {
    const headers = endpoint.accountApi && !isFromPage(request) ? challenge : {};
    throw new HttpError('unauthenticated', { headers });
  }
  const { session, account } = found;
  refuseClosed(account);
  refuseOtherAccount(request, found);
  if (access === 'limited') return found;
  if (!isLoggedIn(session)) throw new HttpError('unauthenticated');
  if (session.kind === 'dpu' || owesDpu(account)) throw new HttpError('dpu_required');
  return found;
}

/**
 * The program that has sent the request; undefined without credentials. A request must not say twice who sends it: with the
 * cookie of a session as well it is refused, whether or not they are of the same account.
 */
async function findProgram(context: AppContext, exchange: Exchange): Promise<Program | undefined> {
  const credentials = basicCredentials(exchange.request);
  if (credentials === undefined) return undefined;
  if (context.sessions.tokenHash(exchange.request) !== undefined) {
    // Those of a proxy in front of the portal, which also asks for a password, are not about the account.
    if (!isAccountSid(credentials.user)) return undefined;
    throw new HttpError('bad_parameter', { params: { header: 'Authorization' } });
  }
  const account = await findProgramAccount(context, exchange, credentials);
  refuseClosed(account);
  if (owesDpu(account)) throw new HttpError('dpu_required');
  return { account };
}

/**
 * Finds the request's session. A cookie that was found before is searched for immediately; others, within the share of their
 * address: a flood of invented cookies neither fills the connections nor holds up the customers of the same network. A request
 * without a cookie needs no connection.
 */
async function findSession(
  { database, load, sessions, foundSessions }: AppContext,
  request: FastifyRequest,
): Promise<SessionOfAccount | undefined> {
  const tokenHash = sessions.tokenHash(request);
  if (tokenHash === undefined) return undefined;
  const search = () => sessions.find(database.system, request);
  const isKnown = foundSessions.has(tokenHash);
  const found = isKnown ? await search() : await load.run(addressShare(request.ip), 'sessions', search);
  if (found === undefined) foundSessions.delete(tokenHash);
  else foundSessions.add(tokenHash, found.account.account_id);
  return found;
}

/** Whether an endpoint asks for a session, or for a program's account in its place. */
function needsSession({ access }: Pick<Endpoint, 'access'>): boolean {
  return access !== 'anonymous' && access !== 'credentials';
}

/**
 * Refuses a request that the account's share of a capacity has no place for, before its session is searched for: a search for
 * each refusal would cost more than the rest of it. A session that has ended meanwhile is refused in the same way until then.
 */
export async function refuseExcess(
  { load, sessions, foundSessions }: AppContext,
  request: FastifyRequest,
  endpoint: Pick<Endpoint, 'access'>,
  capacity: Capacity,
): Promise<void> {
  if (!needsSession(endpoint)) return;
  const tokenHash = sessions.tokenHash(request);
  const accountId = tokenHash && foundSessions.accountOf(tokenHash);
  if (accountId !== undefined) await load.refuseExcess(accountId, capacity, tokenHash);
}

/**
 * Refuses a request of a page that shows another account than that of the session: a second tab has logged in to it. To that
 * page its session has ended.
 */
export function refuseOtherAccount({ headers }: FastifyRequest, { account }: SessionOfAccount): void {
  const shown = headers['x-account-sid'];
  if (shown !== undefined && shown !== account.account_sid) throw new HttpError('session_expired');
}
