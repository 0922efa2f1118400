import { type FactoredCounters, limitRates, type RateLimit } from '../http/rate-limit.ts';
import type { Session } from './sessions.ts';

/** What a thief of one session uses up is a third: the owner's session has another, and the session after it the last one. */
const shares = 3;

/** The limit of one session of an account whose limit is given. */
export function shareOfSession({ name, windowSeconds, max }: RateLimit): RateLimit {
  return { name: `${name}:session`, windowSeconds, max: Math.ceil(max / shares) };
}

interface Caller {
  account: { account_id: string };
  /** A program of the customer has none. */
  session?: Pick<Session, 'id'> | undefined;
}

/** Counts one attempt of the account and of its session. Throws 429 when either may make no more. */
export async function limitCaller(
  context: FactoredCounters,
  limit: RateLimit,
  { account, session }: Caller,
): Promise<void> {
  const ofSession = session === undefined ? [] : [[shareOfSession(limit), session.id] as const];
  await limitRates(context, [...ofSession, [limit, account.account_id]]);
}
