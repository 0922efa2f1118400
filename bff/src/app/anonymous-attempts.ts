import { createHash } from 'node:crypto';
import type { Endpoint } from '@portal/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Queryable } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { idempotencyKeyOf } from './idempotency.ts';

/**
 * A request that may be repeated because its response can be lost: of a visitor without a session, or one whose response
 * contains secrets that must not be stored.
 */
export interface AnonymousAttempt {
  key: string;
  /** `POST /v1/users/token:exchange`. */
  call: string;
  /** Hash of what has to be the same in every attempt. */
  hash: Buffer;
}

/** What an earlier attempt with the same key has done. */
export interface EarlierAttempt<Response> {
  account_id: string;
  response: Response;
  /** Hash of the token of the session that it started; null if it started none. A repetition may only replace this one. */
  session: Buffer | null;
}

/**
 * The attempt that a request belongs to; undefined without an Idempotency-Key. The key is a secret of the page that sent
 * it: a thief of the link or the cookie does not have it, and repeats nothing.
 */
export function attemptOf(
  request: FastifyRequest,
  { method, path }: Endpoint,
  same = '',
): AnonymousAttempt | undefined {
  const key = idempotencyKeyOf(request);
  const hash = createHash('sha256').update(same).digest();
  return key === undefined ? undefined : { key, call: `${method} ${path}`, hash };
}

/** Saves what an attempt has done, in the transaction that does it. Saves nothing for a request without a key. */
export async function saveAttempt(
  tx: Queryable,
  attempt: AnonymousAttempt | undefined,
  { account_id, response, session }: EarlierAttempt<object>,
): Promise<void> {
  if (attempt === undefined) return;
  const { key, call, hash } = attempt;
  const stored = JSON.stringify({ response, session: session?.toString('hex') ?? null });
  await tx.run(sql`
    insert into idempotency_keys (account_id, key, call, body_hash, status, response)
    values (${account_id}, ${key}, ${call}, ${hash}, 200, ${stored})
    on conflict (account_id, key) do update set call = excluded.call, body_hash = excluded.body_hash,
      status = excluded.status, response = excluded.response`);
}

/**
 * Finds what an earlier attempt has done within the last `minutes`. A page that lost only the body of the response has the
 * session that the attempt started, `current`, in place of the proof that it used up.
 */
export async function findAttempt<Response>(
  database: Queryable,
  { key, call, hash }: AnonymousAttempt,
  minutes: number,
  current?: Buffer,
): Promise<EarlierAttempt<Response> | undefined> {
  const row = await database.first<{
    account_id: string;
    stored: { response: Response; session: string | null };
  }>(sql`
    select account_id, response as stored from idempotency_keys
    where key = ${key} and call = ${call}
      and (body_hash = ${hash} or response->>'session' = ${current?.toString('hex') ?? null})
      and created > now() - make_interval(mins => ${minutes})`);
  if (row === undefined) return undefined;
  const { response, session } = row.stored;
  return {
    account_id: row.account_id,
    response,
    session: session === null ? null : Buffer.from(session, 'hex'),
  };
}

/** Lets nobody repeat earlier attempts of this account at an endpoint. */
export async function forgetAttempts(
  tx: Queryable,
  accountId: string,
  { method, path }: Endpoint,
): Promise<void> {
  await tx.run(sql`
    delete from idempotency_keys where account_id = ${accountId} and call = ${`${method} ${path}`}`);
}
