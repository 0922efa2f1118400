import type { Endpoint } from '@portal/contract/endpoint';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Config } from '../config/config.ts';
import { cancelWhenAborted } from '../database/cancel-statement.ts';
import { repeatAfterConflict } from '../database/conflict.ts';
import type { Capacity, Transaction } from '../database/database.ts';
import { HttpError, unavailable } from '../errors/http-error.ts';
import { bodyRefusal, parameterRefusal } from '../errors/validation-refusal.ts';
import { goneSignal } from '../http/gone-requests.ts';
import { addressSubject, type RateLimit } from '../http/rate-limit.ts';
import { dropEvents, holdEvents, releaseEvents } from '../http/security-log.ts';
import { refuseEndedSession } from '../sessions/own-account.ts';
import { limitCaller } from '../sessions/session-share.ts';
import { isContinued, type SessionAccount } from '../sessions/sessions.repository.ts';
import type { Session, SessionOfAccount } from '../sessions/sessions.ts';
import { hasToken } from './account-api.ts';
import { addressShare } from './account-load.ts';
import { AfterCommit } from './after-commit.ts';
import { authorize, refuseExcess } from './authorize.ts';
import {
  type AppContext,
  type EndpointResponse,
  type Exchange,
  type RequestContext,
  routerPath,
} from './context.ts';
import { endWithAccess } from './end-with-access.ts';
import { idempotencyKeyOf, once } from './idempotency.ts';
import { chooseShare } from './visitor-share.ts';

/** The response's body, or the reply if the handler has sent something other than JSON, now or after the commit. */
type Result<E extends Endpoint> = EndpointResponse<E> | FastifyReply | AfterCommit;

type ParsedRequest = ReturnType<typeof parse> & Exchange & { log: FastifyBaseLogger };

interface RouteOptions<E extends Endpoint> {
  /** The capacity that the transaction uses; `general` if absent. */
  capacity?: Capacity;
  /** The rate limit of one account, of which a session has a share; undefined for requests that do not count. */
  limit?: (request: Pick<RequestContext<E>, 'body'>) => RateLimit | undefined;
  /** Runs before the transaction begins, for example a request to another service. Throws to refuse the request. */
  before?: (exchange: Omit<RequestContext<E>, 'tx'>) => Promise<void>;
  /**
   * Responds to a request whose session does not exist, because an earlier request with the same Idempotency-Key has used it
   * up. Throws `refusal` if none has.
   */
  repeat?: (
    exchange: Omit<RequestContext<E>, keyof SessionOfAccount>,
    context: AppContext,
    refusal: HttpError,
  ) => Promise<EndpointResponse<E>>;
  /** False for an idempotent endpoint whose response contains secrets: its handler recognizes repeated requests. */
  storesResponse?: boolean;
}

