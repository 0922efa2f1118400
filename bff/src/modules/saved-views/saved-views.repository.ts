import {
  type HistoryKind,
  mostSavedViews,
  type SavedView,
  type SavedViews,
  savedViewSchema,
} from '@portal/contract/saved-views';
import type { Queryable } from '../../database/database.ts';
import { insertInto, selectList, sql } from '../../database/sql.ts';

type ViewContent = Pick<SavedView, 'name' | 'query' | 'columns'> & { kind: HistoryKind };

const columns = selectList(Object.keys(savedViewSchema.entries));

export async function findViews(db: Queryable, accountId: string): Promise<SavedView[]> {
  return db.query<SavedView>(sql`
    select ${columns} from saved_views where account_id = ${accountId} order by lower(name), name, kind`);
}

/** Lets changes of an account's views wait for each other, so that each sees the names and the number of the others. */
export async function lockViews(tx: Queryable, accountId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`saved views ${accountId}`}, 0))`);
}

/** Whether another view of the history has the name, in upper or lower case. */
export async function isNameTaken(
  db: Queryable,
  accountId: string,
  { kind, name }: ViewContent,
  viewId: string | null = null,
): Promise<boolean> {
  const other = await db.first(sql`
    select from saved_views
    where account_id = ${accountId} and kind = ${kind} and lower(name) = lower(${name})
      and view_id is distinct from ${viewId}`);
  return other !== undefined;
}

/** Stores a new view. Returns undefined if the history has as many as it may. */
export async function insertView(db: Queryable, accountId: string, view: ViewContent) {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) from saved_views where account_id = ${accountId} and kind = ${view.kind}`);
  if (count >= mostSavedViews) return undefined;
  return db.one<SavedView>(sql`
    ${insertInto('saved_views', { account_id: accountId, ...view })} returning ${columns}`);
}

/** Replaces what a view shows, and its name. Returns undefined if the history has no such view. */
export async function updateView(db: Queryable, accountId: string, viewId: string, view: ViewContent) {
  return db.first<SavedView>(sql`
    update saved_views
    set name = ${view.name}, query = ${view.query}, columns = ${view.columns}, updated = now()
    where account_id = ${accountId} and view_id = ${viewId} and kind = ${view.kind}
    returning ${columns}`);
}

/** Returns whether there was such a view. */
export async function deleteView(db: Queryable, accountId: string, viewId: string): Promise<boolean> {
  const deleted = await db.run(sql`
    delete from saved_views where account_id = ${accountId} and view_id = ${viewId}`);
  return deleted > 0;
}

export async function findHistoryColumns(db: Queryable, accountId: string): Promise<SavedViews['columns']> {
  const rows = await db.query<{ kind: HistoryKind; columns: string[] }>(sql`
    select kind, columns from history_columns where account_id = ${accountId}`);
  const chosen = (kind: HistoryKind) => rows.find((row) => row.kind === kind)?.columns ?? null;
  return { calls: chosen('calls'), messages: chosen('messages') };
}

/** Stores the chosen columns of a history; null removes the choice. */
export async function storeHistoryColumns(
  db: Queryable,
  accountId: string,
  { kind, columns: chosen }: { kind: HistoryKind; columns: readonly string[] | null },
): Promise<void> {
  if (chosen === null) {
    await db.run(sql`delete from history_columns where account_id = ${accountId} and kind = ${kind}`);
    return;
  }
  await db.run(sql`
    ${insertInto('history_columns', { account_id: accountId, kind, columns: chosen })}
    on conflict (account_id, kind) do update set columns = excluded.columns`);
}
