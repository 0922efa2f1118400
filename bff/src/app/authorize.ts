import type { EndpointAccess } from '@portal/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { owesDpu, refuseClosed } from '../accounts/account-access.ts';
import { HttpError } from '../errors/http-error.ts';
import { addressSubject } from '../http/rate-limit.ts';
import { isLoggedIn, type SessionOfAccount } from '../sessions/sessions.ts';
import type { AppContext } from './context.ts';

/**
 * The session that the endpoint's access asks for; undefined when it asks for none. Throws 401 without a session, 403 when
 * the session or its account may not use the endpoint.
 */
export async function authorize(
  context: AppContext,
  request: FastifyRequest,
  access: EndpointAccess,
): Promise<SessionOfAccount | undefined> {
  if (access === 'anonymous' || access === 'credentials') return undefined;
  const found = await findSession(context, request);
  if (found === undefined) throw new HttpError('unauthenticated');
  const { session, account } = found;
  refuseClosed(account);
  refuseOtherAccount(request, found);
  if (access === 'limited') return found;
  if (!isLoggedIn(session)) throw new HttpError('unauthenticated');
  if (session.kind === 'dpu' || owesDpu(account)) throw new HttpError('dpu_required');
  return found;
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
  const found = isKnown
    ? await search()
    : await load.run(`address ${addressSubject(request.ip)}`, 'sessions', search);
  if (found === undefined) foundSessions.delete(tokenHash);
  else foundSessions.add(tokenHash);
  return found;
}

/**
 * Refuses a request of a page that shows another account than that of the session: a second tab has logged in to it. To that
 * page its session has ended.
 */
export function refuseOtherAccount({ headers }: FastifyRequest, { account }: SessionOfAccount): void {
  const shown = headers['x-account-sid'];
  if (shown !== undefined && shown !== account.account_sid) throw new HttpError('session_expired');
}
