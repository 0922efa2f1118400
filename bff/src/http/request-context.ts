import type { Endpoint } from '@portal/contract/endpoint';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from '../database/database.ts';
import type { SessionOfAccount } from '../modules/sessions/sessions.ts';
import type { Parsed } from './endpoint.ts';

/** What an endpoint came with, and what answers it. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

interface ParsedExchange<C extends Endpoint> extends Exchange {
  params: Parsed<C, 'params'>;
  query: Parsed<C, 'query'>;
  body: Parsed<C, 'body'>;
  log: FastifyBaseLogger;
}

interface OwnTransaction {
  /** Sees this account alone; committed when the handler returns, undone when it throws. */
  tx: Transaction;
}

interface ContextOf<C extends Endpoint> {
  anonymous: ParsedExchange<C>;
  limited: ParsedExchange<C> & SessionOfAccount;
  session: ParsedExchange<C> & SessionOfAccount & OwnTransaction;
}

/** What the handler of an endpoint gets; its access decides. */
export type RequestContext<C extends Endpoint> = ContextOf<C>[C['access']];
