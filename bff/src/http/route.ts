import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { SessionOfAccount } from '../modules/sessions/sessions.ts';
import type { Services } from '../services.ts';
import { type Answer, type Call, routerPath } from './call.ts';
import type { Access, Context } from './context.ts';
import { HttpError } from './http-error.ts';
import { once } from './idempotency.ts';
import { bodyRefusal, parameterRefusal } from './validation-refusal.ts';

interface RouteOptions<A extends Access> {
  access: A;
  /** Honours Idempotency-Key: the call takes effect once, its answer is repeated. Only within a session. */
  idempotent?: boolean;
}

/** What a handler returns: the answer's body, or the reply when it has sent something else than JSON itself. */
type Result<C extends Call> = Answer<C['response']> | FastifyReply;

/** A route is a call of the contract, its permission and one function. What goes in and out is held to the contract. */
export function route<C extends Call, A extends Access>(
  app: FastifyInstance,
  services: Services,
  call: C,
  { access, idempotent = false }: RouteOptions<A>,
  handler: (context: Context<C, A>) => Promise<Result<C>>,
): void {
  // The compiler cannot follow which access gives which context.
  const handle = handler as (context: object) => Promise<unknown>;

  app.route({
    method: call.method,
    url: routerPath(call.path),
    handler: async (request, reply) => {
      reply.status(call.status ?? 200);
      const found = access === 'anonymous' ? undefined : await authorize(services, request, access);
      const base = { ...parse(call, request), request, reply, log: request.log };
      const answer = async (context: object) => {
        const result = await handle(context);
        return result === reply ? reply : check(call, result);
      };
      if (found === undefined) return answer(base);
      const { account, session } = found;
      // The answer is checked before the commit: what cannot be told is not done.
      return services.database.withAccount(account.account_id, (tx) => {
        const work = () => answer({ ...base, account, session, tx });
        return idempotent ? once(tx, { call, request, reply, accountId: account.account_id }, work) : work();
      });
    },
  });
}

async function authorize(services: Services, request: FastifyRequest, access: Access): Promise<SessionOfAccount> {
  const found = await services.sessions.find(services.database.system, request);
  if (found === undefined) throw new HttpError('unauthenticated');
  const { session, account } = found;
  if (account.status === 'suspended' || account.status === 'closed') throw new HttpError('account_suspended');
  if (access === 'session' && session.kind === 'confirm') throw new HttpError('email_not_confirmed');
  if (access === 'session' && session.kind === 'dpu') throw new HttpError('dpu_required');
  return found;
}

function parse(call: Call, request: FastifyRequest) {
  const params = call.params && v.safeParse(call.params, request.params);
  // A resource whose id is not even an id does not exist.
  if (params?.success === false) throw new HttpError('not_found');
  const query = call.query && v.safeParse(call.query, withoutEmpty(request.query));
  if (query?.success === false) throw parameterRefusal(query.issues);
  const body = call.body && v.safeParse(call.body, request.body ?? {});
  if (body?.success === false) throw bodyRefusal(body.issues);
  return { params: params?.output, query: query?.output, body: body?.output };
}

/** Empty parameters are absent ones. */
function withoutEmpty(query: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== ''));
}

function check(call: Call, answer: unknown): unknown {
  const parsed = v.safeParse(call.response, answer);
  if (parsed.success) return parsed.output;
  const faults = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`);
  throw new Error(`${call.method} ${call.path} answers against its contract: ${faults.slice(0, 10).join('; ')}`);
}
