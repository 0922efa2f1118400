import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../app-context.ts';
import { addressSubject, countAttemptOf, forgetAttempts, forgiveAttempt } from '../../http/rate-limit.ts';
import { checkBot } from '../bot-check/check-bot.ts';

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
