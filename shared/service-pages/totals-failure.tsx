import { QueryError, type QueryState } from '@portal/shared/ui';

interface TotalsFailureProps {
  totals: QueryState<unknown>;
  list: QueryState<unknown>;
}

/** Says that the totals of a list could not be loaded, and loads them again. Empty while the list says so of itself. */
export function TotalsFailure({ totals, list }: TotalsFailureProps) {
  if (!totals.isError || totals.data !== undefined || list.isError) return null;
  return <QueryError compact error={totals.error} onRetry={totals.refetch} isRetrying={totals.isFetching} />;
}
