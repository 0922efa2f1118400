import { createHash } from 'node:crypto';
import type { Endpoint } from '@portal/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Transaction } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { HttpError } from '../errors/http-error.ts';
import type { AppContext, Exchange } from './context.ts';

type Attempt = Exchange & { endpoint: Endpoint; accountId: string };
type StoredResponse = { call: string; body_hash: Buffer; status: number; response: unknown };

/** A response with a secret, which must not be stored. */
interface SecretResponse<Response, Reference extends object> {
  /** Of what is stored instead of the response. It contains no secret. */
  schema: v.GenericSchema<unknown, Reference>;
  work: () => Promise<Response>;
  refer: (response: Response) => Reference;
  /** Makes the response again from what was stored. Throws if that is not possible any more. */
  restore: (reference: Reference) => Promise<Response>;
}

/**
 * Runs `work` once for each Idempotency-Key of an account within 24 hours. The response is stored in the same
 * transaction as the effect: both exist or neither does. Errors are not stored, so a corrected request may reuse its
 * key.
 */
export async function once(
  tx: Transaction,
  attempt: Attempt,
  work: () => Promise<unknown>,
): Promise<unknown> {
  return repeatable(tx, attempt, { work, refer: (response) => response, restore: async (stored) => stored });
}

/** The same for a response with a secret: what refers to it is stored, and a repeated request gets it from there. */
export async function onceWithSecret<Response, Reference extends object>(
  tx: Transaction,
  attempt: Attempt,
  { schema, work, refer, restore }: SecretResponse<Response, Reference>,
): Promise<Response> {
  return repeatable(tx, attempt, { work, refer, restore: (stored) => restore(v.parse(schema, stored)) });
}

interface Repeatable<Response> {
  work: () => Promise<Response>;
  /** What is stored of the response. */
  refer: (response: Response) => unknown;
  restore: (stored: unknown) => Promise<Response>;
}

async function repeatable<Response>(
  tx: Transaction,
  { endpoint, request, reply, accountId }: Attempt,
  { work, refer, restore }: Repeatable<Response>,
): Promise<Response> {
  const key = idempotencyKeyOf(request);
  if (key === undefined) return work();
  await refuseInFlight(tx, `${accountId}:${key}`);

  const name = `${endpoint.method} ${endpoint.path}`;
  // A repeated request carries a new bot check token; everything else stays the same. A password must not be guessable from a hash.
  const asked = { ...Object(request.body), captcha_token: undefined, current_password: undefined };
  const bodyHash = createHash('sha256')
    .update(`${request.url}\n${JSON.stringify(asked)}`)
    .digest();
  const stored = await tx.first<StoredResponse>(sql`
    select call, body_hash, status, response from idempotency_keys
    where account_id = ${accountId} and key = ${key} and created > now() - interval '24 hours'`);
  if (stored !== undefined) {
    if (stored.call !== name || !stored.body_hash.equals(bodyHash))
      throw new HttpError('idempotency_key_reused');
    reply.status(stored.status).header('idempotent-replayed', 'true');
    return restore(stored.response);
  }

  const result = await work();
  // Not the reply's own status: the time of the request may have passed, and 503 be sent, while the work went on.
  const status = endpoint.status ?? 200;
  await tx.run(sql`
    insert into idempotency_keys (account_id, key, call, body_hash, status, response)
    values (${accountId}, ${key}, ${name}, ${bodyHash}, ${status}, ${JSON.stringify(refer(result))})
    on conflict (account_id, key) do update set call = excluded.call, body_hash = excluded.body_hash,
      status = excluded.status, response = excluded.response, created = now()`);
  return result;
}

/** Whether a request of the account with the same Idempotency-Key has succeeded before. Throws 409 while one runs. */
export async function isRepeated(
  { database }: Pick<AppContext, 'database'>,
  { request, account: { account_id } }: { request: FastifyRequest; account: { account_id: string } },
): Promise<boolean> {
  const key = idempotencyKeyOf(request);
  if (key === undefined) return false;
  const find = async (tx: Transaction) => {
    await refuseInFlight(tx, `${account_id}:${key}`);
    return tx.first(sql`
      select 1 from idempotency_keys
      where account_id = ${account_id} and key = ${key} and created > now() - interval '24 hours'`);
  };
  return (await database.withAccount(account_id, find, 'essential')) !== undefined;
}

/** A request's Idempotency-Key; undefined without one. Throws 400 if it is malformed. */
export function idempotencyKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || (typeof key === 'string' && /^[\w-]{8,255}$/.test(key))) return key;
  throw new HttpError('bad_parameter', { params: { header: 'Idempotency-Key' } });
}

/** The lock ends with the transaction, so the next request finds the stored response. */
async function refuseInFlight(tx: Transaction, name: string): Promise<void> {
  const lock = await tx.one<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken`,
  );
  if (!lock.taken) throw new HttpError('idempotency_in_flight', { headers: { 'retry-after': '1' } });
}
