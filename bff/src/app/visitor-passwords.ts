import type { FastifyRequest } from 'fastify';
import type { AppContext } from './context.ts';
import { shareOf } from './visitor-share.ts';

/**
 * Hashes a password for a visitor when no other one of the same share is being hashed: several at a time would occupy all
 * processors, and all threads of the process, for one visitor.
 */
export function oneAtATime<Result>(
  { load }: Pick<AppContext, 'load'>,
  request: FastifyRequest,
  hash: () => Promise<Result>,
): Promise<Result> {
  return load.run(shareOf(request), 'passwords', hash);
}
