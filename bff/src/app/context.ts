import type { Endpoint } from '@portal/contract/endpoint';
import type { endpoints } from '@portal/contract/endpoints';
import type { ReleaseMetrics } from '@portal/federation-server/release-metrics';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type * as v from 'valibot';
import type { Config } from '../config/config.ts';
import type { Database, Transaction } from '../database/database.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Queue } from '../queue/queue.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { SessionOfAccount, Sessions } from '../sessions/sessions.ts';
import type { AccountLoad } from './account-load.ts';
import type { FoundSessions } from './found-sessions.ts';

/** What every module receives. */
export interface AppContext {
  config: Config;
  database: Database;
  queue: Queue;
  mailer: Mailer;
  sessions: Sessions;
  secrets: Secrets;
  /** Shares the server's capacity between accounts. */
  load: AccountLoad;
  foundSessions: FoundSessions;
  /** The same for cookies of browsers that an account knows. */
  foundBrowsers: FoundSessions;
  /** For background jobs; a request has its own log. */
  log: Logger;
  /** Further conditions of `/readyz`; the front end adds its own when it is registered. */
  readiness: (() => Promise<boolean>)[];
  /** Whether the process will stop soon: `/readyz` fails then. */
  isStopping: () => boolean;
  /** Figures for Prometheus; undefined without OPS_TOKEN. */
  metrics: ReleaseMetrics | undefined;
}

/** A request and its reply. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

interface ParsedExchange<E extends Endpoint> extends Exchange {
  params: Parsed<E, 'params'>;
  query: Parsed<E, 'query'>;
  body: Parsed<E, 'body'>;
  log: FastifyBaseLogger;
}

interface OwnTransaction {
  /** Sees only this account. Commits when the handler returns and rolls back when it throws. */
  tx: Transaction;
}

interface ContextOf<E extends Endpoint> {
  anonymous: ParsedExchange<E>;
  credentials: ParsedExchange<E>;
  limited: ParsedExchange<E> & SessionOfAccount;
  session: ParsedExchange<E> & SessionOfAccount & OwnTransaction;
  accountApi: ParsedExchange<E> & Pick<SessionOfAccount, 'account'> & OwnTransaction;
}

/** What the handler of an endpoint receives, depending on the endpoint's access. A program of the customer has no session. */
export type RequestContext<E extends Endpoint> = ContextOf<E>[E extends { accountApi: true }
  ? 'accountApi'
  : E['access']];
/** The same for an endpoint's name in the contract. */
export type ExchangeOf<Name extends keyof typeof endpoints> = RequestContext<(typeof endpoints)[Name]>;

/** The output of an endpoint's schema; undefined if it has none. */
export type Parsed<E extends Endpoint, Part extends 'params' | 'query' | 'body'> =
  E extends Record<Part, infer Schema extends v.GenericSchema> ? v.InferOutput<Schema> : undefined;

/** What a handler returns: the input of the response schema. `success: true` is added if it is missing. */
export type EndpointResponse<E extends Endpoint> = WithoutSuccess<v.InferInput<E['response']>>;

// Distributes over the members of a union.
type WithoutSuccess<Body> = Body extends unknown ? Omit<Body, 'success'> & { success?: boolean } : never;

/**
 * The path in the syntax of Fastify's router: `{id}` becomes a parameter, a colon of the contract stays a colon. A parameter
 * before a colon needs an expression, or its name would include what follows.
 */
export function routerPath(path: string): string {
  return path
    .replaceAll(':', '::')
    .replace(/\{(\w+)\}(?=::)/g, ':$1([\\w-]+)')
    .replace(/\{(\w+)\}/g, ':$1');
}