/** Registers a route: an endpoint of the contract and one function. The contract defines access, input and output. */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  context: AppContext,
  endpoint: E,
  handler: (exchange: RequestContext<E>, context: AppContext) => Promise<Result<E>>,
  options: RouteOptions<E> = {},
): void {
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: the compiler cannot follow which access gives which context.
  const handle = handler as (exchange: object, context: AppContext) => Promise<unknown>;
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: as above; the parsed exchange holds the endpoint's own body.
  const limitOf = (options.limit ?? (() => undefined)) as (exchange: object) => RateLimit | undefined;
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: as above, for the same exchange.
  const before = options.before as ((exchange: object) => Promise<void>) | undefined;
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: as above; the exchange is that of the endpoint, without a session.
  const repeat = options.repeat as
    | ((exchange: object, context: AppContext, refusal: HttpError) => Promise<unknown>)
    | undefined;
  const { capacity = 'general', storesResponse = true } = options;
  const parsed = (request: FastifyRequest, reply: FastifyReply): ParsedRequest => ({
    ...parse(endpoint, request),
    request,
    reply,
    log: request.log,
  });
  const response = async (exchange: object, reply: FastifyReply) => {
    const result = await handle(exchange, context);
    return result === reply || result instanceof AfterCommit ? result : check(endpoint, result);
  };

  app.route({
    method: endpoint.method,
    url: routerPath(endpoint.path),
    handler: (request, reply) =>
      withinTime(context.config, reply, () => context.load.inOneWait(() => respond(request, reply))),
  });

  async function respond(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    reply.status(endpoint.status ?? 200);
    await refuseExcess(context, request, endpoint, capacity);
    const found = await settle(() => authorize(context, { request, reply }, endpoint));
    if (found === undefined) return serveVisitor(request, reply);
    if (found instanceof HttpError) {
      if (repeat === undefined || !isRepeatable(request, found)) return refuse(request, found);
      return serveVisitor(request, reply, async (exchange) =>
        check(endpoint, await repeat(exchange, context, found)),
      );
    }
    const exchange = parsed(request, reply);
    const serve = () => serveAccount(found, exchange, reply);
    const caller = { session: found.session?.tokenHash, address: addressSubject(request.ip) };
    return context.load.runFor(caller, serve);
  }

  /** Refuses a request whose session does not allow it. It has no share: only a pause holds up a flood of them. */
  async function refuse({ ip }: FastifyRequest, refusal: HttpError): Promise<never> {
    // One for too many requests has had its pause.
    if (refusal.status !== 429) await context.load.beforeRefusal(addressShare(ip), refusal);
    throw refusal;
  }

  async function serveVisitor(
    request: FastifyRequest,
    reply: FastifyReply,
    respondTo = response,
  ): Promise<unknown> {
    const { subject } = await chooseShare(context, request, capacity);
    const work = () => settle(() => respondTo(parsed(request, reply), reply));
    const outcome = await context.load.run(subject, capacity, work);
    if (!(outcome instanceof HttpError)) return outcome;
    // Outside of the share, in which customers of the same address would wait for it.
    await context.load.beforeRefusal(subject, outcome);
    throw outcome;
  }

  async function serveAccount(
    found: { account: SessionAccount; session?: Session },
    exchange: ParsedRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    const { request } = exchange;
    const accountId = found.account.account_id;
    const result = await context.load.run(accountId, capacity, async () => {
      if (endpoint.access === 'limited') return response({ ...exchange, ...found }, reply);
      // Before the transaction: a refusal must not roll the count back, nor a request wait for a second connection.
      const limit = limitOf(exchange) ?? limitOfKeys(endpoint, request);
      if (limit !== undefined) await limitCaller(context, limit, found);
      await before?.({ ...exchange, ...found });
      // The response is checked before the commit, so a response that breaks the contract has no effect.
      const transaction = async (tx: Transaction) => {
        const work = () => response({ ...exchange, ...found, tx }, reply);
        const answer =
          endpoint.idempotent && storesResponse
            ? once(tx, { endpoint, request, reply, accountId }, work)
            : work();
        const result = await answer.catch((error: unknown) => {
          // A refusal is recorded although nothing has changed. After a conflict, the work begins again.
          if (error instanceof HttpError) releaseEvents(request);
          throw error;
        });
        const isChange = endpoint.method !== 'GET';
        if (found.session !== undefined && !reply.sent)
          await refuseEndedSession(tx, found.session, { isChange });
        return result;
      };
      // A page goes away whose filter is changed. What changes something is finished: a repeated request finds it.
      const isAbandoned = endpoint.method === 'GET' && capacity === 'reports';
      const whileWanted = isAbandoned
        ? (tx: Transaction) =>
            cancelWhenAborted(context.database, tx, goneSignal(reply.raw), () => transaction(tx))
        : transaction;
      const work = async () => {
        holdEvents(request);
        try {
          const result = await context.database.withAccount(accountId, whileWanted, capacity);
          releaseEvents(request);
          return result;
        } finally {
          dropEvents(request);
        }
      };
      const canRunAgain = ['GET', 'PUT'].includes(endpoint.method) || endpoint.idempotent === true;
      return canRunAgain ? repeatAfterConflict(work, () => !reply.raw.headersSent) : work();
    });
    if (!(result instanceof AfterCommit)) return result;
    const close = context.load.openFile(accountId);
    const { session } = found;
    const hasAccess = () =>
      session === undefined
        ? hasToken(context.database.system, request)
        : isContinued(context.database.system, session.tokenHash);
    endWithAccess(reply, hasAccess, close);
    // Outside of the account's share of connections, which it does not use.
    return result.send();
  }
}

/** Whether a refused request may repeat the one that has used up its session. */
function isRepeatable({ headers }: FastifyRequest, { code }: HttpError): boolean {
  return headers['idempotency-key'] !== undefined && code === 'unauthenticated';
}

/** Returns a refusal instead of throwing it. */
export async function settle<Result>(work: () => Promise<Result>): Promise<Result | HttpError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return error;
    throw error;
  }
}

/** Each Idempotency-Key stores a response for a day, also of a request that changed nothing. */
function limitOfKeys(endpoint: Endpoint, request: FastifyRequest): RateLimit | undefined {
  if (endpoint.idempotent !== true || idempotencyKeyOf(request) === undefined) return undefined;
  return { name: 'idempotency-keys', windowSeconds: 3600, max: 300 };
}

/**
 * Ends a request whose statements are each in time, but together take too long. Its work goes on: what it commits is what
 * a repeated request finds. A response that has begun may take longer, such as a ZIP on a slow connection.
 */
async function withinTime<Result>(
  { DATABASE_TIMEOUT_SECONDS }: Pick<Config, 'DATABASE_TIMEOUT_SECONDS'>,
  { raw }: Pick<FastifyReply, 'raw'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const expired = Promise.withResolvers<never>();
  const expire = () => {
    if (!raw.headersSent) expired.reject(unavailable());
  };
  const timer = setTimeout(expire, DATABASE_TIMEOUT_SECONDS * 1_800);
  try {
    return await Promise.race([work(), expired.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Parses a request by the contract. Throws the 4xx error that says what is wrong with it. */
export function parse(endpoint: Endpoint, request: Pick<FastifyRequest, 'params' | 'query' | 'body'>) {
  const params = endpoint.params && v.safeParse(endpoint.params, request.params);
  // An id with the wrong format belongs to no resource.
  if (params?.success === false) throw new HttpError('not_found');
  const query = endpoint.query && v.safeParse(endpoint.query, withoutEmpty(request.query));
  if (query?.success === false) throw parameterRefusal(query.issues);
  const body = endpoint.body && v.safeParse(endpoint.body, request.body ?? {});
  if (body?.success === false) throw bodyRefusal(body.issues);
  return { params: params?.output, query: query?.output, body: body?.output };
}

/** Treats empty parameters as absent. */
function withoutEmpty(query: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== ''));
}

function check(endpoint: Endpoint, response: unknown): unknown {
  const parsed = v.safeParse(endpoint.response, { success: true, ...Object(response) });
  if (parsed.success) return parsed.output;
  // The log names the members of the cause, and not their values.
  throw new Error(`${endpoint.method} ${endpoint.path} breaks its contract`, {
    cause: new v.ValiError(parsed.issues),
  });
}
