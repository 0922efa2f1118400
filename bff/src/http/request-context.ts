import type { Call } from '@portal/contract/call';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from '../database/database.ts';
import type { SessionOfAccount } from '../modules/sessions/sessions.ts';
import type { Parsed } from './call.ts';

/** What a call came with, and what answers it. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

interface ParsedExchange<C extends Call> extends Exchange {
  params: Parsed<C, 'params'>;
  query: Parsed<C, 'query'>;
  body: Parsed<C, 'body'>;
  log: FastifyBaseLogger;
}

interface OwnTransaction {
  /** Sees this account alone; committed when the handler returns, undone when it throws. */
  tx: Transaction;
}

interface ContextOf<C extends Call> {
  anonymous: ParsedExchange<C>;
  limited: ParsedExchange<C> & SessionOfAccount;
  session: ParsedExchange<C> & SessionOfAccount & OwnTransaction;
}

/** What the handler of a call gets; its access decides. */
export type RequestContext<C extends Call> = ContextOf<C>[C['access']];
