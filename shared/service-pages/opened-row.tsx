import type { Period } from '@portal/contract/dates';
import { ApiError } from '@portal/shared/api';
import { EmptyState, QueryFallback, type QueryState } from '@portal/shared/ui';

/** The row of an address by its id, for lists whose page need not have it. */
export interface RowById<Row> {
  query: QueryState<Row>;
  textOf: (key: 'missing' | 'missingText') => string;
}

/** Why there is no such row: no row of the account has the id, or it could not be loaded. */
export function MissingRow({ query, textOf }: RowById<unknown>) {
  const isUnknown = query.error instanceof ApiError && query.error.code === 'not_found';
  if (!isUnknown) return <QueryFallback query={query} />;
  return (
    <EmptyState icon="search" title={textOf('missing')}>
      {textOf('missingText')}
    </EmptyState>
  );
}

/** The parameters of a period in an address; null removes one. */
export interface PeriodPatch {
  start_date?: string | null;
  end_date?: string | null;
  start_time?: string | null;
  end_time?: string | null;
}

interface PeriodQuery {
  start_date?: string | undefined;
  end_date?: string | undefined;
  start_time?: string | undefined;
  end_time?: string | undefined;
  number?: unknown;
}

/**
 * What an address needs to show the same list later: the days of its period, or the moments of the last 24 hours. Empty when
 * the address has them.
 */
export function fixedPeriod(query: PeriodQuery, period: Period | undefined): PeriodPatch {
  const { start_date, end_date, start_time, end_time, number } = query;
  const hasDays = start_date !== undefined && end_date !== undefined;
  const hasMoments = start_time !== undefined && end_time !== undefined;
  if (period === undefined || hasDays || hasMoments) return {};
  const isOfDays = start_date !== undefined || end_date !== undefined || number !== undefined;
  return isOfDays
    ? { start_date: period.start_date, end_date: period.end_date }
    : { start_time: period.start_utc, end_time: period.end_utc };
}
