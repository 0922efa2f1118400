import type { FastifyRequest } from 'fastify';
import { addressSubject } from '../http/rate-limit.ts';
import type { AppContext } from './context.ts';

/**
 * Hashes a password for a visitor when no other one of the same network address is being hashed: several at a time would
 * occupy all processors, and all threads of the process, for one visitor.
 */
export function oneAtATime<Result>(
  { load }: Pick<AppContext, 'load'>,
  { ip }: FastifyRequest,
  hash: () => Promise<Result>,
): Promise<Result> {
  return load.run(`address ${addressSubject(ip)}`, 'passwords', hash);
}
