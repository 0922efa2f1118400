import type { ReactNode } from 'react';
import { QueryError } from '../feedback/query-error.tsx';
import { Skeleton } from '../feedback/skeleton.tsx';
import type { QueryState } from '../table/query-table.tsx';
import { Card, type CardProps } from './card.tsx';

export interface PlateProps<Data> extends Omit<CardProps, 'children'> {
  /** Draws the loaded data. */
  children: (data: Data) => ReactNode;
  query: QueryState<Data>;
}

/** A card of the welcome page that loads and fails alone. */
export function Plate<Data>({ query, children, ...card }: PlateProps<Data>) {
  return (
    <Card {...card} aria-busy={query.isPending || undefined}>
      {query.data !== undefined ? (
        children(query.data)
      ) : query.isError ? (
        <QueryError error={query.error} onRetry={query.refetch} isRetrying={query.isFetching} />
      ) : (
        <Skeleton shape="block" />
      )}
    </Card>
  );
}
