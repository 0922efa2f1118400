import type { FastifyRequest } from 'fastify';
import type { AppContext } from './context.ts';
import { shareOf } from './visitor-share.ts';

/**
 * Hashes a password for a visitor when no other one of the same share is being hashed: several at a time would occupy all
 * processors, and all threads of the process, for one visitor. Those of all shares then wait for a place: a flood from many
 * addresses leaves processors to other work, and browsers that an account knows have places of their own.
 */
export function oneAtATime<Result>(
  { load }: Pick<AppContext, 'load'>,
  request: FastifyRequest,
  hash: () => Promise<Result>,
): Promise<Result> {
  const { subject, isKnown } = shareOf(request);
  const inPlace = () => load.run(isKnown ? 'known browsers' : 'other browsers', 'hashing', hash);
  return load.run(subject, 'passwords', inPlace);
}
