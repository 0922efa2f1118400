import type { Transaction } from '../database/database.ts';
import type { HttpError } from '../errors/http-error.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { type AnonymousAttempt, type EarlierAttempt, saveAttempt } from './anonymous-attempts.ts';
import type { AppContext, Exchange } from './context.ts';

/** The times of a session, as responses have them. */
type SessionTimes = Omit<NonNullable<Awaited<ReturnType<Sessions['restart']>>>, 'tokenHash'>;

interface Repeated<Response> {
  attempt: AnonymousAttempt | undefined;
  earlier: EarlierAttempt<Response>;
  refusal: HttpError;
}

/**
 * Replaces the session that an earlier attempt started, because its cookie was lost with the response, and saves the attempt with
 * what `respond` returns. Throws `refusal` if it started none, or if that session has ended.
 */
export async function repeatSession<Response extends object>(
  { sessions }: Pick<AppContext, 'sessions'>,
  tx: Transaction,
  { request, reply }: Exchange,
  { attempt, earlier, refusal }: Repeated<Response>,
  respond: (session: SessionTimes) => Response | Promise<Response>,
): Promise<Response> {
  const restarted = earlier.session && (await sessions.restart(tx, request, reply, earlier.session));
  if (!restarted) throw refusal;
  const { tokenHash, ...session } = restarted;
  const response = await respond(session);
  await saveAttempt(tx, attempt, { ...earlier, response, session: tokenHash });
  return response;
}
