import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../feedback/empty-state.tsx';
import { QueryError } from '../feedback/query-error.tsx';
import { QueryFallback, type QueryState } from '../feedback/query-fallback.tsx';
import { DataTable, type DataTableProps } from './data-table.tsx';
import classes from './table.module.css';

export interface QueryTableProps<Row, Data>
  extends Omit<DataTableProps<Row>, 'rows' | 'isLoading' | 'isStale'> {
  query: QueryState<Data>;
  /** Takes the rows out of the loaded data. */
  rows: (data: Data) => readonly Row[];
  empty?: ReactNode;
}

/** A DataTable over a query: skeleton while loading, empty, error with retry, old rows dimmed while fetching. */
export function QueryTable<Row, Data>({ query, rows, empty, ...table }: QueryTableProps<Row, Data>) {
  const { t } = useTranslation('common');
  if (query.data === undefined && query.isError) return <QueryFallback query={query} />;
  return (
    <>
      {query.isError && (
        <div className={classes.notice}>
          <QueryError compact error={query.error} onRetry={query.refetch} isRetrying={query.isFetching} />
        </div>
      )}
      <DataTable
        {...table}
        rows={query.data === undefined ? [] : rows(query.data)}
        isLoading={query.data === undefined}
        isStale={query.data !== undefined && query.isFetching}
        empty={empty ?? <EmptyState title={t('ui.listEmpty')} />}
      />
    </>
  );
}
