import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../app-context.ts';
import { addressSubject, forgiveAttempt, limitRate, type RateLimit } from '../../http/rate-limit.ts';

const minute = 60;

type Limit = Omit<RateLimit, 'name'>;

interface Limits {
  address: Limit;
  customer: Limit;
  /** Of the customer as well. */
  day?: Limit;
}

/** Attempts by network address and by customer: either alone is easily spread over many of the other. */
const limits = {
  login: {
    address: { max: 25, windowSeconds: 5 * minute },
    customer: { max: 25, windowSeconds: 60 * minute },
  },
  register: {
    address: { max: 25, windowSeconds: 5 * minute },
    customer: { max: 5, windowSeconds: 30 * minute },
  },
  confirm: {
    address: { max: 25, windowSeconds: 5 * minute },
    customer: { max: 5, windowSeconds: 10 * minute },
  },
  resend: {
    address: { max: 25, windowSeconds: 5 * minute },
    customer: { max: 5, windowSeconds: 30 * minute },
  },
  restore: {
    address: { max: 25, windowSeconds: 5 * minute },
    customer: { max: 5, windowSeconds: 30 * minute },
  },
  change: {
    address: { max: 25, windowSeconds: 5 * minute },
    customer: { max: 10, windowSeconds: 10 * minute },
  },
  otp: {
    address: { max: 25, windowSeconds: 5 * minute },
    customer: { max: 5, windowSeconds: 10 * minute },
    // Three codes of a million are good at a time: in a year of trying, somebody with the password finds one in thirty.
    day: { max: 30, windowSeconds: 24 * 60 * minute },
  },
} as const satisfies Record<string, Limits>;

export type Attempt = keyof typeof limits;

/**
 * Counts an attempt against its limits; 429 when one is reached, and then against none: a customer's full limit does not
 * fill that of a shared office. The customer is an e-mail address, whether it exists or not.
 */
export async function countAttempt(
  context: AppContext,
  attempt: Attempt,
  request: FastifyRequest,
  customer?: string,
) {
  const counted: [RateLimit, string][] = [];
  try {
    for (const one of subjects(attempt, request, customer)) {
      await limitRate(context, ...one);
      counted.push(one);
    }
  } catch (error) {
    for (const one of counted) await forgiveAttempt(context, ...one);
    throw error;
  }
}

/** Success is no attack: it does not use up what a shared office has. */
export async function forgive(
  context: AppContext,
  attempt: Attempt,
  request: FastifyRequest,
  customer?: string,
) {
  for (const [limit, subject] of subjects(attempt, request, customer))
    await forgiveAttempt(context, limit, subject);
}

function subjects(
  attempt: Attempt,
  request: FastifyRequest,
  customer: string | undefined,
): [RateLimit, string][] {
  const { address, customer: own, day }: Limits = limits[attempt];
  const list: [RateLimit, string][] = [
    [{ name: `${attempt}:address`, ...address }, addressSubject(request.ip)],
  ];
  if (customer === undefined) return list;
  list.push([{ name: `${attempt}:customer`, ...own }, customer]);
  if (day !== undefined) list.push([{ name: `${attempt}:day`, ...day }, customer]);
  return list;
}
