import type { AppContext } from '../../app/context.ts';
import { limitRates } from '../../http/rate-limit.ts';
import { shareOfSession } from '../../sessions/session-share.ts';
import type { Session } from '../../sessions/sessions.ts';
import { mostPayments } from './top-up.ts';

const limits = [
  shareOfSession({ name: 'payments:hour', windowSeconds: 3600, max: mostPayments.hour }),
  shareOfSession({ name: 'payments:day', windowSeconds: 86_400, max: mostPayments.day }),
];

/**
 * Counts a request of the session that would create a payment, before its transaction. Throws 429 if the session has used up its
 * share of what the account may create.
 */
export async function countPaymentOfSession(context: AppContext, { id }: Session): Promise<void> {
  await limitRates(
    context,
    limits.map((limit) => [limit, id] as const),
  );
}
