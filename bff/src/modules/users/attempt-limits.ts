import type { FastifyRequest } from 'fastify';
import { addressSubject, forgiveAttempt, limitRate, type RateLimit } from '../../http/rate-limit.ts';
import type { Services } from '../../services.ts';

const minute = 60;

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
  },
} as const;

export type Attempt = keyof typeof limits;

/** Counts an attempt against both limits; 429 when one is reached. The customer is an e-mail address, whether it exists or not. */
export async function countAttempt(
  services: Services,
  attempt: Attempt,
  request: FastifyRequest,
  customer?: string,
) {
  for (const [limit, subject] of subjects(attempt, request, customer))
    await limitRate(services, limit, subject);
}

/** Success is no attack: it does not use up what a shared office has. */
export async function forgive(
  services: Services,
  attempt: Attempt,
  request: FastifyRequest,
  customer?: string,
) {
  for (const [limit, subject] of subjects(attempt, request, customer))
    await forgiveAttempt(services, limit, subject);
}

function subjects(
  attempt: Attempt,
  request: FastifyRequest,
  customer: string | undefined,
): [RateLimit, string][] {
  const { address, customer: own } = limits[attempt];
  const byAddress: [RateLimit, string] = [
    { name: `${attempt}:address`, ...address },
    addressSubject(request.ip),
  ];
  if (customer === undefined) return [byAddress];
  return [byAddress, [{ name: `${attempt}:customer`, ...own }, customer]];
}
