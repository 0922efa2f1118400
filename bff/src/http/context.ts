import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from '../database/database.ts';
import type { Session, SessionAccount } from '../modules/sessions/sessions.ts';
import type { Call, Parsed } from './call.ts';

/**
 * anonymous: everyone. limited: any session, also one that has yet to accept the agreement. session: a full session.
 */
export type Access = 'anonymous' | 'limited' | 'session';

interface BaseContext<C extends Call> {
  params: Parsed<C['params']>;
  query: Parsed<C['query']>;
  body: Parsed<C['body']>;
  request: FastifyRequest;
  reply: FastifyReply;
  log: FastifyBaseLogger;
}

/** What the handler of a call within a session gets; `tx` sees this account alone and is committed when it returns. */
export interface SessionContext<C extends Call> extends BaseContext<C> {
  session: Session;
  account: SessionAccount;
  tx: Transaction;
}

export type Context<C extends Call, A extends Access> = A extends 'anonymous' ? BaseContext<C> : SessionContext<C>;
