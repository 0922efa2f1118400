import type { ReactNode } from 'react';
import { Loader } from './loader.tsx';
import { QueryError } from './query-error.tsx';

/** What the design system reads of a query's result; the query library's own result fits. */
export interface QueryState<Data> {
  data: Data | undefined;
  isError: boolean;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface QueryFallbackProps {
  query: QueryState<unknown>;
  /** Shown until there is an answer; a loader unless told otherwise. */
  loading?: ReactNode;
}

/** Stands where the data of a query will be: while it loads, or why it did not come, with another try. */
export function QueryFallback({ query, loading = <Loader /> }: QueryFallbackProps) {
  if (!query.isError) return loading;
  return <QueryError error={query.error} onRetry={query.refetch} isRetrying={query.isFetching} />;
}
