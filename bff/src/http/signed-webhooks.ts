import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../errors/http-error.ts';
import { addressSubject, limitRate } from './rate-limit.ts';

/** Lets routes of this instance receive JSON as text: a signature covers the bytes as they were sent. */
export function receiveJsonAsText(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
}

/** Throws for a webhook with a wrong signature: 401, or 429 after many of an address. Genuine ones are not counted. */
export async function refuseForgery(
  context: Parameters<typeof limitRate>[0],
  name: string,
  { ip, log }: FastifyRequest,
): Promise<never> {
  await limitRate(context, { name: `${name}:address`, max: 20, windowSeconds: 60 }, addressSubject(ip));
  log.warn({ webhook: name }, 'webhook with a wrong signature');
  throw new HttpError('unauthenticated');
}
