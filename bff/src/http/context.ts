import type { Call } from '@portal/contract/call';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from '../database/database.ts';
import type { SessionOfAccount } from '../modules/sessions/sessions.ts';
import type { Parsed } from './call.ts';

interface Exchange<C extends Call> {
  params: Parsed<C, 'params'>;
  query: Parsed<C, 'query'>;
  body: Parsed<C, 'body'>;
  request: FastifyRequest;
  reply: FastifyReply;
  log: FastifyBaseLogger;
}

interface OwnTransaction {
  /** Sees this account alone; committed when the handler returns, undone when it throws. */
  tx: Transaction;
}

interface ContextOf<C extends Call> {
  anonymous: Exchange<C>;
  limited: Exchange<C> & SessionOfAccount;
  session: Exchange<C> & SessionOfAccount & OwnTransaction;
}

/** What the handler of a call gets; its access decides. */
export type Context<C extends Call> = ContextOf<C>[C['access']];
