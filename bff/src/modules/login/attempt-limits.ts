import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../app/context.ts';
import type { Queryable } from '../../database/database.ts';
import {
  addressSubject,
  countAttemptOf,
  forgiveAttempt,
  limitRates,
  limitsOfAddress,
  networkSubject,
  type RateLimit,
  refuseExhausted,
  resetAttempts,
  type Window,
} from '../../http/rate-limit.ts';
import { type AttemptSubject, placeOf } from '../../sessions/known-browser.ts';
import { checkBot } from '../bot-check/bot-check.ts';

const minute = 60;

/** How long the portal asks customers to wait before they request another mail. */
export const resendAfterSeconds = 60;

type Limit = Omit<RateLimit, 'name'>;

interface Limits {
  address: Limit;
  /** Undefined for attempts that guess nothing about a customer. */
  customer?: Limit;
  /** The customer's limit for a day. */
  day?: Limit;
}

/** The limit of one network address, for any kind of attempt. */
const address = { max: 25, windowSeconds: 5 * minute };
/** The limit of an IPv6 /48, which has 65,536 networks that count as one address each. */
const network = { max: 100, windowSeconds: 5 * minute };
/**
 * Limits by network address and by customer: attackers easily spread attempts over many of either. Requests for a mail
 * have none by customer, because an attacker would use up the owner's; `isMailedLately` limits the mails instead.
 */
const limits = {
  login: { address, customer: { max: 25, windowSeconds: 60 * minute } },
  register: { address },
  confirm: {
    address,
    customer: { max: 5, windowSeconds: 10 * minute },
    // One of a million codes is valid at a time. The mailed link has no such limit.
    day: { max: 20, windowSeconds: 24 * 60 * minute },
  },
  resend: { address },
  restore: { address },
  change: { address },
  otp: {
    address,
    customer: { max: 5, windowSeconds: 10 * minute },
    // Three of a million codes are valid at a time: an attacker who has the password succeeds once in thirty years.
    day: { max: 30, windowSeconds: 24 * 60 * minute },
  },
} as const satisfies Record<string, Limits>;

export type Attempt = keyof typeof limits;

/**
 * Counts an attempt against its limits. Throws 429 when one is reached; the attempt then counts against none, so that
 * one customer does not use up the limit of a shared office. A browser that its account knows is not limited by its
 * address, whose limit an attacker behind the same proxy may have used up, but with the account's other known browsers:
 * wherever they are if the attempt guesses something, and otherwise at this address.
 */
export async function countAttempt(
  context: AppContext,
  attempt: Attempt,
  request: FastifyRequest,
  subject?: AttemptSubject,
) {
  await limitRates(context, subjects(attempt, request, subject));
}

/** Removes a successful attempt from the counts, so that it does not use up the limit of a shared office. */
export async function forgive(
  context: AppContext,
  attempt: Attempt,
  request: FastifyRequest,
  subject?: AttemptSubject,
) {
  for (const [limit, key] of subjects(attempt, request, subject)) await forgiveAttempt(context, limit, key);
}

function subjects(
  attempt: Attempt,
  request: FastifyRequest,
  subject: AttemptSubject | undefined,
): (readonly [RateLimit, string])[] {
  const { address, customer, day }: Limits = limits[attempt];
  const list: (readonly [RateLimit, string])[] = [];
  const byPlace = { name: `${attempt}:address`, ...address };
  if (subject?.isKnown !== true) {
    list.push(...limitsOfAddress(request.ip, byPlace, { name: `${attempt}:network`, ...network }));
  } else if (customer === undefined) list.push([byPlace, placeOf(request, subject)]);
  if (subject === undefined || customer === undefined) return list;
  list.push([{ name: `${attempt}:customer`, ...customer }, subject.key]);
  if (day !== undefined) list.push([{ name: `${attempt}:day`, ...day }, subject.key]);
  return list;
}

/**
 * Right passwords: each is hashed and opens a session, and no other limit counts them. They count for the account in one
 * network, and apart for browsers that the account knows: only a client that has the password can use them up, and the
 * owner has others elsewhere.
 */
const logins: RateLimit = { name: 'login:right', max: 30, windowSeconds: 10 * minute };

/** Throws 429 after too many logins. Runs before the password is hashed. */
export async function refuseManyLogins(
  context: AppContext,
  request: FastifyRequest,
  subject: AttemptSubject,
): Promise<void> {
  await refuseExhausted(context, logins, inNetwork(request, subject));
}

/** Counts a right password. */
export async function countLogin(
  context: AppContext,
  request: FastifyRequest,
  subject: AttemptSubject,
): Promise<void> {
  await countAttemptOf(context, logins, inNetwork(request, subject));
}

/** The account in the largest network that one customer may own. */
function inNetwork({ ip }: FastifyRequest, { key }: AttemptSubject): string {
  return `${networkSubject(ip) ?? addressSubject(ip)} ${key}`;
}

/** Customers mistype: only attempts after this number of failures require the bot check. */
const freeFailures = 3;
const hour = 3600;
const byAddress = { name: 'login-failures:address', windowSeconds: hour };
const byCustomer = { name: 'login-failures:customer', windowSeconds: hour };

/**
 * Counts an attempt as a failure until it succeeds, and requires the bot check after three failures from the address
 * or for the customer, known or not. It counts first, so that a hundred parallel attempts do not all count as the
 * first.
 */
export async function checkBotAfterFailures(
  context: AppContext,
  request: FastifyRequest,
  subject: AttemptSubject,
  token: string | null | undefined,
): Promise<void> {
  const { BOT_CHECK, RATE_LIMIT_FACTOR } = context.config;
  if (BOT_CHECK === 'none') return;
  const counted = failureSubjects(request, subject);
  const counts = [];
  for (const one of counted) counts.push((await countAttemptOf(context, ...one)).count);
  if (Math.max(...counts) <= freeFailures * RATE_LIMIT_FACTOR) return;
  try {
    await checkBot(context, request, { action: 'login', token, subject });
  } catch (error) {
    // The password of this attempt was not checked.
    for (const one of counted) await forgiveAttempt(context, ...one);
    throw error;
  }
}

function failureSubjects(request: FastifyRequest, { key, isKnown }: AttemptSubject): [Window, string][] {
  return isKnown
    ? [[byCustomer, key]]
    : [
        [byAddress, addressSubject(request.ip)],
        [byCustomer, key],
      ];
}

/**
 * Records that the attempt succeeded: resets the customer's count. The address keeps its other failures, because an
 * attacker may have an account too.
 */
export async function resetFailures(
  context: AppContext,
  request: FastifyRequest,
  subject: AttemptSubject,
): Promise<void> {
  if (context.config.BOT_CHECK === 'none') return;
  for (const one of failureSubjects(request, subject)) await forgiveAttempt(context, ...one);
  await resetAttempts(context, byCustomer, subject.key);
}

/** Resets the customer's logins, refused and failed. */
export async function resetLogins(database: Queryable, customer: string): Promise<void> {
  for (const name of ['login:customer', byCustomer.name])
    await resetAttempts({ database: { system: database } }, { ...byCustomer, name }, customer);
}
