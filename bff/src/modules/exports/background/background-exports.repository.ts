import {
  type BackgroundExport,
  backgroundExportSchema,
  type ExportRequest,
  mostExports,
} from '@portal/contract/background-exports';
import type { Queryable } from '../../../database/database.ts';
import { insertInto, selectList, sql } from '../../../database/sql.ts';

const columns = selectList(Object.keys(backgroundExportSchema.entries));

/** What an export is made of, beside what was requested. */
export interface FixedExport {
  fixed_query: Readonly<Record<string, string>>;
  language: string;
  timezone: string;
  start_date: string;
  end_date: string;
}

export async function findExports(db: Queryable, accountId: string): Promise<BackgroundExport[]> {
  return db.query<BackgroundExport>(sql`
    select ${columns} from exports where account_id = ${accountId} order by created desc, export_id limit 100`);
}

export async function findExport(db: Queryable, accountId: string, exportId: string) {
  return db.first<BackgroundExport & { is_expired: boolean }>(sql`
    select ${columns}, coalesce(expires <= now(), false) as is_expired
    from exports where account_id = ${accountId} and export_id = ${exportId}`);
}

/** Lets changes of an account's exports wait for each other. */
export async function lockExports(tx: Queryable, accountId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`exports ${accountId}`}, 0))`);
}

/** The same export, if it waits or runs. */
export async function findSameExport(db: Queryable, accountId: string, request: ExportRequest) {
  return db.first<BackgroundExport>(sql`
    select ${columns} from exports
    where account_id = ${accountId} and state in ('queued', 'running') and service_id = ${request.service_id}
      and kind = ${request.kind} and format = ${request.format} and query = ${request.query}::jsonb
    limit 1`);
}

/** Stores a new export. Returns undefined if the account has as many as it may. */
export async function insertExport(
  db: Queryable,
  accountId: string,
  request: ExportRequest & FixedExport,
): Promise<BackgroundExport | undefined> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) from exports
    where account_id = ${accountId} and state in ('queued', 'running', 'ready') and schedule_id is null`);
  if (count >= mostExports) return undefined;
  return db.one<BackgroundExport>(sql`
    ${insertInto('exports', { account_id: accountId, ...request })} returning ${columns}`);
}

/** Cancels an export that waits or runs; the process that makes it notices. */
export async function updateCancelled(db: Queryable, accountId: string, exportId: string): Promise<void> {
  await db.run(sql`
    update exports set state = 'cancelled', finished = now()
    where account_id = ${accountId} and export_id = ${exportId} and state in ('queued', 'running')`);
}

/** Deletes an export and its file. Returns whether there was one. */
export async function deleteExport(db: Queryable, accountId: string, exportId: string): Promise<boolean> {
  const deleted = await db.run(sql`
    delete from exports where account_id = ${accountId} and export_id = ${exportId}`);
  return deleted > 0;
}

/** Reads a part of a file; undefined after the last one, or when the file has been deleted. */
export async function findPart(db: Queryable, accountId: string, exportId: string, position: number) {
  const row = await db.first<{ content: Buffer }>(sql`
    select content from export_parts
    where account_id = ${accountId} and export_id = ${exportId} and position = ${position}`);
  return row?.content;
}

export async function findByLink(db: Queryable, accountId: string, tokenHash: Buffer) {
  return db.first<BackgroundExport & { is_used: boolean; is_expired: boolean }>(sql`
    select ${columns}, token_used is not null as is_used, state <> 'ready' or expires <= now() as is_expired
    from exports where account_id = ${accountId} and token_hash = ${tokenHash} for update`);
}

export async function updateLinkUsed(db: Queryable, accountId: string, exportId: string): Promise<void> {
  await db.run(sql`
    update exports set token_used = now() where account_id = ${accountId} and export_id = ${exportId}`);
}
