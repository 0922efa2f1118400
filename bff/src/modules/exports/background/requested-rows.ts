import { exportQuerySchemas } from '@portal/contract/background-exports';
import type { HistoryKind } from '@portal/contract/saved-views';
import * as v from 'valibot';
import type { HistoryOwner } from '../../traffic/history-filters.ts';
import { callRows, type HistoryRows, messageRows } from '../history-rows.repository.ts';

type Query = Readonly<Record<string, string>>;

/** The rows that a stored query asks for. */
export function requestedRows(
  owner: HistoryOwner,
  service: { service_id: string },
  { kind, query }: { kind: HistoryKind; query: Query },
): HistoryRows {
  return kind === 'calls'
    ? callRows(owner, service, v.parse(exportQuerySchemas.calls, query))
    : messageRows(owner, service, v.parse(exportQuerySchemas.messages, query));
}

/** A query as a history's address has it: without what an export does not store, each parameter in one form. */
export function storedQuery(kind: HistoryKind, query: Query): Query {
  const parsed: Readonly<Record<string, unknown>> = v.parse(exportQuerySchemas[kind], query);
  const given = Object.entries(parsed).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** The query with the period that it has now: a file made later, or again, has the same rows. */
export function fixedQuery(query: Query, { period }: HistoryRows): Query {
  const { start_date, end_date, start_time, end_time, number, ...filters } = query;
  const fixed = { ...filters, ...(number !== undefined && { number }) };
  const hasMoments = start_time !== undefined && end_time !== undefined;
  const isLastDay = start_date === undefined && end_date === undefined && number === undefined;
  return hasMoments || isLastDay
    ? { ...fixed, start_time: period.start_utc, end_time: period.end_utc }
    : { ...fixed, start_date: period.start_date, end_date: period.end_date };
}
