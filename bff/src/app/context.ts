import type { Endpoint } from '@portal/contract/endpoint';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type * as v from 'valibot';
import type { Config } from '../config/config.ts';
import type { Database, Transaction } from '../database/database.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Queue } from '../queue/queue.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { SessionOfAccount, Sessions } from '../sessions/sessions.ts';

/** What every module gets. */
export interface AppContext {
  config: Config;
  database: Database;
  queue: Queue;
  mailer: Mailer;
  sessions: Sessions;
  secrets: Secrets;
  /** For background work; a request has its own. */
  log: Logger;
}

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
  credentials: ParsedExchange<C>;
  limited: ParsedExchange<C> & SessionOfAccount;
  session: ParsedExchange<C> & SessionOfAccount & OwnTransaction;
}

/** What the handler of an endpoint gets; its access decides. */
export type RequestContext<C extends Endpoint> = ContextOf<C>[C['access']];

/** What an endpoint's schema reads; undefined where it has none. */
export type Parsed<C extends Endpoint, Part extends 'params' | 'query' | 'body'> =
  C extends Record<Part, infer Schema extends v.GenericSchema> ? v.InferOutput<Schema> : undefined;

/** What a handler returns: what the response's schema takes; `success: true` is added where it is left out. */
export type Answer<C extends Endpoint> = WithoutSuccess<v.InferInput<C['response']>>;

// Distributes over the shapes of a union.
type WithoutSuccess<Body> = Body extends unknown ? Omit<Body, 'success'> & { success?: boolean } : never;

/** The path as Fastify's router takes it: `{id}` is a parameter, a colon in the contract is a colon in the address. */
export function routerPath(path: string): string {
  return path.replaceAll(':', '::').replace(/\{(\w+)\}/g, ':$1');
}
