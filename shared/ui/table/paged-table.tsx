import type { ReactNode } from 'react';
import { Card } from '../card/card.tsx';
import type { QueryState } from '../feedback/query-fallback.tsx';
import { Inline } from '../layout/layout.tsx';
import { Pagination } from '../pagination/pagination.tsx';
import type { Sort } from './column.ts';
import { QueryTable, type QueryTableProps } from './query-table.tsx';

/** A page of a list as every list call of the contract answers. */
export interface ListPage<Row> {
  items: readonly Row[];
  total: number | null;
  limit: number;
  offset: number;
  has_more: boolean;
}

/** What is asked for next, as the contract writes it: an order such as `-created`, or another page. */
export interface ListPatch {
  order?: string;
  limit?: string;
  offset?: string;
}

export interface PagedTableProps<Row, Page extends ListPage<Row>>
  extends Omit<QueryTableProps<Row, Page>, 'query' | 'rows' | 'sort' | 'onSortChange'> {
  query: QueryState<Page> & { isPlaceholderData: boolean };
  /** The order in force; its first field is the id of a column. */
  order: string | null | undefined;
  onChange: (patch: ListPatch) => void;
}

/** One page of a list in a card, with the pager below: order and page are words of the contract's query. */
export function PagedTable<Row, Page extends ListPage<Row>>(props: PagedTableProps<Row, Page>) {
  const { query, order, onChange, ...table } = props;
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
          hasNext={page.has_more}
          total={page.total ?? undefined}
          disabled={query.isPlaceholderData}
          onChange={({ limit, offset }) => onChange({ limit: String(limit), offset: String(offset) })}
        />
      )}
    </>
  );
}

/** The table shows the first step of an order. */
function sortOf(order: string | null | undefined): Sort | undefined {
  const [term] = order?.split(',') ?? [];
  if (!term) return undefined;
  return term.startsWith('-') ? { id: term.slice(1), direction: 'desc' } : { id: term, direction: 'asc' };
}

export interface ListStatusProps {
  /** How many entries the list has, with the noun: "26 calls". */
  count: string;
  /** What the list covers: a period, a sum. */
  children: ReactNode;
}

/** The line above a list, announced when it changes. */
export function ListStatus({ count, children }: ListStatusProps) {
  return (
    <Inline justify="between" role="status">
      <strong>{count}</strong>
      <span>{children}</span>
    </Inline>
  );
}
