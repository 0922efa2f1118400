import type { FastifyRequest } from 'fastify';
import { addressSubject, forgiveAttempt, limitRate, type RateLimit } from '../../http/rate-limit.ts';
import type { Services } from '../../services.ts';

const minute = 60;

/** Attempts by network address and by e-mail address: either alone is easily spread over many of the other. */
const limits = {
  login: { address: { max: 25, windowSeconds: 5 * minute }, email: { max: 25, windowSeconds: 60 * minute } },
  register: {
    address: { max: 25, windowSeconds: 5 * minute },
    email: { max: 5, windowSeconds: 30 * minute },
  },
  confirm: { address: { max: 25, windowSeconds: 5 * minute }, email: { max: 5, windowSeconds: 10 * minute } },
  resend: { address: { max: 25, windowSeconds: 5 * minute }, email: { max: 5, windowSeconds: 30 * minute } },
  restore: { address: { max: 25, windowSeconds: 5 * minute }, email: { max: 5, windowSeconds: 30 * minute } },
  change: { address: { max: 25, windowSeconds: 5 * minute }, email: { max: 10, windowSeconds: 10 * minute } },
} as const;

export type Attempt = keyof typeof limits;

/** Counts an attempt against both limits; 429 when one is reached. The e-mail address need not exist. */
export async function countAttempt(
  services: Services,
  attempt: Attempt,
  request: FastifyRequest,
  email?: string,
) {
  for (const [limit, subject] of subjects(attempt, request, email)) await limitRate(services, limit, subject);
}

/** Success is no attack: it does not use up what a shared office has. */
export async function forgive(services: Services, attempt: Attempt, request: FastifyRequest, email?: string) {
  for (const [limit, subject] of subjects(attempt, request, email))
    await forgiveAttempt(services, limit, subject);
}

function subjects(
  attempt: Attempt,
  request: FastifyRequest,
  email: string | undefined,
): [RateLimit, string][] {
  const { address, email: mail } = limits[attempt];
  const byAddress: [RateLimit, string] = [
    { name: `${attempt}:address`, ...address },
    addressSubject(request.ip),
  ];
  return email === undefined ? [byAddress] : [byAddress, [{ name: `${attempt}:email`, ...mail }, email]];
}
