import { SlotKindProvider, useAction, useSidebar } from '@portal/shared/area';
import { useFormat } from '@portal/shared/i18n';
import {
  Button,
  type Column,
  EmptyList,
  type EmptyListProps,
  type ListPatch,
  ListStatus,
  PagedTable,
  type PagedTableProps,
  RowDrawer,
  Stack,
  VisuallyHidden,
} from '@portal/shared/ui';
import { type ReactNode, useRef } from 'react';
import { MissingRow, type PeriodPatch, type RowById } from './opened-row.tsx';
import { isPart, NothingInPart, type SearchablePage, SearchedPart } from './searched-part.tsx';

interface ServiceListProps<Row, Page extends SearchablePage<Row>>
  extends Omit<
    PagedTableProps<Row, Page>,
    'onChange' | 'empty' | 'isFiltered' | 'isRowSelected' | 'onRowOpen'
  > {
  rowKey: (row: Row) => string;
  /** Writes the page's state into the address. */
  setQuery: (
    patch: ListPatch & PeriodPatch & { row?: string | undefined },
    options?: { replace?: boolean },
  ) => void;
  /** The filters, and figures of the whole list. */
  children: ReactNode;
  /** The number of entries, when the page of the list does not state it. */
  count?: number | undefined;
  countText: (total: { count: number; number: string }) => string;
  /** What the list covers: a period, a sum. */
  covers: (page: Page) => string;
  empty: EmptyListProps;
  /** The drawer of the opened row. */
  drawer?: DrawerProps<Row>;
}

interface DrawerProps<Row> {
  /** The key of the opened row, from the address. */
  row: string | undefined;
  /** The offset of the page in the address; without it, a patch goes back to the first page. */
  offset: number;
  title: string | ((row: Row | undefined) => string);
  content: (row: Row) => ReactNode;
  footer?: (row: Row) => ReactNode;
  /** Finds the row when the page of the list does not have it. */
  byId?: RowById<Row>;
  /** Goes into the address with the row, so that the list behind it is the same whenever the address is opened. */
  fixedPeriod?: PeriodPatch;
}

/** A service's list: filters, number of entries, one page of the table, and the drawer of the opened row. */
export function ServiceList<Row, Page extends SearchablePage<Row>>(props: ServiceListProps<Row, Page>) {
  const { setQuery, children, count, countText, covers, empty, drawer, ...table } = props;
  const { query, rowKey } = table;
  const format = useFormat();
  const sidebar = useSidebar();
  const page = query.data;
  const { counted } = table;
  const total = page?.total ?? counted?.total ?? count;
  const isMinimum = page?.total === null && counted?.is_exact === false;
  const byId = drawer?.byId;
  const opened = drawer && (page?.items.find((row) => rowKey(row) === drawer.row) ?? byId?.query.data);
  const isLoading = byId === undefined ? query.data === undefined && !query.isError : !byId.query.isError;
  // The period that opening a row has fixed moves on again when it is closed.
  const fixed = useRef<PeriodPatch>({});
  const setRow = (row?: string) => {
    // The second click of two.
    if (row === drawer?.row) return;
    const unfixed = Object.fromEntries(Object.keys(fixed.current).map((name) => [name, null]));
    fixed.current = row === undefined ? {} : (drawer?.fixedPeriod ?? {});
    const patch = { row, offset: String(drawer?.offset ?? 0), ...unfixed, ...fixed.current };
    // Going back after a row was closed must not open it again.
    setQuery(patch, { replace: row === undefined });
  };
  const opens = drawer && {
    onRowOpen: (row: Row) => setRow(rowKey(row)),
    isRowSelected: (row: Row) => rowKey(row) === drawer.row,
  };
  return (
    <Stack>
      {children}
      {!(page === undefined && query.isError) && (
        <ListStatus
          count={
            total === undefined || page === undefined
              ? ''
              : countText({ count: total, number: `${format.number(total)}${isMinimum ? '+' : ''}` })
          }
          isLoading={page === undefined}
        >
          {page && covers(page)}
        </ListStatus>
      )}
      <PagedTable
        {...table}
        {...opens}
        onChange={setQuery}
        empty={page && isPart(page) ? <NothingInPart page={page} /> : <EmptyList {...empty} />}
        isFiltered={empty.isFiltered}
      />
      <SearchedPart
        page={page}
        order={table.order}
        isLoading={query.isPlaceholderData}
        onContinue={setQuery}
      />
      {drawer && (
        <RowDrawer
          // A sidebar that was opened from the drawer replaces it until the sidebar is closed.
          isOpen={drawer.row !== undefined && sidebar.current === null}
          title={typeof drawer.title === 'string' ? drawer.title : drawer.title(opened)}
          row={opened}
          isLoading={isLoading}
          missing={byId && <MissingRow {...byId} />}
          onClose={() => setRow()}
          footer={drawer.footer}
        >
          {(row) => (
            <SlotKindProvider value="drawer">
              <Stack gap="6">{drawer.content(row)}</Stack>
            </SlotKindProvider>
          )}
        </RowDrawer>
      )}
    </Stack>
  );
}

/** A column whose header is a text of its list. */
export interface TitledColumn<Row> extends Omit<Column<Row>, 'header' | 'label'> {
  /** The key of the header's text. */
  title: string;
  /** The header is for assistive technology only. */
  hasHiddenTitle?: boolean;
}

/** Adds the headers to columns in the customer's language. */
export function titledColumns<Row, Key extends string>(
  columns: readonly (TitledColumn<Row> & { title: Key })[],
  textOf: (title: Key) => string,
): Column<Row>[] {
  return columns.map(({ title, hasHiddenTitle, ...column }) => {
    const text = textOf(title);
    return hasHiddenTitle
      ? { ...column, header: <VisuallyHidden>{text}</VisuallyHidden>, label: text }
      : { ...column, header: text };
  });
}

interface SupportButtonProps {
  /** The parameters of the support form. */
  request: Readonly<Record<string, string>>;
  children: ReactNode;
}

/** Opens the support form with a prepared request; nothing when no area offers support. */
export function SupportButton({ request, children }: SupportButtonProps) {
  const contact = useAction('support');
  return (
    contact && (
      <Button theme="outline" icon="headset" full onClick={() => contact(request)}>
        {children}
      </Button>
    )
  );
}
