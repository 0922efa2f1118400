import type { FastifyRequest } from 'fastify';
import { addressSubject, attemptsOf, countAttemptOf, forgetAttempts } from '../../http/rate-limit.ts';
import type { Services } from '../../services.ts';
import { checkBot } from '../bot-check/check-bot.ts';

/** So many failures are a customer's who mistypes; what comes after them has to pass the bot check. */
const freeFailures = 3;
const hour = 3600;
const byAddress = { name: 'login-failures:address', windowSeconds: hour };
const byCustomer = { name: 'login-failures:customer', windowSeconds: hour };

/** Asks for the bot check after three failures of the address or for the customer, known or not. */
export async function checkBotAfterFailures(
  services: Services,
  request: FastifyRequest,
  customer: string,
  token: string | null | undefined,
): Promise<void> {
  const { BOT_CHECK, RATE_LIMIT_FACTOR } = services.config;
  if (BOT_CHECK === 'none') return;
  const ofAddress = await attemptsOf(services, byAddress, addressSubject(request.ip));
  const ofCustomer = await attemptsOf(services, byCustomer, customer);
  const failures = Math.max(ofAddress, ofCustomer);
  if (failures >= freeFailures * RATE_LIMIT_FACTOR) await checkBot(services, request, 'login', token);
}

/** Counts a failure for both. */
export async function countFailure(
  services: Services,
  request: FastifyRequest,
  customer: string,
): Promise<void> {
  await countAttemptOf(services, byAddress, addressSubject(request.ip));
  await countAttemptOf(services, byCustomer, customer);
}

/** The customer is in. The address keeps its count: a guesser may well have an account, too. */
export async function forgetFailures(services: Services, customer: string): Promise<void> {
  await forgetAttempts(services, byCustomer, customer);
}
