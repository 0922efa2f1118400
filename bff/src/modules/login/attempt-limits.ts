import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../app/context.ts';
import {
  addressSubject,
  countAttemptOf,
  forgetAttempts,
  forgiveAttempt,
  limitRate,
  type RateLimit,
} from '../../http/rate-limit.ts';
import { checkBot } from '../bot-check/bot-check.ts';

const minute = 60;

/** How long the portal asks to wait before another mail is asked for. */
export const resendAfterSeconds = 60;

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

/** So many failures are a customer's who mistypes; what comes after them has to pass the bot check. */
const freeFailures = 3;
const hour = 3600;
const byAddress = { name: 'login-failures:address', windowSeconds: hour };
const byCustomer = { name: 'login-failures:customer', windowSeconds: hour };

/**
 * Counts an attempt as a failure, until it turns out to be none, and asks for the bot check after three: of the address, or
 * for the customer, known or not. Counted first, a hundred attempts at once do not all count as the first.
 */
export async function checkBotAfterFailures(
  context: AppContext,
  request: FastifyRequest,
  customer: string,
  token: string | null | undefined,
): Promise<void> {
  const { BOT_CHECK, RATE_LIMIT_FACTOR } = context.config;
  if (BOT_CHECK === 'none') return;
  const address = addressSubject(request.ip);
  const ofAddress = await countAttemptOf(context, byAddress, address);
  const ofCustomer = await countAttemptOf(context, byCustomer, customer);
  if (Math.max(ofAddress.count, ofCustomer.count) <= freeFailures * RATE_LIMIT_FACTOR) return;
  try {
    await checkBot(context, request, 'login', token);
  } catch (error) {
    // Its password was not even looked at.
    await forgiveAttempt(context, byAddress, address);
    await forgiveAttempt(context, byCustomer, customer);
    throw error;
  }
}

/** It was no failure: the customer's count begins anew. The address keeps its others: a guesser may have an account, too. */
export async function forgetFailures(
  context: AppContext,
  request: FastifyRequest,
  customer: string,
): Promise<void> {
  if (context.config.BOT_CHECK === 'none') return;
  await forgiveAttempt(context, byAddress, addressSubject(request.ip));
  await forgetAttempts(context, byCustomer, customer);
}
