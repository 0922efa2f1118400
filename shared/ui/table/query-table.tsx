import { maxOffset } from '@portal/contract/paging';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryError } from '../feedback/error-panel.tsx';
import { EmptyState, QueryFallback, type QueryState } from '../feedback/placeholders.tsx';
import { Card } from '../layout/card.tsx';
import { Inline } from '../layout/layout.tsx';
import { Pagination } from '../navigation/pagination.tsx';
import { DataTable, type DataTableProps } from './data-table.tsx';
import classes from './query-table.module.css';
import type { Sort } from './table-head.tsx';

interface QueryTableProps<Row, Data> extends Omit<DataTableProps<Row>, 'rows' | 'isLoading' | 'isStale'> {
  query: QueryState<Data>;
  /** Selects the rows from the loaded data. */
  rows: (data: Data) => readonly Row[];
  empty?: ReactNode;
}

/** A DataTable of a query: a skeleton while loading, an empty state, an error with a retry button, dimmed rows while fetching. */
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

/** A page of a list, as every list endpoint of the contract returns it. */
export interface ListPage<Row> {
  items: readonly Row[];
  total: number | null;
  limit: number;
  offset: number;
  has_more: boolean;
  /** In the history of an order that has cursors: they lead beyond the offsets that the server accepts. */
  next_cursor?: string | null;
  previous_cursor?: string | null;
  /** Set if the page is not full although there may be more: the list asks whether to go on to this cursor. */
  searched?: { cursor: string } | null;
}

/** The number of a list's rows, when a request of its own counts them. */
export interface ListTotal {
  total: number;
  /** False if there are more. */
  is_exact: boolean;
}

/** Query parameters of the next request, as the contract writes them: an order such as `-created`, or another page. */
export interface ListPatch {
  order?: string;
  limit?: string;
  offset?: string;
  cursor?: string | null;
}

export interface PagedTableProps<Row, Page extends ListPage<Row>>
  extends Omit<QueryTableProps<Row, Page>, 'query' | 'rows' | 'sort' | 'onSortChange'> {
  query: QueryState<Page> & { isPlaceholderData: boolean };
  /** The current order, such as `-created,id`; its first field is the id of a column. */
  order: string | null | undefined;
  /** The number of rows, when the page itself does not state it. */
  counted?: ListTotal | undefined;
  /** Pages are reached by cursors, if the list has them: an offset would search for all entries before it again. */
  isFiltered?: boolean;
  onChange: (patch: ListPatch) => void;
}

/** One page of a list in a card, with the pager below; order and page use the contract's query parameters. */
export function PagedTable<Row, Page extends ListPage<Row>>(props: PagedTableProps<Row, Page>) {
  const { query, order, counted, isFiltered = false, onChange, ...table } = props;
  const page = query.data;
  return (
    <>
      <Card padding="none">
        <QueryTable
          {...table}
          query={query}
          rows={({ items }) => items}
          sort={sortOf(order)}
          onSortChange={({ id, direction }) => onChange({ order: direction === 'desc' ? `-${id}` : id })}
        />
      </Card>
      {page && (
        <Pagination
          limit={page.limit}
          offset={page.offset}
          hasNext={page.has_more && (!page.searched || isSearchedBack(page))}
          // Going back, the rows of a page that is not full are the last ones of it, whose numbers are not known yet.
          count={isSearchedBack(page) ? 0 : page.items.length}
          total={page.total ?? counted?.total}
          isTotalMinimum={page.total === null && counted?.is_exact === false}
          disabled={query.isPlaceholderData}
          onChange={(next) =>
            onChange({
              limit: String(next.limit),
              offset: String(next.offset),
              ...cursorFor(page, next, isFiltered),
            })
          }
        />
      )}
    </>
  );
}

/** Whether a page that is not full although there may be more was reached by going back: the next part is then before it. */
export function isSearchedBack({ searched, next_cursor }: ListPage<unknown>): boolean {
  return Boolean(searched) && searched?.cursor !== next_cursor;
}

/** Offsets find a page while the server accepts them; further pages, and those of a filter, need the cursor of the page beside them. */
function cursorFor(
  page: ListPage<unknown>,
  { offset }: Pick<ListPage<unknown>, 'offset'>,
  isFiltered: boolean,
): ListPatch {
  if (page.next_cursor === undefined) return {};
  if (offset === 0 || (offset <= maxOffset && !isFiltered)) return { cursor: null };
  return { cursor: offset > page.offset ? page.next_cursor : (page.previous_cursor ?? null) };
}

/** The table shows the first field of an order. */
function sortOf(order: string | null | undefined): Sort | undefined {
  const [term] = order?.split(',') ?? [];
  if (!term) return undefined;
  return term.startsWith('-') ? { id: term.slice(1), direction: 'desc' } : { id: term, direction: 'asc' };
}

interface ListStatusProps {
  /** Number of entries with the noun: "26 calls"; empty until it is known. */
  count: string;
  /** What the list covers: a period, a sum. */
  children: ReactNode;
  /** Only keeps the place of the line. */
  isLoading?: boolean;
}

/** The line above a list, announced when it changes; two lines on phones. */
export function ListStatus({ count, children, isLoading = false }: ListStatusProps) {
  const semantics = isLoading ? { 'aria-hidden': true } : { role: 'status' };
  return (
    <Inline justify="between" className={classes.status} {...semantics}>
      <strong>{count}</strong>
      <span>{children}</span>
    </Inline>
  );
}
